/**
 * Gets one page of a crawl: reused where it is unchanged, else requested, and refused where it cannot be
 * read.
 */
import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import type {CrawlPage, Source} from '../../datasets/types.ts';
import {BOM_BYTES, bomOf, encodingFrom} from '../read/decode.ts';
import {rowsIn} from '../read/documents/rows_in.ts';
import {lineKindsOf, mainEncoding} from '../read/mixed_text.ts';
import {ReadError} from '../read/types.ts';
import {readBody, refuseCoding} from './body.ts';
import type {CrawlDocument, Entry, StoredCrawl, StoredPage} from './crawl_files.ts';
import {linksIn, type Page} from './crawl_pages.ts';
import type {FetchContext} from './download.ts';
import {FetchError, NotFoundError, type Target} from './errors.ts';
import type {HttpResponse} from './http.ts';
import {TransientError} from './retry.ts';

/** What all pages of a crawl share. */
export interface Crawl {
  source: Source;
  pages: readonly CrawlPage[];
  last: StoredCrawl;
  context: Pick<FetchContext, 'http' | 'emit'>;
}

/**
 * `unchanged`: its stamp is unchanged, nothing was requested. `confirmed`: unchanged by the portal.
 * `lacking`: absent, as the declaration permits.
 */
export type PageResult = {how: 'unchanged' | 'confirmed' | 'fetched'; entry: Entry} | {how: 'lacking'};

/**
 * The current page. Throws FetchError where it is unavailable and may not be missing. An unusable response is
 * requested once more: it may have been cut.
 */
export async function fetchPage(page: Page, crawl: Crawl, signal: AbortSignal): Promise<PageResult> {
  const {source, pages, last, context} = crawl;
  const declared = pages[page.kind] as CrawlPage;
  const known = last.page(page.name);
  const old = known?.url === page.url ? known : null;
  if (old && page.stamp !== null && old.stamp === page.stamp) {
    const entry = await reuseStored(old, page, crawl);
    if (entry) return {how: 'unchanged', entry};
  }

  const target: Target = {source: source.slug, file: page.name, url: page.url};
  let etag = old?.etag ?? null;
  const headers = (): Record<string, string> => (etag === null ? {} : {'if-none-match': etag});
  let refusals = 0;
  const unusable = (problem: string, remedy: string): Error => {
    refusals += 1;
    return refusals === 1 ? new TransientError(problem) : new FetchError(target, problem, remedy);
  };

  async function accept(answer: HttpResponse): Promise<PageResult> {
    if (answer.status === 304) {
      const entry = old && etag !== null ? await reuseStored(old, page, crawl) : null;
      if (entry) return {how: 'confirmed', entry};
      etag = null;
      throw unusable('HTTP 304 without a document to confirm', 'run again later');
    }
    refuseCoding(target, answer);
    const bytes = await readBody(target, answer, context.http, 'raise FETCH_MAX_BYTES if that is right');
    const text = await textOf(bytes, source);
    if (text === null) {
      throw unusable(`the bytes are not valid ${source.encodings.join(' or ')}`, 'declare the encoding');
    }
    if (text.search(declared.mustMatch) < 0) {
      const elsewhere = answer.url !== new URL(page.url).href;
      if (mayLack(declared, text, elsewhere)) return {how: 'lacking'};
      throw unusable(describeBody(text, elsewhere ? answer.url : null), CHANGED);
    }
    const {name, url, stamp} = page;
    const document = {name, url, etag: answer.header('etag') ?? null, stamp, text};
    const entry = asEntry(await unlessUnchanged(document, old, last), crawl);
    if ('document' in entry) return {how: 'fetched', entry};
    throw unusable(`cannot be read: ${entry.fault}`, CHANGED);
  }

  try {
    return await context.http.get({...target, headers, emit: context.emit, signal}, accept);
  } catch (error) {
    if (error instanceof NotFoundError && declared.mayBeMissing) return {how: 'lacking'};
    throw error;
  }
}

const CHANGED =
  'open the address in a browser: if the portal changed its pages, correct `mustMatch` and the layouts of the source, else run again later';

/** A document with its links. All of its rows are read, so that a cut or mismatched document is not kept. */
function asEntry(document: CrawlDocument, {source, pages}: Crawl): Entry | {fault: string} {
  try {
    return {document, leads: linksIn(pages, rowsIn(source, document))};
  } catch (error) {
    if (error instanceof ReadError) return {fault: error.message};
    throw error;
  }
}

/** The document of the previous crawl with the current stamp; null where it can no longer be read. */
async function reuseStored(old: StoredPage, {stamp}: Page, crawl: Crawl): Promise<Entry | null> {
  const entry = asEntry({...(await crawl.last.read(old)), stamp}, crawl);
  return 'document' in entry ? entry : null;
}

/** Where only the ETag changed, keeps the old document, so that the bytes of the stored crawl stay equal. */
async function unlessUnchanged(
  document: CrawlDocument,
  old: StoredPage | null,
  last: StoredCrawl,
): Promise<CrawlDocument> {
  if (!old || old.stamp !== document.stamp || old.etag === null) return document;
  const before = await last.read(old);
  return before.text === document.text ? before : document;
}

function mayLack({mayBeMissing}: CrawlPage, text: string, elsewhere: boolean): boolean {
  if (mayBeMissing === undefined) return false;
  return elsewhere || (mayBeMissing !== true && text.search(mayBeMissing) >= 0);
}

/** Most characters of a body that a message quotes. */
const SHOWN = 80;

function describeBody(text: string, elsewhere: string | null): string {
  if (elsewhere !== null) return `the portal leads to ${elsewhere}, which is another page`;
  const begins = text
    .slice(0, SHOWN)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return begins === '' ? 'the answer is empty' : `an error page came, it begins "${begins}"`;
}

/** A body as text, byte order mark included; null for an undeclared encoding. */
async function textOf(bytes: Buffer, {encodings}: Source): Promise<string | null> {
  const start = bytes.subarray(0, BOM_BYTES);
  const encoding = encodingFrom(start, isUtf8(bytes));
  if (!encodings.includes(encoding)) return null;
  // A page that mixes encodings is asked for again: its portal writes one.
  if (encoding === 'windows-1252' && mainEncoding(await lineKindsOf(Readable.from([bytes]))).mixed)
    return null;
  const label = encoding === 'utf-16' ? (bomOf(start) ?? encoding) : encoding;
  return new TextDecoder(label, {ignoreBOM: true}).decode(bytes);
}
