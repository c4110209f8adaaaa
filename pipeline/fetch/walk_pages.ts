/** Walks a crawl level by level; each page enters the journal as soon as it has arrived. */
import {plural} from '../runtime/counts.ts';
import type {CrawlJournal} from './crawl_files.ts';
import {type Crawl, fetchPage, type PageResult} from './crawl_page.ts';
import {count, KnownPages, type Links, type Page} from './crawl_pages.ts';
import {warn as warnOf} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {allOrNone} from './parallel.ts';

/** Concurrent pages; the HTTP client sends fewer requests to one host. */
const AT_WORK = 16;
/** More pages than any portal has: the links never end. */
const MOST_PAGES = 200_000;
/** A kind of page has moved where at least this many were requested and none exists. */
const SOME = 10;
/** Most names in a warning. */
const LISTED = 20;
const PROGRESS_EVERY_MS = 250;

/**
 * Brings every page reachable from the first ones into the journal. Throws the error of the first failed
 * page; running requests are aborted, fetched pages stay.
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
  const warn = (text: string) => warnOf(crawl.context, target, text);
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
    for (const [reason, rows] of Object.entries(leads?.lacking ?? {})) count(nowhere, reason, rows);
    done += 1;
    const now = http.clock();
    if (now - last_emitted < PROGRESS_EVERY_MS) return;
    last_emitted = now;
    emit({kind: 'crawling', source, file, done, known: known.size});
  };

  for (const page of first) known.add(page);
  for (let level = known.next(); level.length > 0; level = known.next()) {
    if (known.size > MOST_PAGES) {
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
  emit({kind: 'crawling', source, file, done, known: known.size});
  warn(summary(done, ways));
  if (lacking.length) warn(`pages that the portal does not have are passed over: ${few(lacking)}`);
  const rows = Object.entries(nowhere).map(([reason, n]) => `${reason} (${n})`);
  if (rows.length) warn(`rows that lead to no page, by what they lack: ${rows.join(', ')}`);
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

function few(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  return [...names].sort().slice(0, LISTED).join(', ') + more;
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
