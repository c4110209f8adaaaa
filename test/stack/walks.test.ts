/**
 * Cursor walks through whole lists, and what clients see while a new build is published under the running
 * server.
 */
import {cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {crc32} from 'node:zlib';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {ITEM, openOracle} from '../helpers/oracle.ts';
import type {Values} from '../helpers/oracle_database.ts';
import {command, makeKey, manifestOf, type Server, sharedData, startServer} from '../helpers/stack.ts';

let root: string;
let dataDir: string;
let server: Server;
let key: string;
let api: (target: string, headers?: Record<string, string>) => Promise<Answer>;

beforeAll(async () => {
  const shared = await sharedData();
  root = await mkdtemp(join(tmpdir(), 'walks-'));
  dataDir = join(root, 'data');
  await mkdir(dataDir);
  for (const name of await readdir(shared))
    if (!name.startsWith('accounts'))
      await cp(join(shared, name), join(dataDir, name), {recursive: true, verbatimSymlinks: true});
  // Without the build before, a walk goes on in the new one.
  server = await startServer(dataDir, {LOG_LEVEL: 'info', PREVIOUS_BUILD_MS: '0'});
  key = makeKey(dataDir);
  api = apiClient(overHttp(server.base), key);
});
afterAll(async () => {
  await server?.stop();
  await rm(root, {recursive: true, force: true});
});

async function byOffset(target: string, limit: number): Promise<Values[]> {
  const rows: Values[] = [];
  for (;;) {
    const page = await api(`${target}&limit=${limit}&offset=${rows.length}`);
    rows.push(...page.rows);
    if (rows.length >= page.meta.total || page.rows.length === 0) return rows;
  }
}

/** Pages of changing length, from the first to the one without a next cursor. */
async function byCursor(target: string, limits: readonly number[]): Promise<Values[]> {
  const rows: Values[] = [];
  let cursor = '';
  for (let i = 0; ; i++) {
    const {meta, rows: page} = await api(`${target}&limit=${limits[i % limits.length]}${cursor}`);
    expect(meta.offset).toBe(rows.length);
    rows.push(...page);
    if (meta.next_cursor === null) {
      expect(meta.total).toBe(rows.length);
      return rows;
    }
    cursor = `&cursor=${meta.next_cursor}`;
  }
}

test.each([
  ['/contracts?vendor=inc', [97, 200, 3]],
  ['/contracts?sort_by=value&sort_order=asc&date_from=2015-01-01', [150]],
  ['/contracts?sort_by=value&department=sante', [7, 11]],
  ['/disclosures?sort_order=asc&method=competitive', [200, 1]],
  ['/awards?max_value=100000', [60]],
  ['/tenders?department=canada', [200, 9]],
  ['/contracts/stats?group_by=vendor', [13, 77]],
  ['/contracts/stats?group_by=year&min_value=10000', [2]],
  ['/contracts/stats?group_by=vendor&sort_by=count&sort_order=asc', [13, 77]],
  ['/permits/stats?group_by=municipality&sort_by=sum&sort_order=asc', [2]],
  ['/permits/stats?group_by=municipality', [1, 3]],
  ['/grants/stats?group_by=program&sort_by=label', [9]],
  ['/lobbying/communications/stats?group_by=dpoh&sort_by=label&sort_order=desc', [17]],
  ['/awards/stats?group_by=vendor&sort_order=asc', [40]],
  ['/bills/stats?group_by=status', [2]],
  ['/vendors?sort_by=contract_count&sort_order=asc', [31]],
  ['/vendors?q=s&min_value=1000', [40]],
  ['/departments?', [17]],
  ['/sources?', [1]],
  ['/grants?recipient=e&sort_by=value', [200, 61]],
  ['/grants?sort_order=asc&date_to=2020-01-01', [150]],
  ['/grants/recipients?q=a&sort_by=grant_count', [33, 4]],
  ['/grants/stats?group_by=recipient', [90]],
  ['/research_grants?', [200, 77]],
  ['/research_grants?sort_order=asc&q=a&source=sshrc', [111]],
  ['/research_grants/stats?group_by=fiscal_year', [3]],
  ['/infrastructure_projects?sort_by=value&sort_order=asc', [37]],
  ['/infrastructure_projects?', [60]],
  ['/lobbying/registrations?active=true&sort_order=asc', [13, 50]],
  ['/lobbying/communications?institution=canada', [200, 7]],
  ['/lobbying/registrations/stats?group_by=institution', [3, 11]],
  ['/lobbying/communications/stats?group_by=client', [19]],
  ['/bills?law=false', [9, 30]],
  ['/politicians?current=false&sort_order=desc', [41, 200]],
  ['/politicians?', [17]],
  ['/committees?sort_order=desc', [3]],
] as const)('%s: a walk by cursor is the walk by offset', async (target, limits) => {
  const rows = await byCursor(`/api/v1${target}`, limits);
  expect(rows).toEqual(await byOffset(`/api/v1${target}`, 200));
  expect(rows.length).toBeGreaterThan(3);
});

test('a cursor is valid for its own query only, in every format', async () => {
  const {meta, rows} = await api('/api/v1/contracts?vendor=INC&limit=5');
  const next = `cursor=${meta.next_cursor}`;
  const {rows: after} = await api(`/api/v1/contracts?vendor=inc&limit=3&fields=record_id&lang=fr&${next}`);
  const all = await api('/api/v1/contracts?vendor=inc&limit=8');
  expect(all.rows.slice(0, 5)).toEqual(rows);
  expect(after).toEqual(all.rows.slice(5).map(({record_id}) => ({record_id})));
  const lines = await api(`/api/v1/contracts?vendor=inc&limit=3&format=ndjson&${next}`);
  expect(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(all.rows.slice(5));
  expect(lines.headers['x-offset']).toBe('5');
  const other = 'cursor does not match this query.';
  for (const [target, message] of [
    ['/disclosures?vendor=inc', other],
    ['/contracts?vendor=in', other],
    ['/contracts?vendor=inc&sort_order=asc', other],
    ['/contracts?vendor=inc&sort_by=value', other],
    ['/contracts?vendor=inc&offset=0', 'cursor cannot be combined with offset or page.'],
    ['/contracts?vendor=inc&page=1', 'cursor cannot be combined with offset or page.'],
  ] as const)
    expect(await api(`/api/v1${target}&${next}`)).toMatchObject({status: 400, message});
});

interface Held {
  v: number;
  q: string;
  p: {key: unknown; id: unknown};
  n: unknown;
  b: unknown;
}

test('a modified cursor is refused or accepted, never an error', async () => {
  const target = '/api/v1/contracts?sort_by=value&limit=1';
  const {meta} = await api(target);
  const held = JSON.parse(Buffer.from(meta.next_cursor!, 'base64url').toString()) as Held;
  const statusOf = async (cursor: object) => {
    const text = Buffer.from(JSON.stringify(cursor)).toString('base64url');
    return (await fetch(`${server.base}${target}&cursor=${text}`, {headers: {'X-API-Key': key}})).status;
  };
  /** Of a cursor that was made so, with the checksum that belongs to it. */
  const status = (changed: object) => {
    const {q, p, n, b, ...rest} = {...held, ...changed};
    return statusOf({...rest, q, p, n, b, c: crc32(JSON.stringify([q, p, n, b]))});
  };
  expect(await statusOf(held)).toBe(200);
  for (const changed of [{n: 7}, {b: 'another'}, {p: {...held.p, key: '0'}}, {c: 0}])
    expect(await statusOf({...held, ...changed}), JSON.stringify(changed)).toBe(400);
  const {id} = held.p;
  for (const bad of ['1e5', 'abc', '99999999999999999', '1.234', '', 5, {}, '0.1; SELECT 1'])
    expect(await status({p: {key: bad, id}}), `key ${JSON.stringify(bad)}`).toBe(400);
  for (const n of [-1, 0.5, 1e300, '1', null]) expect(await status({n}), `handed ${n}`).toBe(400);
  for (const p of [[], null, 'x', {key: null}, {key: null, id: 5}]) expect(await status({p})).toBe(400);
  for (const changed of [{v: 1}, {q: 5}, {b: null}]) expect(await status(changed)).toBe(400);
  for (const p of [
    {key: null, id},
    {key: '-0.01', id: ''},
    {key: '0', id: '\u0000'},
  ])
    expect(await status({p})).toBe(200);
  expect(await status({b: 'another', n: 9007199254740990})).toBe(200);
});

/** A copy of the corpus without its older registry file, with one vendor renamed. */
async function changedCorpus(): Promise<string> {
  const mirror = join(root, 'changed');
  await cp(join(dataDir, 'corpus/1'), mirror, {recursive: true});
  await rm(join(mirror, 'proactive_contracts/synthetic-contracts-2019.csv'));
  const file = join(mirror, 'proactive_contracts/synthetic-contracts.csv');
  const text = await readFile(file, 'utf8');
  const [name] = /Ardenwick \w+/.exec(text) ?? [];
  await writeFile(file, text.replaceAll(name!, 'Quillmoor Cartography'));
  return mirror;
}

/** Between two requests, which leave the ingest and the switch most of the processor. */
const PAUSE_MS = 20;

/** Requests a page repeatedly until stopped; returns the build of each answer. */
function asking(target: string) {
  const stopped = new AbortController();
  const seen: {build: string; as_of: string; total: number}[] = [];
  const loop = async () => {
    while (!stopped.signal.aborted) {
      const {status, headers, meta} = await api(target);
      expect(status).toBe(200);
      const build = /^"(\w+)-/.exec(headers['etag']!)![1]!;
      seen.push({build, as_of: headers['x-data-as-of']!, total: meta.total});
      await setTimeout(PAUSE_MS);
    }
  };
  const running = loop();
  return async () => {
    stopped.abort();
    await running;
    return seen;
  };
}

const WALKED = '/api/v1/contracts?sort_by=value&sort_order=asc&limit=150';

test('a new build: no request fails, every answer is from one build, walks continue', async () => {
  const before = manifestOf(dataDir);
  const mirror = await changedCorpus();
  const first = await api(WALKED);
  const second = await api(`${WALKED}&cursor=${first.meta.next_cursor}`);
  const stop = asking('/api/v1/disclosures?limit=5');

  await command('pipeline/cli.ts', {DATA_DIR: dataDir, MIRROR: mirror});
  const after = manifestOf(dataDir);
  expect(after.build_id).not.toBe(before.build_id);
  const health = async () => (await (await fetch(`${server.base}/health`)).json()) as {build_id: string};
  await expect.poll(async () => (await health()).build_id).toBe(after.build_id);
  await setTimeout(100);
  const seen = await stop();

  const stateOf = ({build_id, data_as_of, datasets}: typeof before) => ({
    build: build_id,
    as_of: data_as_of,
    total: datasets.disclosures.rows,
  });
  expect(stateOf(before)).not.toEqual(stateOf(after));
  const switched = seen.findIndex(({build}) => build === after.build_id);
  expect(switched).toBeGreaterThan(10);
  for (const [i, one] of seen.entries()) expect(one).toEqual(stateOf(i < switched ? before : after));

  const fresh = await api(WALKED, {'if-none-match': first.headers['etag']!});
  expect(fresh.status).toBe(200);
  expect(fresh.headers['x-data-as-of']).toBe(after.data_as_of);
  expect((await api('/api/v1/contracts?vendor=quillmoor')).meta.total).toBeGreaterThan(0);
  await walkedOn(second);
  expect(server.stderr()).toContain(`"build":"${before.build_id}","msg":"closed build"`);
  expect(server.stderr()).not.toContain('"level":50');
});

/** A page without the client's test of its length: across builds the rows before are no row numbers. */
async function page(target: string): Promise<{data: Values[]; meta: Answer['meta']}> {
  const response = await fetch(server.base + target, {headers: {'X-API-Key': key}});
  expect(response.status).toBe(200);
  return (await response.json()) as {data: Values[]; meta: Answer['meta']};
}

/** The walk that began in the old build continues in the new one after the same key. */
async function walkedOn({rows, meta}: Answer): Promise<void> {
  const {value, record_id} = rows.at(-1)!;
  const oracle = await openOracle(join(dataDir, 'current'));
  const expected = await oracle.rows(`SELECT ${ITEM.contracts} FROM contracts
    WHERE value > ${value} OR value IS NULL OR (value = ${value} AND record_id > '${record_id}')
    ORDER BY value ASC NULLS LAST, record_id`);
  oracle.close();
  const walked: Values[] = [];
  let {next_cursor} = meta;
  while (next_cursor !== null) {
    const next = await page(`${WALKED}&cursor=${next_cursor}`);
    expect(next.meta.offset).toBe(meta.offset + rows.length + walked.length);
    walked.push(...next.data);
    next_cursor = next.meta.next_cursor;
  }
  // The record of the other publisher has tests of its own.
  expect(walked.map(({also_reported_by: _, ...row}) => row)).toEqual(expected);
}
