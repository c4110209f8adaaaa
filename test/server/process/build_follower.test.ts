/** Following `current` from build to build. */
import {mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../../datasets/artefacts.ts';
import {type BuildFollower, followBuilds} from '../../../server/process/build_follower.ts';
import type {BuildOffer} from '../../../server/process/messages.ts';

let dataDir: string;
let closed: string[];
let errors: object[];
let infos: object[];
let served: BuildOffer[];
let builds: BuildFollower;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'builds-'));
  [closed, errors, infos, served] = [[], [], [], []];
  const log = {
    isLevelEnabled: () => false,
    debug() {},
    info: (logFields: object, text: string) => infos.push({...logFields, text}),
    error: (logFields: object) => errors.push(logFields),
  };
  const load = async (folder: string) => {
    const build_id = basename(folder);
    if (build_id === 'broken') throw new Error('damaged');
    const info = {build_id, data_as_of: '', synthetic: false, records: {}};
    return {
      shared: {info, tables: [], datasetFiles: {}, damaged: new SharedArrayBuffer(1)},
      tables: [],
      close: () => closed.push(build_id),
    };
  };
  builds = followBuilds({dataDir, load, log});
});
afterEach(() => rmSync(dataDir, {recursive: true}));

const follow = () =>
  builds.poll(async (offer) => {
    served.push(offer);
  });
const current = () => builds.offer()?.shared.info.build_id ?? null;

function publish(id: string): void {
  const {build, current: link} = dataPaths(dataDir);
  mkdirSync(build(id), {recursive: true});
  const file = (path: string, bytes: number) => ({path, bytes, sha256: ''});
  const datasets = {contracts: {rows: 1, files: [file('rows.parquet', 4)]}};
  const index = {
    contracts: {key: 'k', index: file('contracts.idx', 5), items: file('contracts.items', 6)},
    sources: {key: 'k', index: file('sources.idx', 7)},
  };
  writeFileSync(join(build(id), 'manifest.json'), JSON.stringify({build_id: id, datasets, index}));
  symlinkSync(`builds/${id}`, `${link}.next`);
  renameSync(`${link}.next`, link);
}

test('starts without a build and picks the first one up', async () => {
  await follow();
  await follow();
  expect(current()).toBeNull();
  expect(errors).toHaveLength(1);
  publish('one');
  await follow();
  await follow();
  expect(current()).toBe('one');
  expect(served).toEqual([builds.offer()]);
  const folder = dataPaths(dataDir).build('one');
  expect(served[0]!.files).toEqual([
    {path: join(folder, 'rows.parquet'), bytes: 4},
    {path: join(folder, 'contracts.idx'), bytes: 5},
    {path: join(folder, 'contracts.items'), bytes: 6},
    {path: join(folder, 'sources.idx'), bytes: 7},
  ]);
});

test('switches, and closes the old build once nobody uses it', async () => {
  publish('one');
  await follow();
  publish('two');
  await follow();
  expect(infos).toEqual([
    {build: 'one', before: null, text: 'serving build'},
    {build: 'two', before: 'one', text: 'serving build'},
  ]);
  const [one, two] = served;
  builds.release(two!.serial);
  expect(closed).toEqual([]);
  builds.release(one!.serial);
  builds.release(one!.serial);
  expect(closed).toEqual(['one']);
  expect(infos.at(-1)).toEqual({build: 'one', text: 'closed build'});
  builds.close();
  expect(closed).toEqual(['one', 'two']);
});

test('a build that becomes current again is a new offer', async () => {
  for (const id of ['one', 'two', 'one']) {
    publish(id);
    await follow();
  }
  expect(new Set(served.map(({serial}) => serial)).size).toBe(3);
  builds.release(served[0]!.serial);
  expect([closed, current()]).toEqual([['one'], 'one']);
  builds.close();
  expect(closed.toSorted()).toEqual(['one', 'one', 'two']);
});

test('a build that cannot be opened leaves the old one serving and is logged once', async () => {
  publish('one');
  await follow();
  publish('broken');
  await follow();
  await follow();
  expect(current()).toBe('one');
  expect(errors).toMatchObject([{build: 'broken', serving: 'one', err: {message: 'damaged'}}]);
  publish('two');
  await follow();
  expect(current()).toBe('two');
});

test('a build without a manifest cannot be opened', async () => {
  publish('one');
  rmSync(join(dataPaths(dataDir).build('one'), 'manifest.json'));
  await follow();
  expect([current(), errors]).toMatchObject([null, [{build: 'one', serving: null}]]);
});
