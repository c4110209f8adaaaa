/** Writes documents as a crawl keeps them: all in one file, a JSON object a line, ordered by name. */
import {createPieces} from '../files/pieces.ts';

/** A document of a portal; its text is made when its turn comes. */
export interface Page {
  /** Kind, a slash, and the key of the page. */
  name: string;
  url: string;
  stamp?: string;
  text: () => string;
}

/** Writes `folder/name`. Throws where two pages share a name: a crawl asks for each once. */
export async function writeBundle(folder: string, name: string, pages: readonly Page[]): Promise<void> {
  const file = await createPieces(folder, name);
  let last = '';
  try {
    for (const page of pages.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (page.name === last) throw new Error(`${name}: two pages are named ${last}`);
      last = page.name;
      const {url, stamp = null} = page;
      file.put(`${JSON.stringify({name: page.name, url, etag: null, stamp, text: page.text()})}\n`);
      await file.settle();
    }
  } finally {
    await file.close();
  }
}
