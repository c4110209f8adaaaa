/** Files of tables come first, and each table is told once it has all of them. */
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {KEYS, type PublishedFile} from '../../storage/documents.ts';
import {Arrivals, fetchOrder, type TableFiles} from '../../storage/fetch_order.ts';
import {currentTag, publishBuild} from '../../storage/publish_build.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {idOf, sha256, writeBuild} from '../helpers/published.ts';

let root: string;
let store: MemoryStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fetch-order-'));
  store = memoryStore();
});
afterEach(() => rmSync(root, {recursive: true, force: true}));

const file = (path: string, bytes: number, hash = path): PublishedFile => ({path, bytes, sha256: hash});
const TABLES: TableFiles = new Map([
  ['small', new Set(['small.idx', 'small.values'])],
  ['large', new Set(['large.idx', 'large.values'])],
]);

test('tables come in the order of their largest files, then other files, then doubles', () => {
  const files = [
    file('export', 900),
    file('small.idx', 40),
    file('small.values', 30),
    file('report', 5),
    file('large.values', 10),
    file('large.idx', 700),
    file('double', 900, 'export'),
  ];
  const paths = (tables: TableFiles) => fetchOrder(files, tables).map((group) => group.map(({path}) => path));
  expect(paths(TABLES)).toEqual([
    ['large.idx', 'large.values', 'small.idx', 'small.values', 'export', 'report'],
    ['double'],
  ]);
  expect(paths(new Map())).toEqual([
    ['export', 'large.idx', 'small.idx', 'small.values', 'large.values', 'report'],
    ['double'],
  ]);
});

test('a table is complete once, with its last file, in any order', () => {
  const arrivals = new Arrivals(TABLES);
  const complete = ['small.values', 'export', 'large.idx', 'small.idx', 'small.idx', 'large.values'].map(
    (path) => arrivals.add(path),
  );
  expect(complete).toEqual([[], [], [], ['small'], [], ['large']]);
});

const BODIES: Record<string, string> = {
  'export/contracts.parquet': 'as one file, '.repeat(9000),
  'parquet/contracts/one.parquet': 'a part, '.repeat(8000),
  'index/contracts.idx': 'an index, '.repeat(700),
  'index/contracts.values': 'values',
  'index/contracts.items': 'items, '.repeat(300),
  'index/contracts.details': 'the same',
  'index/contracts.found': 'the same',
  'index/grants.idx': 'of grants',
};

async function publish(bodies = BODIES, tables = ['contracts', 'grants']): Promise<void> {
  const publisher = join(root, 'publisher');
  const manifest = writeBuild(publisher, 1, bodies, tables);
  const options = {expected: await currentTag(store), quorum: 0, quorumMs: 0, now: () => new Date()};
  await publishBuild(store, dataPaths(publisher).build(idOf(1)), manifest, options);
}

const replica = () => join(root, 'replica');

/** Stages the build; returns the tables that were told, and which of their files were there then. */
async function stage(): Promise<Record<string, string[]>> {
  const told: Record<string, string[]> = {};
  await stageBuild(store, idOf(1), replica(), {
    onTable(table, folder) {
      expect(told[table]).toBeUndefined();
      expect(readFileSync(join(folder, inBuild.manifest), 'utf8')).toContain(idOf(1));
      told[table] = Object.keys(BODIES).filter(
        (path) =>
          path.startsWith(`index/${table}.`) &&
          existsSync(join(folder, path)) &&
          readFileSync(join(folder, path), 'utf8') === BODIES[path],
      );
    },
  });
  return told;
}

const ofTable = (table: string) => Object.keys(BODIES).filter((path) => path.startsWith(`index/${table}.`));
const ALL = {contracts: ofTable('contracts'), grants: ofTable('grants')};

test('each table is told when all its files are there under their names, doubles too', async () => {
  await publish();
  expect(await stage()).toEqual(ALL);
  for (const [path, body] of Object.entries(BODIES))
    expect(readFileSync(join(dataPaths(replica()).build(idOf(1)), path), 'utf8')).toBe(body);
});

test('the manifest is fetched before all, and other files after those of the tables, however large', async () => {
  const tables = Array.from({length: 20}, (_, n) => `table_${n}`);
  const indexes = tables.map((name, n) => [inBuild.index(name), `${n} `.repeat(1 + n * 30)]);
  const others = {
    'export/contracts.parquet': 'as one file, '.repeat(9000),
    'parquet/a.parquet': 'part'.repeat(800),
  };
  await publish({...Object.fromEntries(indexes), ...others}, tables);
  store.calls = [];
  await stageBuild(store, idOf(1), replica(), {onTable() {}});
  const opened = store.calls.filter((call) => call.startsWith('open objects/')).map((call) => call.slice(5));
  const placeOf = (body: string | Buffer) => opened.indexOf(KEYS.object(sha256(body)));
  expect(placeOf(readFileSync(join(dataPaths(replica()).build(idOf(1)), inBuild.manifest)))).toBe(0);
  // Eight are asked for at a time, in no certain order.
  for (const body of Object.values(others)) expect(placeOf(body)).toBeGreaterThan(tables.length - 8);
});

test('a run that was broken off tells all tables again, those of before from what is there', async () => {
  await publish();
  const key = KEYS.object(sha256(BODIES['export/contracts.parquet']!));
  store.before = (call) => {
    if (call === `open ${key}`) throw new Error('killed');
  };
  await expect(stage()).rejects.toThrow('killed');
  store.before = () => {};
  store.calls = [];
  expect(await stage()).toEqual(ALL);
  expect(store.calls).not.toContain(`open ${KEYS.object(sha256(BODIES['index/contracts.idx']!))}`);
});

test('a table with a damaged object is not told, and the error is the one without tables', async () => {
  await publish();
  store.objects.get(KEYS.object(sha256('values')))!.body = Buffer.from('velues');
  const told: string[] = [];
  const staged = stageBuild(store, idOf(1), replica(), {onTable: (table) => told.push(table)});
  await expect(staged).rejects.toThrow('is not what its name');
  expect(told).not.toContain('contracts');
});

test('a damaged manifest tells no table; the build is refused as ever', async () => {
  await publish();
  const manifest = join(dataPaths(join(root, 'publisher')).build(idOf(1)), inBuild.manifest);
  store.objects.get(KEYS.object(sha256(readFileSync(manifest))))!.body = Buffer.from('{}');
  const told: string[] = [];
  const staged = stageBuild(store, idOf(1), replica(), {onTable: (table) => told.push(table)});
  await expect(staged).rejects.toThrow('ended early');
  expect(told).toEqual([]);
});
