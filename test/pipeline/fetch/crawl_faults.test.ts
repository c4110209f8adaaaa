/**
 * Crawls that meet faults: what is lived through, and what is refused with a clear error that names the page.
 */
import {expect, test} from 'vitest';
import {type Bench, bench, closing, ofKind, single} from '../../helpers/fetching.ts';
import {
  crawlOf,
  DECLARED,
  documentsOf,
  type Sessions,
  startParliament,
  textsIn,
} from '../../portals/parliament.ts';
import type {Fault} from '../../portals/storage.ts';

const bill = (votes: number[], changed = '1') => ({title: 'Élan', changed, votes});
const SESSIONS = (): Sessions => ({'44-1': {'C-1': bill([1, 2]), 'C-2': bill([3]), 'C-3': bill([])}});

async function portal(overrides = {}) {
  const parliament = await closing(startParliament(SESSIONS()));
  const made = await bench(overrides);
  const files = crawlOf(parliament, Object.keys(parliament.sessions));
  const fetch = () => made.fetch(files, {declared: DECLARED});
  /** Text by name of the documents of a run. */
  const crawl = async () => textsIn((await single(fetch())).body);
  return {parliament, made, fetch, crawl};
}

const notes = ({events}: Bench) => ofKind(events, 'warning').map((event) => event.text);
const snapshots = async ({stored}: Bench) => (await stored()).filter((name) => /^[0-9a-f]{64}/.test(name));

const page = (body: string): Fault => ({kind: 'status', status: 200, body});
const ERROR_PAGE = page('<!doctype html><html><title>An error\u0000 occurred</title></html>');

test.each<[string, Fault]>([
  ['429', {kind: 'status', status: 429, headers: {'retry-after': '7'}}],
  ['503', {kind: 'status', status: 503}],
  ['a reset', {kind: 'reset', after: 20}],
  ['a body that is too short', {kind: 'short', after: 20}],
  ['a stall', {kind: 'stall', after: 20}],
  ['an error page with status 200', ERROR_PAGE],
  ['an empty answer', page('')],
  ['a body that was cut without a sign', page('<Detail session="44-1"><Number>C-2</Num')],
  ['a slow answer', {kind: 'slow', piece: 30, every_ms: 5}],
])('%s is lived through', async (faultName, fault) => {
  const {parliament, made, crawl} = await portal();
  parliament.faults.set('/bill/44-1/c-2', [fault]);
  expect(await crawl()).toEqual(documentsOf(parliament));
  const tries = faultName === 'a slow answer' ? 1 : 2;
  expect(parliament.requested().filter((path) => path === '/bill/44-1/c-2')).toHaveLength(tries);
  expect(made.waits).toEqual(faultName === 'a slow answer' ? [] : [faultName === '429' ? 7000 : 500]);
});

test.each<[string, Fault | null, RegExp]>([
  [
    'an error page',
    ERROR_PAGE,
    /an error page came, it begins "<!doctype html><html><title>An error occurred.*`mustMatch`/,
  ],
  ['an empty answer', page(' \n'), /the answer is empty/],
  ['another form', page('<Detail><Wrong/></Detail>'), /cannot be read: .*lacks|has Number/],
  ['a cut body', page('<Detail session="44-1"><Number>'), /cannot be read: .*cut or damaged/],
  ['404', {kind: 'status', status: 404}, /HTTP 404.*correct the address/],
  ['403', {kind: 'status', status: 403}, /refused by publisher.*USER_AGENT/],
  ['304 to a page that was never there', {kind: 'status', status: 304}, /HTTP 304 without a document/],
  ['the search page', null, /the portal leads to http\S+\/search, which is another page/],
  ['a coding', {kind: 'status', status: 200, headers: {'content-encoding': 'gzip'}}, /content-encoding gzip/],
])('%s that stays names the page, keeps the others and stores nothing', async (_, fault, message) => {
  const {parliament, made, fetch, crawl} = await portal();
  if (fault) parliament.faults.set('/bill/44-1/c-2', Array(6).fill(fault));
  else parliament.moved.add('/bill/44-1/c-2');
  const failed = expect(fetch()).rejects;
  await failed.toThrow(message);
  await failed.toMatchObject({
    name: 'FetchError',
    file: 'bill/44-1/C-2',
    url: `${parliament.base}/bill/44-1/c-2`,
  });
  expect(await snapshots(made)).toEqual([]);
  expect(notes(made).at(-1)).toMatch(/^pages kept: [1-3]; a run within a day asks only for the others$/);
  parliament.requested();
  parliament.faults.clear();
  parliament.moved.clear();
  expect(await crawl()).toEqual(documentsOf(parliament));
  expect(parliament.requested()).not.toContain('/list/44-1');
});

test('a crawl has a deadline, and a caller can stop it', async () => {
  const slow: Fault = {kind: 'slow', piece: 1, every_ms: 50};
  // Long enough for the second crawl on a busy machine, too short for the slow page.
  const late = await portal({FETCH_SOURCE_MS: '1500'});
  late.parliament.faults.set('/bill/44-1/c-1', [slow]);
  await expect(late.fetch()).rejects.toThrow(/not complete after 1500 ms .*run again/);
  expect(await late.crawl()).toEqual(documentsOf(late.parliament));
  const {parliament, made} = await portal();
  parliament.faults.set('/bill/44-1/c-1', [slow]);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped by the caller')), 200);
  const files = crawlOf(parliament, ['44-1']);
  await expect(made.fetch(files, {declared: DECLARED, signal: stop.signal})).rejects.toThrow('stopped by');
});

test('a portal that stays down fails the crawl without a request for every page', async () => {
  const {parliament, fetch} = await portal({FETCH_RETRIES: '2'});
  for (const at of [1, 2, 3]) {
    parliament.faults.set(`/bill/44-1/c-${at}`, Array(9).fill({kind: 'status', status: 503}));
  }
  await expect(fetch()).rejects.toThrow(/bill\/44-1\/C-\d: gave up after 3 tries: HTTP 503/);
  expect(parliament.requested().length).toBeLessThanOrEqual(1 + 3 * 3);
});

test('bytes in Windows-1252 are read where the source declares them, and refused elsewhere', async () => {
  const latin = Buffer.from(documentsOf({sessions: SESSIONS()})['bill/44-1/C-1'] ?? '', 'latin1');
  const body = latin.toString('latin1');
  const {parliament, made, fetch} = await portal();
  const fault: Fault = {kind: 'status', status: 200, body: latin as unknown as string};
  parliament.faults.set('/bill/44-1/c-1', [fault, fault]);
  await expect(fetch()).rejects.toThrow(/the bytes are not valid utf-8.*declare the encoding/);
  parliament.faults.set('/bill/44-1/c-1', [fault]);
  const declared = {...DECLARED, encodings: ['utf-8', 'windows-1252'] as const};
  const {body: bundle} = await single(made.fetch(crawlOf(parliament, ['44-1']), {declared}));
  expect(textsIn(bundle)['bill/44-1/C-1']).toBe(body);
});
