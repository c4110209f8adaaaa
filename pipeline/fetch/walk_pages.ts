/** The way through a crawl: level after level of pages, each kept in the journal as soon as it has arrived. */
import pLimit from 'p-limit';
import type {CrawlJournal} from './crawl_journal.ts';
import {type Crawl, fetchPage, type PageResult} from './crawl_page.ts';
import {count, KnownPages, type Links, type Page} from './crawl_pages.ts';
import {FetchError, type Target} from './errors.ts';

/** Pages at work at a time; the client sends fewer requests to one host. */
const AT_WORK = 16;
/** More pages than any portal has: rows that lead on without end. */
const MOST_PAGES = 200_000;
/** A kind of which so many pages are asked for and none is there has moved. */
const SOME = 10;
/** Names of pages that a note lists. */
const LISTED = 20;
const PROGRESS_EVERY_MS = 250;

/**
 * Brings every page that the first ones lead to into the journal. Throws what the first page that fails throws; pages
 * at work then are broken off, those that arrived stay.
 */
export async function walkPages(
  target: Target,
  first: readonly Page[],
  crawl: Crawl,
  journal: CrawlJournal,
  signal: AbortSignal,
): Promise<void> {
  const {source, file} = target;
  const {emit, http} = crawl.context;
  const warn = (text: string) => emit({kind: 'noted', source, file, text});
  if (journal.dropped) warn(journal.dropped);
  const known = new KnownPages(target);
  const ways: Record<string, number> = {};
  const nowhere: Record<string, number> = {};
  const lacking: string[] = [];
  let done = 0;
  let last_emitted = http.clock();

  const arrived = (how: string, leads: Links | null) => {
    count(ways, how, 1);
    for (const page of leads?.pages ?? []) known.add(page);
    for (const [of, rows] of Object.entries(leads?.lacking ?? {})) count(nowhere, of, rows);
    done += 1;
    const now = http.clock();
    if (now - last_emitted < PROGRESS_EVERY_MS) return;
    last_emitted = now;
    emit({kind: 'crawling', source, file, done, known: known.size});
  };

  for (const page of first) known.add(page);
  for (let level = known.next(); level.length > 0; level = known.next()) {
    if (known.size > MOST_PAGES) {
      const what = `more than ${MOST_PAGES} pages: their rows lead on without end`;
      throw new FetchError(target, what, 'correct `from` in the declaration');
    }
    const lacks: Page[] = [];
    await inParallel(level, signal, async (page, stop) => {
      if (journal.has(page.name)) return arrived('earlier', (await journal.read(page.name)).leads);
      const arrival = await fetchPage(page, crawl, stop);
      if (arrival.how === 'lacking') lacks.push(page);
      else await journal.add(arrival.entry);
      arrived(arrival.how, arrival.how === 'lacking' ? null : arrival.entry.leads);
    });
    refuseMissingKind(target, level, lacks, crawl);
    lacking.push(...lacks.map((page) => page.name));
  }
  emit({kind: 'crawling', source, file, done, known: known.size});
  warn(summary(done, ways));
  if (lacking.length) warn(`pages that the portal does not have are passed over: ${few(lacking)}`);
  const rows = Object.entries(nowhere).map(([of, n]) => `${of} (${n})`);
  if (rows.length) warn(`rows that lead to no page, by what they lack: ${rows.join(', ')}`);
}

/** What became of the pages, in words. */
function summary(done: number, ways: Record<string, number>): string {
  const words: Record<Exclude<PageResult['how'], 'lacking'> | 'earlier', string> = {
    fetched: 'fetched',
    confirmed: 'confirmed by the portal',
    stands: 'unchanged by their stamp',
    earlier: 'kept from the run before',
  };
  const parts = Object.entries(words).flatMap(([how, word]) => (ways[how] ? [`${ways[how]} ${word}`] : []));
  return `${done} pages: ${parts.join(', ') || 'none'}`;
}

function few(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return [...names].sort().slice(0, LISTED).join(', ') + more;
}

/** A page may lack; a whole kind of pages that is gone is a portal that moved. */
function refuseMissingKind(
  target: Target,
  level: readonly Page[],
  lacks: readonly Page[],
  {pages}: Crawl,
): void {
  for (const [kind, gone] of Map.groupBy(lacks, (page) => page.kind)) {
    const asked = level.filter((page) => page.kind === kind);
    if (gone.length < SOME || gone.length < asked.length) continue;
    const what = `the portal has none of the ${gone.length} pages ${pages[kind]?.kind}, e.g. ${gone[0]?.url}`;
    throw new FetchError(target, what, 'it probably moved them: correct `url` in the declaration');
  }
}

/** Works on all pages; the first failure stops the rest and is thrown once nothing is at work any more. */
async function inParallel(
  pages: readonly Page[],
  signal: AbortSignal,
  work: (page: Page, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const limit = pLimit(AT_WORK);
  const errors: unknown[] = [];
  const one = async (page: Page): Promise<void> => {
    if (stop.aborted) return;
    try {
      await work(page, stop);
    } catch (error) {
      errors.push(error);
      failed.abort(error);
    }
  };
  await Promise.all(pages.map((page) => limit(one, page)));
  signal.throwIfAborted();
  if (errors.length) throw errors[0];
}
