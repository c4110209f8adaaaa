/**
 * Interrupted crawls that resume: fetched pages are not requested again, and outdated ones are not mixed in.
 */
import {appendFile, copyFile, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ended, killedAfter, start} from '../../helpers/child_programs.ts';
import {runs} from '../../helpers/engine_agreement.ts';
import {type Bench, bench, closing, ofKind, single} from '../../helpers/fetching.ts';
import {seed} from '../../helpers/seed.ts';
import {
  crawlOf,
  DECLARED,
  documentsOf,
  type Sessions,
  startParliament,
  textsIn,
} from '../../portals/parliament.ts';
import type {Fault} from '../../portals/storage.ts';

const PROGRAM = join(import.meta.dirname, '../../helpers/crawl_once.ts');

/** Bills C-1 to C-n with one vote each. */
const billsOf = (n: number): Sessions => ({
  '44-1': Object.fromEntries(
    Array.from({length: n}, (_, at) => [`C-${at + 1}`, {title: 'Élan', changed: '1', votes: [at + 1]}]),
  ),
});

async function portal(sessions: Sessions = billsOf(6)) {
  const parliament = await closing(startParliament(sessions));
  const made = await bench();
  const fetch = (at = '2026-03-04T05:06:07Z', more = {}) =>
    made.fetch(crawlOf(parliament, Object.keys(parliament.sessions), more), {
      declared: DECLARED,
      now: () => new Date(at),
    });
  const crawl = async (...args: Parameters<typeof fetch>) => textsIn((await single(fetch(...args))).body);
  const journal = join(made.dataDir, 'raw/example/bills.documents.ndjson.journal');
  /** Fails a crawl at its last bill, so that all others are in the journal. */
  const failed = async () => {
    const last = Object.keys(parliament.sessions['44-1'] ?? {})
      .at(-1)
      ?.toLowerCase();
    const slow: Fault[] = [
      {kind: 'slow', piece: 10, every_ms: 20},
      {kind: 'status', status: 404},
    ];
    parliament.faults.set(`/bill/44-1/${last}`, [{kind: 'reset', after: 5}, slow[1]!]);
    await expect(fetch()).rejects.toThrow(/HTTP 404/);
    parliament.requested();
  };
  return {parliament, made, fetch, crawl, journal, failed};
}

/** Paths of the complete pages of a journal. */
async function journaled(path: string): Promise<string[]> {
  const [, ...lines] = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => new URL(JSON.parse(line).document.url).pathname);
}

const notes = ({events}: Bench) => ofKind(events, 'warning').map((event) => event.text);

test('the next run requests only what is missing', async () => {
  const {parliament, made, crawl, journal, failed} = await portal();
  await failed();
  const kept = await journaled(journal);
  expect(kept.length).toBeGreaterThanOrEqual(5);
  made.events.length = 0;
  expect(await crawl()).toEqual(documentsOf(parliament));
  const requested = parliament.requested();
  expect(requested.filter((path) => kept.includes(path))).toEqual([]);
  expect([...kept, ...requested]).toHaveLength(13);
  expect(notes(made)).toEqual([
    `13 pages: ${requested.length} fetched, ${kept.length} kept from the run before`,
  ]);
  expect(await made.stored()).toHaveLength(2);
});

test('a line that was being written when the run ended is cut off', async () => {
  const {parliament, crawl, journal, failed} = await portal();
  await failed();
  const kept = await journaled(journal);
  await appendFile(journal, '{"document":{"name":"bill/44-1/C-6","url":"http://x/","etag":null,"st');
  expect(await crawl()).toEqual(documentsOf(parliament));
  expect(parliament.requested()).toHaveLength(13 - kept.length);
});

test.each<[string, Parameters<Awaited<ReturnType<typeof portal>>['crawl']>, RegExp]>([
  ['of the day before', ['2026-03-05T05:06:08Z'], /it began at 2026-03-04T05:06:07/],
  ['of a clock that ran ahead', ['2026-03-03T05:06:06Z'], /it began at 2026-03-04T05:06:07/],
  ['of another declaration', [undefined, {changeStamp: undefined}], /the declaration changed/],
])('a journal %s is not used, which is told', async (_, run, reason) => {
  const {parliament, made, crawl, failed, journal} = await portal();
  await failed();
  const kept = await journaled(journal);
  parliament.sessions['44-1']!['C-1']!.title = 'Newer';
  expect(await crawl(...run)).toEqual(documentsOf(parliament));
  expect(parliament.requested()).toHaveLength(13);
  const warning = notes(made).find((text) => text.includes('unfinished')) ?? '';
  expect(warning).toMatch(reason);
  expect(warning).toContain(`${kept.length} pages`);
});

test('a journal left by a run killed after its crawl is not used', async () => {
  const {parliament, made, crawl, failed, journal} = await portal();
  await failed();
  await copyFile(journal, `${journal}.copy`);
  await crawl('2026-03-04T05:06:08Z');
  await copyFile(`${journal}.copy`, journal);
  parliament.sessions['44-1']!['C-1'] = {title: 'Newer', changed: '2', votes: [1]};
  expect(await crawl('2026-03-04T05:06:09Z')).toEqual(documentsOf(parliament));
  expect(notes(made).join('\n')).toContain('another crawl was completed since');
});

test('a damaged or foreign journal only loses its pages', async () => {
  for (const damage of ['{"begun":\n', 'null\n', '{"begun":"x"}\n{"document":{}}\n']) {
    const {parliament, crawl, journal, failed} = await portal(billsOf(2));
    await failed();
    await writeFile(journal, damage);
    expect(await crawl()).toEqual(documentsOf(parliament));
  }
});

test('killed runs leave no documents; each continues where the previous one ended', async () => {
  const {parliament, made, crawl, journal} = await portal(billsOf(40));
  for (const path of Object.keys(documentsOf(parliament))) {
    parliament.faults.set(`/${path.toLowerCase()}`, [{kind: 'slow', piece: 30, every_ms: 25}]);
  }
  const env = {DATA_DIR: made.dataDir, BASE: parliament.base};
  let kept: string[] = [];
  for (const bytes of [3000, 10_000]) {
    await killedAfter(start(PROGRAM, env), journal, bytes);
    expect(parliament.requested().filter((path) => kept.includes(path))).toEqual([]);
    const now = await journaled(journal);
    expect(now.length).toBeGreaterThan(kept.length);
    kept = now;
  }
  expect(await made.stored()).toEqual(['bills.documents.ndjson.journal']);
  expect(await crawl(new Date().toISOString())).toEqual(documentsOf(parliament));
  expect(parliament.requested().filter((path) => kept.includes(path))).toEqual([]);
});

test('a full disk is an error that names the journal; written pages are kept', async () => {
  const {parliament, made, crawl, journal} = await portal(billsOf(40));
  const child = start(PROGRAM, {DATA_DIR: made.dataDir, BASE: parliament.base}, "trap '' XFSZ; ulimit -f 8");
  const {code, text} = await ended(child);
  expect(text).toContain(`cannot write ${journal}: the file is larger`);
  expect(code).toBe(1);
  const kept = await journaled(journal);
  expect(kept.length).toBeGreaterThan(5);
  parliament.requested();
  expect(await crawl(new Date().toISOString())).toEqual(documentsOf(parliament));
  expect(parliament.requested().filter((path) => kept.includes(path))).toEqual([]);
});

/** What one answer of a random run meets; some are lived through, some end the run. */
const FAULTS: Fault[] = [
  {kind: 'status', status: 503},
  {kind: 'status', status: 429, headers: {'retry-after': '1'}},
  {kind: 'status', status: 404},
  {kind: 'status', status: 500, body: '<html>broken</html>'},
  {kind: 'status', status: 200, body: '<html><title>An error</title></html>'},
  {kind: 'status', status: 200, body: '<Detail session="44-1"><Number>C-1</Numb'},
  {kind: 'status', status: 302, headers: {location: '/search'}},
  {kind: 'reset', after: 3},
  {kind: 'short', after: 7},
];

/** Bills whose list says when they change; some say nothing. */
const randomBill = fc
  .record({
    title: fc.constantFrom('A', 'É', ''),
    votes: fc.uniqueArray(fc.integer({min: 1, max: 4}), {maxLength: 2}),
  })
  .map(({title, votes}) => ({title, votes, changed: title && `${title} ${votes}`}));
const randomBills = fc.dictionary(fc.constantFrom('C-1', 'C-2', 'S-3', 'C-40'), randomBill);
const sessions = fc.dictionary(fc.constantFrom('44-1', '45-1'), randomBills, {
  minKeys: 1,
  noNullPrototype: true,
});
const meets = fc.array(
  fc.record({
    path: fc.constantFrom('/list/44-1', '/bill/44-1/c-1', '/bill/45-1/c-2', '/bill/44-1/s-3', '/vote/44-1/1'),
    faults: fc.array(fc.constantFrom(...FAULTS), {maxLength: 3}),
  }),
  {maxLength: 4},
);

/** The pages of a run; null if it fails in a permitted way. */
async function unlessRefused(run: Promise<Record<string, string>>): Promise<Record<string, string> | null> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof Error && error.name === 'FetchError') return null;
    throw error;
  }
}

test('under random faults a run returns the pages of the portal or fails, and the next faultless run returns them', async () => {
  const steps = fc.array(fc.tuple(sessions, meets), {minLength: 1, maxLength: 4});
  const property = fc.asyncProperty(steps, async (taken) => {
    const parliament = await startParliament({});
    const made = await bench({FETCH_RETRIES: '2', FETCH_STALL_MS: '2000'});
    const files = crawlOf(parliament, ['44-1', '45-1']);
    // States of the portal are days apart, so that their pages never share a journal.
    const run = async (day: number) => {
      const now = () => new Date(Date.UTC(2026, 0, 2 * day));
      return textsIn((await single(made.fetch(files, {declared: DECLARED, now}))).body);
    };
    try {
      for (const [day, [site, met]] of taken.entries()) {
        parliament.sessions = {'44-1': {}, '45-1': {}, ...site};
        for (const {path, faults} of met) parliament.faults.set(path, [...faults]);
        const documents = await unlessRefused(run(day));
        parliament.faults.clear();
        expect(documents ?? (await run(day))).toEqual(documentsOf(parliament));
      }
      const before = parliament.requests.length;
      expect(await run(taken.length)).toEqual(documentsOf(parliament));
      const again = parliament.requests.slice(before);
      expect(again.filter((row) => row.headers['if-none-match'] === undefined)).toEqual([]);
    } finally {
      await parliament.close();
    }
  });
  await fc.assert(property, {seed, numRuns: Math.min(runs(40), 300)});
});
