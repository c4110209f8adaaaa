/** The documents of the previous crawl, indexed by page name. */
import {type FileHandle, open} from 'node:fs/promises';
import {type CrawlDocument, isDocument, objectAt, objectsIn, type Span} from './crawl_lines.ts';

/** What the previous crawl knew of a page. */
export type StoredPage = Pick<CrawlDocument, 'url' | 'etag' | 'stamp'> & Span;

export interface StoredCrawl {
  /** Undefined for a page that the previous crawl did not have. */
  page: (name: string) => StoredPage | undefined;
  /** The document of a page. */
  read: (known: StoredPage) => Promise<CrawlDocument>;
  close: () => Promise<void>;
}

/** Opens the documents of the previous crawl; `path` is null where there was none. */
export async function openStoredCrawl(path: string | null): Promise<StoredCrawl> {
  const pages = new Map<string, StoredPage>();
  let file: FileHandle | null = null;
  if (path !== null) {
    for await (const {object, span} of objectsIn(path)) {
      if (!isDocument(object)) continue;
      const {name, url, etag, stamp} = object;
      pages.set(name, {url, etag, stamp, ...span});
    }
    file = await open(path);
  }
  return {
    page: (name) => pages.get(name),
    async read(known) {
      const object = file ? await objectAt(file, known) : null;
      if (isDocument(object)) return object;
      throw new Error(`${path} holds no document at byte ${known.from}`);
    },
    close: async () => file?.close(),
  };
}
