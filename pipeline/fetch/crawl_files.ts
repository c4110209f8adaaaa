/**
 * The files of a crawl, one document per line: the stored one of the run before, and the journal of this one.
 */
import {open} from 'node:fs/promises';
import {DISK, type Files} from '../../builds/files.ts';
import {isObject} from '../runtime/unknown_json.ts';
import type {Links} from './crawl_pages.ts';
import type {Target} from './errors.ts';
import {type Head, objectAt, objectsIn, openJournal, type Span} from './journal.ts';

/** A crawled page, one line of the file of documents. */
export interface CrawlDocument {
  name: string;
  url: string;
  etag: string | null;
  stamp: string | null;
  text: string;
}

/** The line of a document; equal documents give equal bytes. */
export function documentLine({name, url, etag, stamp, text}: CrawlDocument): string {
  return `${JSON.stringify({name, url, etag, stamp, text})}\n`;
}

function isDocument(object: unknown): object is CrawlDocument {
  if (!isObject(object)) return false;
  const {name, url, etag, stamp, text} = object;
  return (
    [name, url, text].every((one) => typeof one === 'string') &&
    [etag, stamp].every((one) => one === null || typeof one === 'string')
  );
}

/** What the previous crawl knew of a page. */
export type StoredPage = Pick<CrawlDocument, 'url' | 'etag' | 'stamp'> & Span;

export type StoredCrawl = Awaited<ReturnType<typeof openStoredCrawl>>;

/** Opens the documents of the previous crawl; `path` is null where there was none. */
export async function openStoredCrawl(path: string | null) {
  const pages = new Map<string, StoredPage>();
  if (path !== null)
    for await (const {object, span} of objectsIn(path)) {
      if (!isDocument(object)) continue;
      const {name, url, etag, stamp} = object;
      pages.set(name, {url, etag, stamp, ...span});
    }
  const file = path === null ? null : await open(path);
  return {
    /** Undefined for a page that the previous crawl did not have. */
    page: (name: string) => pages.get(name),
    /** The document of a page. */
    async read(known: StoredPage): Promise<CrawlDocument> {
      const object = file ? await objectAt(file, known) : null;
      if (isDocument(object)) return object;
      throw new Error(`${path} holds no document at byte ${known.from}`);
    },
    close: async () => file?.close(),
  };
}

/** A page of this crawl, and where its rows lead. */
export interface Entry {
  document: CrawlDocument;
  leads: Links;
}

function isEntry(object: object): object is Entry {
  const {document, leads} = {document: null, leads: null, ...object};
  return isDocument(document) && isObject(leads) && Array.isArray(leads['pages']);
}

export type CrawlJournal = Awaited<ReturnType<typeof openCrawlJournal>>;

/**
 * Opens the journal of a crawl: the next run requests only the pages that it lacks. Its pages are used where
 * they are of the same declaration and follow the same previous crawl.
 */
export async function openCrawlJournal(target: Target, path: string, head: Head, files: Files = DISK) {
  const keep = (object: object, span: Span) =>
    isEntry(object) ? ([object.document.name, span] as const) : null;
  const kind = {run: 'crawl', changed: 'another crawl was completed since', keep} as const;
  const journal = await openJournal(target, path, head, kind, files);
  const spans = new Map(journal.kept);
  return {
    ...journal,
    /** Names of the journalled pages. */
    names: () => [...spans.keys()],
    has: (name: string) => spans.has(name),
    /** Appends a page. */
    async add(entry: Entry): Promise<void> {
      spans.set(entry.document.name, await journal.add(entry));
    },
    /** Reads a journalled page. */
    async read(name: string): Promise<Entry> {
      const span = spans.get(name);
      const object = span && (await journal.read(span));
      if (object && isEntry(object)) return object;
      throw new Error(`${path} does not hold page ${name}`);
    },
  };
}
