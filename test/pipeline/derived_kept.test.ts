/**
 * Derived entities of a build: taken over where all that they are computed from is unchanged, computed anew
 * otherwise.
 */
import {mkdtemp, readFile, rm, stat, truncate, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, manifestOf, parquetOf} from '../helpers/mirror.ts';

const [CONTRACTS, TENDERS] = ['proactive_contracts', 'canadabuys_tenders'];
const roots: string[] = [];

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'derived-test-'));
  roots.push(root);
  await fillMirror(mirror(), [CONTRACTS, TENDERS]);
  expect(await run('data')).toMatchObject({code: 0});
});
afterAll(async () => {
  for (const one of roots) await rm(one, {recursive: true, force: true});
});

const mirror = () => join(root, 'mirror');
const dataDir = (name: string) => join(root, name);
let clock = Date.now();
/** Load times are whole seconds: a later run must begin in a later one. */
const run = (name: string) => {
  clock += 1000;
  const at = new Date(clock);
  return ingest({DATA_DIR: dataDir(name), MIRROR: mirror()}, {now: () => at});
};

/** The current Parquet of an entity. */
const fileOfEntity = (name: string) => join(dataPaths(dataDir('data')).current, inBuild.derived(name));
/** By entity: the file on the disk that has its rows, and its key. */
async function entities(...names: string[]): Promise<{inode: number; key: string | undefined}[]> {
  const {datasets} = await manifestOf(dataDir('data'));
  return Promise.all(
    names.map(async (name) => ({inode: (await stat(fileOfEntity(name))).ino, key: datasets[name]?.key})),
  );
}

/** Leaves out the last row of a source's file. */
async function shorten(slug: string): Promise<void> {
  const path = fileOf(mirror(), slug);
  const rows = (await readFile(path, 'utf8')).split('\r\n');
  await writeFile(path, [...rows.slice(0, -2), ''].join('\r\n'));
}

test('what reads a changed source is computed again, and all else linked; both are as in a folder of its own', async () => {
  const [vendors, tenders] = await entities('vendors', 'newest_tenders');
  await shorten(TENDERS);
  expect(await run('data')).toMatchObject({code: 0});
  const [same, changed] = await entities('vendors', 'newest_tenders');
  expect(same).toEqual(vendors);
  expect(changed!.inode).not.toBe(tenders!.inode);
  expect(changed!.key).not.toBe(tenders!.key);
  expect(await run('fresh')).toMatchObject({code: 0});
  const files = await parquetOf(dataDir('data'));
  expect(Object.keys(files)).toContain('names/organizations.parquet');
  expect(files).toEqual(await parquetOf(dataDir('fresh')));
});

test('a damaged file is not taken over but computed again', async () => {
  const sound = await parquetOf(dataDir('data'));
  const path = fileOfEntity('vendors');
  await truncate(path, (await stat(path)).size - 9);
  await shorten(TENDERS);
  expect(await run('data')).toMatchObject({code: 0});
  const name = 'vendors/vendors.parquet';
  expect((await parquetOf(dataDir('data')))[name]).toBe(sound[name]);
});

test('of an entity that comes of several datasets only the rows of the changed one are computed again', async () => {
  const AWARDS = 'canadabuys_awards';
  await fillMirror(mirror(), [AWARDS]);
  expect(await run('data')).toMatchObject({code: 0});
  const shares = async () => {
    const {files} = (await manifestOf(dataDir('data'))).datasets['published_names']!;
    return Promise.all(
      files.map(async ({path, key, rows}) => {
        const {ino} = await stat(join(dataPaths(dataDir('data')).current, path));
        return {path, key, rows, ino};
      }),
    );
  };
  const before = await shares();
  const paths = ['contracts', 'awards'].map((dataset) => inBuild.part('published_names', dataset));
  expect(before.map(({path}) => path)).toEqual(paths);
  await shorten(CONTRACTS);
  expect(await run('data')).toMatchObject({code: 0});
  const after = await shares();
  expect(after[1]).toEqual(before[1]);
  expect(after[0]!.key).not.toBe(before[0]!.key);
  expect(after[0]!.ino).not.toBe(before[0]!.ino);
  const {rows} = (await manifestOf(dataDir('data'))).datasets['published_names']!;
  expect(after.map((one) => one.rows).reduce((a, b) => a! + b!)).toBe(rows);
  expect(await run('fresh')).toMatchObject({code: 0});
  expect(await parquetOf(dataDir('data'))).toEqual(await parquetOf(dataDir('fresh')));
});

test('a damaged share is computed again', async () => {
  const sound = await parquetOf(dataDir('data'));
  const name = 'published_names/contracts.parquet';
  const path = join(dataPaths(dataDir('data')).current, 'parquet', name);
  await truncate(path, (await stat(path)).size - 9);
  await shorten(TENDERS);
  expect(await run('data')).toMatchObject({code: 0});
  expect((await parquetOf(dataDir('data')))[name]).toBe(sound[name]);
});
