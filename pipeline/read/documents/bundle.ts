/** The documents of a file: one per line in a crawl, else the file itself. */
import {buffer} from 'node:stream/consumers';
import {parseObject} from '../../runtime/unknown_json.ts';
import {linesOf} from '../json_elements.ts';
import type {OpenFile} from '../open.ts';
import {ReadError} from '../types.ts';
import type {Document} from './types.ts';

/** A document, and the bytes of the file up to its end. */
export interface Bundled {
  document: Document;
  to: number;
}

/** A document is held in memory; the longest published ones have a few megabytes. */
const LONGEST = 256 * 1024 * 1024;

/**
 * Throws ReadError for a document that is too long, and for a bundle that is empty, truncated, invalid or has
 * a duplicate.
 */
export async function* documentsIn(source: string, file: OpenFile, url: string): AsyncGenerator<Bundled> {
  if (file.format !== 'documents') {
    if (file.bytes > LONGEST)
      throw new ReadError(source, file.name, `a document of ${file.bytes} bytes`, 'part it into several');
    const text = (await buffer(await file.open())).toString('utf8');
    yield {document: {name: baseName(file.name), url, text}, to: file.bytes};
    return;
  }
  const fault = (problem: string) =>
    new ReadError(source, file.name, problem, 'it was cut or damaged: fetch it again');
  const names = new Set<string>();
  for await (const {text, to, ended} of linesOf(await file.open())) {
    const document = documentOf(text);
    if (!document) {
      const number = names.size + 1;
      throw fault(ended ? `line ${number} holds no document` : `the file ends inside document ${number}`);
    }
    if (names.has(document.name)) throw fault(`it holds the document ${document.name} twice`);
    names.add(document.name);
    yield {document, to};
  }
  if (!names.size) throw fault('the file is empty');
}

/** Name of a zip entry without folders. */
const baseName = (name: string): string => /[^/!]*$/.exec(name)?.[0] ?? name;

function documentOf(line: string): Document | null {
  const {name, url, text} = parseObject(line) ?? {};
  if (typeof name !== 'string' || typeof url !== 'string' || typeof text !== 'string') return null;
  return {name, url, text};
}
