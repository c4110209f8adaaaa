/** Crawls: requested and reused pages, and equal bytes for equal documents. */
import {expect, test} from 'vitest';
import type {CrawlPage} from '../../../datasets/types.ts';
import {type Bench, bench, closing, ofKind, single} from '../../helpers/fetching.ts';
import {
  type Bill,
  crawlOf,
  DECLARED,
  documentsOf,
  type Sessions,
  startParliament,
} from '../../portals/parliament.ts';

const SESSIONS = (): Sessions => ({
  '44-1': {
    'C-1': {title: 'Étude', changed: '2021', votes: []},
    'C-11': {title: 'Streaming', changed: '2023', votes: [5, 6]},
    'S-2': {title: 'Sénat', changed: '2022', votes: [7]},
  },
  '45-1': {'C-2': {title: 'Borders', changed: '2025', votes: [5]}, X: {title: '', changed: '', votes: []}},
});

const BILLS = ['/bill/44-1/c-1', '/bill/44-1/c-11', '/bill/44-1/s-2', '/bill/45-1/c-2'];
const LISTS = ['/list/44-1', '/list/45-1'];
const VOTES = ['/vote/44-1/5', '/vote/44-1/6', '/vote/44-1/7', '/vote/45-1/5'];

/** The portal, and a bench that crawls it. */
async function portal(more: Partial<CrawlPage> = {}, overrides = {}) {
  const parliament = await closing(startParliament(SESSIONS()));
  const made = await bench(overrides);
  const files = crawlOf(parliament, ['44-1', '45-1'], more);
  const crawl = async () => {
    made.events.length = 0;
    const {snapshot, body} = await single(made.fetch(files, {declared: DECLARED}));
    const lines = body.toString('utf8').trimEnd().split('\n');
    return {
      snapshot,
      documents: lines.map((line) => JSON.parse(line)),
      requested: parliament.requested().sort(),
    };
  };
  return {parliament, made, files, crawl};
}

const textByName = (documents: {name: string; text: string}[]) =>
  Object.fromEntries(documents.map(({name, text}) => [name, text]));

const notes = ({events}: Bench) => ofKind(events, 'warning').map((event) => event.text);

test('pages lead to pages; the file holds every document once, ordered by name', async () => {
  const {parliament, made, crawl} = await portal({}, {FETCH_PER_HOST: '2'});
  parliament.sessions['45-1'] = {'C-2': {title: 'Borders', changed: '2025', votes: [5]}};
  for (const path of BILLS) parliament.faults.set(path, [{kind: 'slow', piece: 40, every_ms: 20}]);
  const {snapshot, documents, requested} = await crawl();
  expect(textByName(documents)).toEqual(documentsOf(parliament));
  expect(documents.map(({name}) => name)).toEqual(Object.keys(documentsOf(parliament)));
  expect(documents[0]).toEqual({
    name: 'bill/44-1/C-1',
    url: `${parliament.base}/bill/44-1/c-1`,
    etag: expect.stringMatching(/^"/),
    stamp: '2021',
    text: expect.stringContaining('<Title>Étude</Title>'),
  });
  expect(snapshot).toMatchObject({
    name: 'bills.documents.ndjson',
    format: 'documents',
    encoding: 'utf-8',
    url: 'https://example.org/page',
    origin: 'live',
  });
  expect(requested).toEqual([...BILLS, ...LISTS, ...VOTES].sort());
  expect(parliament.maxOpen()).toBe(2);
  expect(notes(made)).toEqual(['10 pages: 10 fetched']);
  expect(ofKind(made.events, 'crawling').at(-1)).toMatchObject({done: 10, known: 10});
  expect(await made.stored()).toHaveLength(2);
});

test('breadth first: no page is requested before all pages that lead to its kind', async () => {
  const {parliament, crawl} = await portal();
  await crawl();
  const order = parliament.requests.map(({path}) => path.split('/')[1]);
  expect(order).toEqual([...Array(2).fill('list'), ...Array(4).fill('bill'), ...Array(4).fill('vote')]);
});

test('rows for which `when` does not hold lead nowhere', async () => {
  const {parliament, crawl} = await portal();
  const {documents} = await crawl();
  const {'bill/45-1/X': missing, ...expected} = documentsOf(parliament);
  expect(missing).toBeDefined();
  expect(textByName(documents)).toEqual(expected);
});

test('a second run fetches no body again, and nothing changes', async () => {
  const {parliament, made, crawl} = await portal();
  const first = await crawl();
  const second = await crawl();
  expect(second.requested).toEqual([...LISTS, ...VOTES]);
  const again = parliament.requests.slice(10);
  expect(again.filter((row) => row.headers['if-none-match'] === undefined)).toEqual([]);
  expect(second.snapshot.sha256).toBe(first.snapshot.sha256);
  expect(notes(made)).toEqual(['10 pages: 6 confirmed by the portal, 4 unchanged by their stamp']);
  expect(ofKind(made.events, 'fetched').map((event) => event.changed)).toEqual([false]);
});

test('with a changed, a new and a removed page only what may differ is requested', async () => {
  const {parliament, made, crawl} = await portal();
  const first = await crawl();
  const bills = parliament.sessions['44-1']!;
  bills['C-11'] = {title: 'Streaming Act', changed: '2024', votes: [5, 8]};
  bills['C-12'] = {title: 'New', changed: '2024', votes: []};
  delete bills['S-2'];
  const {documents, requested, snapshot} = await crawl();
  const {'bill/45-1/X': _, ...expected} = documentsOf(parliament);
  expect(textByName(documents)).toEqual(expected);
  expect(requested).toEqual([
    '/bill/44-1/c-11',
    '/bill/44-1/c-12',
    ...LISTS,
    '/vote/44-1/5',
    '/vote/44-1/8',
    '/vote/45-1/5',
  ]);
  expect(snapshot.sha256).not.toBe(first.snapshot.sha256);
  expect(notes(made)).toEqual(['9 pages: 4 fetched, 3 confirmed by the portal, 2 unchanged by their stamp']);
});

test('a text that changes under an old stamp is kept; one with another URL is not', async () => {
  const {parliament, made, crawl} = await portal();
  await crawl();
  parliament.sessions['44-1']!['C-1']!.title = 'Changed without a word';
  const {documents} = await crawl();
  expect(textByName(documents)['bill/44-1/C-1']).toContain('Étude');
  const moved = crawlOf({base: parliament.base.replace('127.0.0.1', 'localhost')}, ['44-1', '45-1']);
  const {body} = await single(made.fetch(moved, {declared: DECLARED}));
  expect(body.toString()).toContain('Changed without a word');
});

test('without entity tags, or with unstable ones, equal pages are equal bytes', async () => {
  const {parliament, crawl} = await portal();
  const first = await crawl();
  parliament.etags = 'weak';
  const second = await crawl();
  expect(second.requested).toEqual([...LISTS, ...VOTES]);
  expect(second.snapshot.sha256).toBe(first.snapshot.sha256);
  const plain = await portal();
  plain.parliament.etags = 'none';
  const one = await plain.crawl();
  expect(one.documents.map(({etag}) => etag)).toEqual(Array(10).fill(null));
  const two = await plain.crawl();
  expect(two.requested).toEqual([...LISTS, ...VOTES]);
  expect(two.snapshot.sha256).toBe(one.snapshot.sha256);
});

test('pages that may be missing are skipped and reported: 404, a redirect to the search page, a page that says so', async () => {
  const {parliament, made, files} = await portal({mayBeMissing: /<Nothing/});
  const bills = parliament.sessions['44-1']!;
  bills['C-1'] = {title: '', changed: '', votes: []};
  parliament.faults.set('/bill/44-1/c-1', [{kind: 'status', status: 404}]);
  parliament.moved.add('/bill/44-1/c-11');
  parliament.faults.set('/bill/44-1/s-2', [{kind: 'status', status: 200, body: '<Nothing/>'}]);
  const {body} = await single(made.fetch(files, {declared: DECLARED}));
  const names = body
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).name);
  expect(names).toEqual(['bill/45-1/C-2', 'list/44-1', 'list/45-1', 'vote/45-1/5']);
  expect(notes(made)[1]).toBe(
    'pages that the portal does not have are passed over: bill/44-1/C-1, bill/44-1/C-11, bill/44-1/S-2',
  );
});

test('a kind of pages that is missing as a whole is an error', async () => {
  const {parliament, made, files} = await portal({mayBeMissing: true});
  const numbers = Array.from({length: 10}, (_, at) => `C-${at + 1}`);
  const many = numbers.map((number): [string, Bill] => [number, {title: '', changed: '', votes: []}]);
  parliament.sessions = {'44-1': Object.fromEntries(many), '45-1': {}};
  for (const number of numbers) parliament.moved.add(`/bill/44-1/${number.toLowerCase()}`);
  await expect(made.fetch(files, {declared: DECLARED})).rejects.toThrow(
    /none of the 10 pages bill, e.g. http.*correct `url`/,
  );
});

test('a page whose rows disagree about its stamp is requested every time', async () => {
  const {parliament, made} = await portal();
  const bill = {title: '', changed: '1', votes: []};
  const one = {name: 'bill/{../@session}', url: `${parliament.base}/bill/{../@session}/c-1`};
  const requested = async () => {
    await made.fetch(crawlOf(parliament, ['44-1'], one), {declared: DECLARED});
    return parliament.requested();
  };
  parliament.sessions = {'44-1': {'C-1': bill, 'C-2': bill}};
  expect(await requested()).toEqual(['/list/44-1', '/bill/44-1/c-1']);
  expect(await requested()).toEqual(['/list/44-1']);
  parliament.sessions = {'44-1': {'C-1': bill, 'C-2': {...bill, changed: '2'}}};
  expect(await requested()).toEqual(['/list/44-1', '/bill/44-1/c-1']);
  expect(await requested()).toEqual(['/list/44-1', '/bill/44-1/c-1']);
});

test('errors of the declaration are reported: one name at two URLs, rows without the cells of a name', async () => {
  const {parliament, made} = await portal();
  const twice = crawlOf(parliament, ['44-1', '45-1'], {name: 'bill/{../@session}'});
  await expect(made.fetch(twice, {declared: DECLARED})).rejects.toThrow(
    /page bill\/44-1 is at \S+ and at \S+ .*let `name` hold/,
  );
  parliament.sessions = {'44-1': {'C-1': {title: '', changed: '', votes: []}}};
  const blank = crawlOf(parliament, ['44-1'], {name: 'bill/{Changed}'});
  await made.fetch(blank, {declared: DECLARED});
  expect(notes(made).at(-1)).toBe('rows that lead to no page, by what they lack: bill: Changed (1)');
  const seedless = crawlOf(parliament, ['44-1']).map((file) => ({
    ...file,
    via: {
      portal: 'crawl' as const,
      pages: [{kind: 'x', seeds: [{}], name: 'x', url: '{year}', mustMatch: /./}],
    },
  }));
  await expect(made.fetch(seedless, {declared: DECLARED})).rejects.toThrow(
    /one of `each` of the pages x lacks year/,
  );
});
