/** Files of one JSON object per line, indexed by name and read by offset: stored crawls and journals. */
import {DISK, type Files, type OpenFile} from '../../builds/files.ts';
import {linesOf} from '../read/json_elements.ts';
import {readFully} from '../runtime/read_fully.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

/** A crawled page, one line of the file of documents. */
export interface CrawlDocument {
  name: string;
  url: string;
  etag: string | null;
  stamp: string | null;
  text: string;
}

/** Byte range of a line, its end included. */
export interface Span {
  from: number;
  to: number;
}

/**
 * The complete lines of a file as objects with their spans; ends before the first incomplete or invalid one.
 */
export async function* objectsIn(
  path: string,
  files: Files = DISK,
): AsyncGenerator<{object: JsonObject; span: Span}> {
  for await (const {text, from, to, ended} of linesOf(files.read(path))) {
    const object = ended ? parsed(text) : null;
    if (!object) return;
    yield {object, span: {from, to}};
  }
}

/** The object of one line. */
export async function objectAt(file: OpenFile, {from, to}: Span): Promise<JsonObject> {
  const object = parsed((await readFully(file, from, to)).toString('utf8'));
  if (object) return object;
  throw new Error(`bytes ${from} to ${to} are no line any more: the file was changed while it was read`);
}

function parsed(text: string): JsonObject | null {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null; // a line that a killed run left incomplete
  }
}

/** The line of a document; equal documents give equal bytes. */
export function documentLine({name, url, etag, stamp, text}: CrawlDocument): string {
  return `${JSON.stringify({name, url, etag, stamp, text})}\n`;
}

/** Whether an object has the shape of a document. */
export function isDocument(object: unknown): object is CrawlDocument {
  if (!isObject(object)) return false;
  const {name, url, etag, stamp, text} = object;
  return (
    [name, url, text].every((one) => typeof one === 'string') &&
    [etag, stamp].every((one) => one === null || typeof one === 'string')
  );
}
