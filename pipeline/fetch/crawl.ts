/**
 * Crawls portals whose pages link to each other, breadth first, into one file of documents ordered by name.
 */
import {join} from 'node:path';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {plural} from '../runtime/counts.ts';
import {declarationText, hashText} from '../runtime/disk.ts';
import {type CrawlJournal, documentLine, openCrawlJournal, openStoredCrawl} from './crawl_files.ts';
import {type Crawl, fetchPage, type PageResult} from './crawl_page.ts';
import {count, knownPages, type Links, type Page, seedPages} from './crawl_pages.ts';
import {type FetchContext, storeAssembled, throttle, warn} from './download.ts';
import {FetchError, few, type Target, targetsOf} from './errors.ts';
import {allOrNone} from './parallel.ts';
import type {PartialDownload} from './partial_download.ts';
import {LIVE} from './store.ts';

/**
 * Crawls the portal and stores its documents; equal documents give equal bytes. A journal keeps fetched pages
 * until the crawl is complete: the next run requests only the others. Throws FetchError naming the failed
 * page.
 */
export async function fetchCrawl(
  source: Source,
  file: SourceFile,
  via: Via<'crawl'>,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, http, startedAt} = context;
  const start = http.clock();
  const target = targetsOf(source, file)(source.page);
  const first = seedPages(target, via.pages);
  const latest = (await store.latest(file.name, LIVE))?.snapshot;
  const last = await openStoredCrawl(latest?.path ?? null);
  try {
    const head = {
      begun: startedAt,
      declared: hashText(declarationText([via.pages, source.layouts, source.encodings])),
      state: latest ? `${latest.sha256} ${latest.checked_at}` : '',
    };
    const path = join(store.folder, `${encodeURIComponent(file.name)}.journal`);
    const journal = await openCrawlJournal(target, path, head);
    try {
      await walkPages(target, first, {source, pages: via.pages, last, context}, journal, context.signal);
      const facts = {format: file.format, origin: LIVE, synthetic: false};
      const snapshot = await storeAssembled(target, facts, start, context, (part) => writeAll(journal, part));
      await journal.remove();
      return snapshot;
    } catch (error) {
      const {length} = journal.names();
      if (length) warn(context, target, `pages kept: ${length}; a run within a day asks only for the others`);
      throw error;
    } finally {
      await journal.close();
    }
  } finally {
    await last.close();
  }
}

/** Writes the documents of the journal, ordered by name. */
async function writeAll(journal: CrawlJournal, part: PartialDownload): Promise<void> {
  for (const name of journal.names().sort()) {
    await part.write(Buffer.from(documentLine((await journal.read(name)).document)));
  }
}

/** Concurrent pages; the HTTP client sends fewer requests to one host. */
const AT_WORK = 16;
/** More pages than any portal has: the links never end. */
const MOST_PAGES = 200_000;
/** A kind of page has moved where at least this many were requested and none exists. */
const SOME = 10;
/** Most names in a warning. */
const LISTED = 20;

/**
 * Brings every page reachable from the first ones into the journal. Throws the error of the first failed
 * page; running requests are aborted, fetched pages stay.
 */
async function walkPages(
  target: Target,
  first: readonly Page[],
  crawl: Crawl,
  journal: CrawlJournal,
  signal: AbortSignal,
): Promise<void> {
  const {source, file} = target;
  const {emit, http} = crawl.context;
  const warnOf = (text: string) => warn(crawl.context, target, text);
  if (journal.dropped) warnOf(journal.dropped);
  const known = knownPages(target);
  const isTime = throttle(http);
  const ways: Record<string, number> = {};
  const nowhere: Record<string, number> = {};
  const lacking: string[] = [];
  let done = 0;

  const arrived = (how: string, leads: Links | null) => {
    count(ways, how, 1);
    for (const page of leads?.pages ?? []) known.add(page);
    for (const [reason, rows] of Object.entries(leads?.lacking ?? {})) count(nowhere, reason, rows);
    done += 1;
    if (isTime()) emit({kind: 'crawling', source, file, done, known: known.size()});
  };

  for (const page of first) known.add(page);
  for (let level = known.next(); level.length > 0; level = known.next()) {
    if (known.size() > MOST_PAGES) {
      const problem = `more than ${MOST_PAGES} pages: their rows lead on without end`;
      throw new FetchError(target, problem, 'correct `from` in the declaration');
    }
    const lacks: Page[] = [];
    const failed = new AbortController();
    const stop = AbortSignal.any([signal, failed.signal]);
    const work = async (page: Page): Promise<void> => {
      if (journal.has(page.name)) return arrived('earlier', (await journal.read(page.name)).leads);
      const arrival = await fetchPage(page, crawl, stop);
      if (arrival.how === 'lacking') lacks.push(page);
      else await journal.add(arrival.entry);
      arrived(arrival.how, arrival.how === 'lacking' ? null : arrival.entry.leads);
    };
    await allOrNone(level, failed, work, AT_WORK);
    refuseMissingKind(target, level, lacks, crawl);
    lacking.push(...lacks.map((page) => page.name));
  }
  emit({kind: 'crawling', source, file, done, known: known.size()});
  warnOf(summary(done, ways));
  if (lacking.length)
    warnOf(`pages that the portal does not have are passed over: ${few(lacking.sort(), LISTED)}`);
  const rows = Object.entries(nowhere).map(([reason, n]) => `${reason} (${n})`);
  if (rows.length) warnOf(`rows that lead to no page, by what they lack: ${rows.join(', ')}`);
}

/** Summary of the outcomes. */
function summary(done: number, ways: Record<string, number>): string {
  const words: Record<Exclude<PageResult['how'], 'lacking'> | 'earlier', string> = {
    fetched: 'fetched',
    confirmed: 'confirmed by the portal',
    unchanged: 'unchanged by their stamp',
    earlier: 'kept from the run before',
  };
  const parts = Object.entries(words).flatMap(([how, word]) => (ways[how] ? [`${ways[how]} ${word}`] : []));
  return `${plural(done, 'page')}: ${parts.join(', ') || 'none'}`;
}

/** Single pages may be missing; a whole missing kind means that the portal moved. */
function refuseMissingKind(
  target: Target,
  level: readonly Page[],
  lacks: readonly Page[],
  {pages}: Crawl,
): void {
  for (const [kind, gone] of Map.groupBy(lacks, (page) => page.kind)) {
    const requested = level.filter((page) => page.kind === kind);
    if (gone.length < SOME || gone.length < requested.length) continue;
    const problem = `the portal has none of the ${gone.length} pages ${pages[kind]?.kind}, e.g. ${gone[0]?.url}`;
    throw new FetchError(target, problem, 'it probably moved them: correct `url` in the declaration');
  }
}
