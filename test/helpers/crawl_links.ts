/** The pages that the crawl of a source would request: its seeds, and the links in the rows of a document. */
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {CrawlPage, Source} from '../../datasets/types.ts';
import {linksIn, seedPages} from '../../pipeline/fetch/crawl_pages.ts';
import {rowsIn} from '../../pipeline/read/documents/rows_in.ts';
import type {Document} from '../../pipeline/read/documents/types.ts';

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/** Throws for a source without a crawl. */
export function pagesOf({files}: Source): readonly CrawlPage[] {
  const via = files[0]?.via;
  if (via?.portal !== 'crawl') throw new Error('the source is no crawl');
  return via.pages;
}

/** Documents of a golden bundle. */
export const bundle = (path: string): Document[] =>
  readFileSync(GOLDEN + path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Document);

/** Names and addresses of the first pages. */
export const seeded = (source: Source): string[][] =>
  seedPages({source: source.slug, file: '', url: source.page}, pagesOf(source)).map(({name, url}) => [
    name,
    url,
  ]);

/** Pages that a document leads to, and the columns that it lacks for them. */
export function linksFrom(
  source: Source,
  documents: readonly Document[],
  name: string,
): ReturnType<typeof linksIn> {
  const document = documents.find((one) => one.name === name);
  if (!document) throw new Error(`no document ${name}`);
  return linksIn(pagesOf(source), rowsIn(source, document));
}
