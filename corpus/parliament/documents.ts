/** Writes documents as a crawl keeps them, all in one file ordered by name, and single ones as files of their own. */
import {mkdir, open, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

/** A document of a portal; its text is made when its turn comes. */
export interface Page {
  /** Kind, a slash, and what tells the page apart. */
  name: string;
  url: string;
  stamp?: string;
  text: () => string;
}

/** Bytes that are gathered before they go to the disk. */
const BUFFER = 1 << 20;

/** Writes `folder/name`, a JSON object a line. Throws where two pages share a name: a crawl asks for each once. */
export async function writeBundle(folder: string, name: string, pages: readonly Page[]): Promise<void> {
  await mkdir(folder, {recursive: true});
  const inOrder = pages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const handle = await open(join(folder, name), 'w');
  let lines: string[] = [];
  let size = 0;
  let last = '';
  try {
    for (const page of inOrder) {
      if (page.name === last) throw new Error(`${name}: two pages are named ${last}`);
      last = page.name;
      const {url, stamp = null} = page;
      const line = `${JSON.stringify({name: page.name, url, etag: null, stamp, text: page.text()})}\n`;
      lines.push(line);
      size += line.length;
      if (size < BUFFER) continue;
      await handle.appendFile(lines.join(''));
      lines = [];
      size = 0;
    }
    await handle.appendFile(lines.join(''));
  } finally {
    await handle.close();
  }
}

/** Writes one document as a file of its own, as somebody saved it by hand. */
export async function writeDocument(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, {recursive: true});
  await writeFile(join(folder, name), text);
}
