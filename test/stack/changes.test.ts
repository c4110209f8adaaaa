/** Changes by the API: three nights of golden files, ingested and compiled, and answered by the real engine. */
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {openBuild} from '../../engine/open.ts';
import type {Engine, Row} from '../../engine/types.ts';
import {accountTables} from '../../server/accounts/tables.ts';
import {changedRecords} from '../../server/alerts/changed_records.ts';
import {followed} from '../../server/alerts/followed.ts';
import {matchSearches} from '../../server/alerts/match.ts';
import {ROUTES} from '../../server/api/routes/index.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import {type Answer, apiClient} from '../helpers/api.ts';
import {handle} from '../helpers/handle.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, manifestOf} from '../helpers/mirror.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';
import {type Service, testService} from '../helpers/service.ts';
import {toldAsListed} from '../helpers/told_as_listed.ts';
import {named, parseXml, textOf} from '../helpers/xml_tree.ts';

const AWARDS = 'canadabuys_awards';
const NIGHTS = 3;

/** What the saved searches of the tests have in common. */
const SEARCH = {name: 'Awards', language: 'en', address: null, secret: null} as const;

let service: Service;
const engines: Engine[] = [];
let root: string;
/** Ids of the builds, and what the whole export of awards said in each. */
const builds: {id: string; export: string}[] = [];
let api: (target: string) => Promise<Answer>;

/** The file without an award that has one row, and with another title of one. */
const withoutFuel = (file: string): string => file.replace(/^"Fuel".*\r\n/m, '');
const withoutPumps = (file: string): string => file.replace(/^"","Pompes".*\r\n/m, '');
const titled = (file: string): string => file.replace(/^"Gardens"/m, '"Other gardens"');

/** The publisher's file of each night, of the golden one. */
const FILES: ((file: string) => string)[] = [
  (file) => file,
  // An award is withdrawn, and another one has a new title.
  (file) => withoutFuel(titled(file)),
  // It is back, and another one is withdrawn.
  (file) => withoutPumps(titled(file)),
];

const text = async (target: string): Promise<string> => {
  const {body} = await handle(
    {method: 'GET', target, headers: {'x-api-key': service.key}} as never,
    service.context,
  );
  if (!isStreamed(body)) return String(body);
  const parts: Buffer[] = [];
  for (let part = await body.next(); part; part = await body.next()) parts.push(Buffer.from(part));
  body.close();
  return Buffer.concat(parts).toString();
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'changes-test-'));
  service = await testService();
  const [mirror, dataDir] = [join(root, 'mirror'), join(root, 'data')];
  await fillMirror(mirror, [AWARDS]);
  const golden = await readFile(fileOf(mirror, AWARDS), 'utf8');
  for (let night = 0; night < NIGHTS; night++) {
    await writeFile(fileOf(mirror, AWARDS), FILES[night]!(golden));
    const now = () => new Date(Date.UTC(2026, 10, 20 + night, 6));
    const ran = await ingest({DATA_DIR: dataDir, MIRROR: mirror, ACCEPT: AWARDS}, {now, index: indexHere});
    expect(ran.code, ran.stdout.slice(-1500) + ran.stderr).toBe(0);
    const engine = await openBuild(dataPaths(dataDir).current);
    engines.push(engine);
    service.context.builds = {
      info: () => engine.info,
      acquire: () => ({engine, release: () => {}}),
      isReadable: () => true,
    };
    const whole = await text('/api/v1/export/awards?format=ndjson');
    builds.push({id: (await manifestOf(dataDir)).build_id, export: whole});
  }
  api = apiClient((request) => handle(request, service.context), service.key);
}, 300_000);
afterAll(async () => {
  for (const engine of engines) await engine.close();
  service.close();
  await rm(root, {recursive: true, force: true});
});

const path = '/api/v1/changes/awards';
const said = ({record_id, kind, build_id}: Row) => ({record_id, kind, build_id});

test('a list of changes, newest first, with exact totals, filters and cursors', async () => {
  const {rows, meta} = await api(path);
  expect(rows.map(({kind}) => kind).sort()).toEqual(['changed', 'removed', 'removed', 'returned']);
  expect(meta).toMatchObject({total: 4, build: builds[2]!.id, kept_from: '2026-11-20T06:00:00'});
  expect(rows.map((row) => row['changed_at'])).toEqual(
    rows
      .map((row) => row['changed_at'])
      .toSorted()
      .reverse(),
  );
  const title = rows.find(({kind}) => kind === 'changed')!;
  expect(title['build_id']).toBe(builds[1]!.id);
  expect(title['fields']).toContainEqual(expect.objectContaining({old: expect.stringContaining('Gardens')}));
  expect(new Set(rows.map(({cause}) => cause))).toEqual(new Set(['publisher']));
  const walked: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = await api(`${path}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(page.meta.total).toBe(4);
    walked.push(...page.rows);
    cursor = page.meta.next_cursor;
  }
  expect(walked).toEqual(rows);
  const removed = await api(`${path}?kind=removed,returned&cause=publisher`);
  expect(removed.meta.total).toBe(3);
  expect((await api(`${path}?cause=pipeline,unknown`)).meta.total).toBe(0);
  const csv = await api(`${path}?format=csv&fields=kind,record_id`);
  expect(csv.text.split('\r\n').filter(Boolean)).toHaveLength(5);
  // A cursor of another dataset is another query.
  const {next_cursor} = (await api(`${path}?limit=2`)).meta;
  expect((await api(`/api/v1/changes/contracts?limit=2&cursor=${next_cursor}`)).status).toBe(400);
});

test('since a build or a time; a build outside of the line is refused with what to do', async () => {
  const after = async (since: string) => (await api(`${path}?since=${since}`)).rows.map(said);
  const all = (await api(path)).rows.map(said);
  expect(await after(builds[0]!.id)).toEqual(all);
  expect(await after(builds[1]!.id)).toEqual(all.slice(0, 2));
  expect(await after(builds[2]!.id)).toEqual([]);
  expect(await after('2026-11-22')).toEqual(all.slice(0, 2));
  const {status, message} = await api(`${path}?since=0123456789abcdef`);
  expect([status, message]).toEqual([400, expect.stringContaining('download the whole export')]);
  for (const wrong of ['yesterday', '0123456789abcde', '2026-13-01']) {
    const refused = await api(`${path}?since=${wrong}`);
    expect([refused.status, refused.headers['x-error-reason']]).toEqual([400, 'invalid_since']);
    expect(refused.message).toMatch(/^since must be the id of a build, a date, or a time/);
  }
});

test('unknown datasets are told from known ones', async () => {
  const {status, headers} = await api('/api/v1/changes/vendors');
  expect([status, headers['x-error-detail']]).toEqual([404, expect.stringContaining('awards')]);
});

test('the history of a record, also of one that is gone; its 404 says when and why', async () => {
  const {rows} = await api(`${path}?kind=removed&limit=1`);
  const id = String(rows[0]!['record_id']);
  const kindsOf = async (of: string) =>
    (await api(`/api/v1/awards/${of}/history`)).rows.map(({kind}) => kind);
  expect(await kindsOf(id)).toEqual(['removed']);
  const back = (await api(`${path}?kind=returned`)).rows[0]!;
  expect(await kindsOf(String(back['record_id']))).toEqual(['returned', 'removed']);
  const gone = await api(`/api/v1/awards/${id}`);
  expect([gone.status, gone.headers['x-removed-at'], gone.headers['x-error-reason']]).toEqual([
    404,
    '2026-11-22T06:00:00Z',
    'record_removed',
  ]);
  expect(gone.message).toContain('its publisher no longer lists it');
  const kept = String((await api('/api/v1/awards?limit=1')).rows[0]!['record_id']);
  expect((await api(`/api/v1/awards/${kept}/history`)).status).toBe(200);
  const never = await api('/api/v1/awards/a_0000000000000000');
  expect([never.status, never.headers['x-removed-at']]).toEqual([404, undefined]);
  expect((await api('/api/v1/awards/a_0000000000000000/history')).status).toBe(404);
});

test('feeds carry deletions by the name that the entry had', async () => {
  const {text: atom} = await api('/api/v1/awards?format=atom');
  const [deleted, ...more] = named(parseXml(atom), 'at:deleted-entry');
  expect(more).toEqual([]);
  expect(deleted!.attributes).toMatchObject({when: '2026-11-22T06:00:00Z'});
  // The same feed of the first night has the entry.
  const engine = engines[0]!;
  const now = service.context.builds;
  service.context.builds = {...now, info: () => engine.info, acquire: () => ({engine, release: () => {}})};
  const before = parseXml((await api('/api/v1/awards?format=atom')).text);
  service.context.builds = now;
  expect(named(before, 'at:deleted-entry')).toEqual([]);
  expect(named(before, 'entry').map((one) => textOf(one, 'id'))).toContain(deleted!.attributes['ref']);
  expect((await api('/api/v1/awards?format=atom&offset=1')).text).not.toContain('deleted-entry');
});

/** The order of the whole export: newest first, without a date last, then by id. */
function inOrder([x, a]: [string, string], [y, b]: [string, string]): number {
  const [one, other] = [a, b].map((line) => String((JSON.parse(line) as Row)['date'] ?? ''));
  if (one !== other) return one! < other! ? 1 : -1;
  return x < y ? -1 : 1;
}

/** Applies operations to a whole export; lines of records have their id. */
function applied(whole: string, operations: string): string {
  const lines = new Map(
    whole
      .split('\n')
      .filter(Boolean)
      .map((line) => [String((JSON.parse(line) as Row)['record_id']), line]),
  );
  for (const line of operations.split('\n').filter(Boolean)) {
    const {operation, id} = JSON.parse(line) as Row;
    if (operation === 'delete') lines.delete(String(id));
    else lines.set(String(id), /"record":(\{.*\})\}$/.exec(line)![1]!);
  }
  return [...lines]
    .sort(inOrder)
    .map(([, line]) => `${line}\n`)
    .join('');
}

test('an older export and the operations since give the newest one, byte for byte', async () => {
  for (const {id, export: whole} of builds) {
    const operations = await text(`/api/v1/export/awards?format=ndjson&since=${id}`);
    expect(applied(whole, operations)).toBe(builds[2]!.export);
  }
  expect(await text(`/api/v1/export/awards?format=ndjson&since=${builds[2]!.id}`)).toBe('');
  const refused = await api(`/api/v1/export/awards?since=${builds[0]!.id}&vendor=a`);
  expect([refused.status, refused.headers['x-error-param']]).toEqual([400, 'since']);
  const wrongForm = await api(`/api/v1/export/awards?since=${builds[0]!.id}&format=csvw`);
  expect([wrongForm.status, wrongForm.headers['x-error-param']]).toEqual([400, 'since']);
  // Contracting processes are no records with operations.
  const ocds = ROUTES.find((route) => route.path === '/export/ocds')!;
  expect(Object.keys(ocds.own.parameters)).toEqual(['package']);
});

test('since a time goes on from the build that was surely served then', async () => {
  const since = (value: string) => text(`/api/v1/export/awards?format=ndjson&since=${value}`);
  // The load of the third build began at 06:00; who took an export at 07:00 may have that of the second.
  expect(await since('2026-11-22T07:00:00')).toBe(await since(builds[1]!.id));
  expect(await since('2026-11-22T05:59:59.5Z')).toBe(await since(builds[1]!.id));
  expect(await since('2026-11-22T05:00:00Z')).toBe(await since(builds[0]!.id));
  for (const early of ['2026-11-19', '2026-11-20T07:00:00']) {
    const {status, message} = await api(`/api/v1/export/awards?since=${early}`);
    expect([status, message]).toEqual([400, expect.stringContaining('download the whole export')]);
  }
});

test('the operations as Parquet are those of NDJSON', async () => {
  const target = `/api/v1/export/awards?since=${builds[0]!.id}`;
  const {body} = await handle(
    {method: 'GET', target: `${target}&format=parquet`, headers: {'x-api-key': service.key}} as never,
    service.context,
  );
  const file = join(root, 'changes.parquet');
  await writeFile(file, body as Buffer);
  const {db, close} = await memoryDatabase();
  const read = await db.runAndReadAll(
    `SELECT operation, id, record::VARCHAR FROM read_parquet(${literal(file)})`,
  );
  close();
  const lines = (await text(`${target}&format=ndjson`)).split('\n').filter(Boolean);
  expect(read.getRows()).toEqual(
    lines.map((line) => {
      const {operation, id} = JSON.parse(line) as Row;
      return [operation, id, /"record":(\{.*\})\}$/.exec(line)?.[1] ?? null];
    }),
  );
});

const night = (at: number) => ({id: builds[at]!.id, engine: engines[at]!});

test('saved searches tell what changed as the lists of both builds have it', () => {
  const spans: [number, number][] = [
    [0, 1],
    [1, 2],
    [0, 2],
  ];
  const lists = [
    '/awards',
    '/awards?q=gardens',
    '/awards?title=gardens',
    '/awards?title=other%20gardens',
    '/awards?vendor=a',
    '/awards?min_value=1000',
    '/awards?awarded_after=2020-01-01&q=fuel',
    '/awards?q=zzzz',
  ];
  const told = spans.map((span) =>
    lists.flatMap((list) => Object.keys(toldAsListed(list, night(span[0]), night(span[1])))),
  );
  expect(told.map((kinds) => [...new Set(kinds)].sort())).toEqual([
    ['changed', 'removed'],
    ['removed', 'returned'],
    ['changed', 'removed'],
  ]);
  expect(toldAsListed('/awards?title=gardens', night(0), night(1))['changed']).toHaveLength(1);
});

test('each search is compared once, and what changed of equal lists is stored once', async () => {
  const {database} = service.store;
  const tables = accountTables({database});
  const at = new Date('2026-11-24T12:00:00Z');
  const add = (
    list: string,
    channel: 'mail' | 'feed',
    cadence: 'build' | 'day' | 'week',
    build = builds[1]!.id,
  ) =>
    tables.searches.add(
      {
        ...SEARCH,
        account: 1,
        list: followed(list).list,
        channel,
        cadence,
        build,
        token: channel === 'feed' ? list + cadence : null,
      },
      null,
      at,
    )!;
  const [now, daily, weekly, feed] = [
    add('/awards', 'mail', 'build'),
    add('/awards', 'mail', 'day'),
    add('/awards', 'mail', 'week'),
    add('/awards', 'feed', 'day'),
  ];
  const [none, next, paused] = [
    add('/awards?q=zzzz', 'mail', 'build'),
    add('/awards?q=gardens', 'mail', 'build', ''),
    add('/awards?q=fuel', 'mail', 'build'),
  ];
  tables.searches.pause(paused.id, 1);
  const run = (owner: string) =>
    matchSearches({
      database,
      engine: engines[2]!,
      earlier: (id) => engines[builds.findIndex((one) => one.id === id)] ?? null,
      owner,
      now: () => at.getTime(),
      log: service.context.log,
      goesOn: () => true,
    });
  // Another one looks for this build, until it is silent for too long.
  tables.searchChanges.begin(builds[2]!.id, 'other', at, new Date(at.getTime() + 1000));
  expect(await run('this')).toBeNull();
  expect(tables.searches.byId(now.id)?.build).toBe(builds[1]!.id);
  tables.searchChanges.begin(builds[2]!.id, 'other', at, new Date(at.getTime() - 1));
  expect(await run('this')).toEqual({lists: 3, searches: 6, changed: 1});
  expect(await run('this')).toEqual({lists: 0, searches: 0, changed: 0});
  const due = (search: {id: number}) => tables.searches.byId(search.id)?.due_at ?? null;
  expect([now, daily, weekly, feed, none, next, paused].map(due)).toEqual([
    at.toISOString(),
    '2026-11-25T11:00:00.000Z',
    '2026-11-30T11:00:00.000Z',
    null,
    null,
    null,
    null,
  ]);
  const newest = tables.searchChanges.newest('/awards')!;
  const [stored, ...more] = tables.searchChanges.between('/awards', 0, newest);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({
    since: builds[1]!.id,
    build: builds[2]!.id,
    counts: {removed: 1, returned: 1},
  });
  // Changes that only the pipeline made are told to nobody.
  expect(changedRecords(engines[2]!, 'awards', builds[2]!.id).size).toBe(0);
});
