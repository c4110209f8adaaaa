/** Following `current` from build to build. */
import {lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {
  type BuildFollower,
  type BuildPool,
  type FollowerOptions,
  followBuilds,
  NO_POOL,
} from '../../../server/process/build_follower.ts';
import type {BuildOffer} from '../../../server/process/messages.ts';

let dataDir: string;
let closed: string[];
let errors: object[];
let infos: object[];
let served: BuildOffer[];
let builds: BuildFollower;
let options: FollowerOptions;

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
      shared: {info, tables: [], files: new Map(), damaged: new SharedArrayBuffer(1)},
      tables: [],
      close: () => closed.push(build_id),
    };
  };
  const loadTables = () => () => Promise.reject(new Error('no build is being fetched'));
  options = {dataDir, load, loadTables, documents: async () => ({}), log};
  builds = followBuilds(options);
});
afterEach(() => rmSync(dataDir, {recursive: true}));

const follow = () =>
  builds.poll({
    ...NO_POOL,
    serve: async (offer) => {
      served.push(offer);
    },
  });
/** What happened to builds in the workers. */
let done: string[] = [];
const idOf = (serial: number) =>
  [...served, ...prepared].find((one) => one.serial === serial)?.shared.info.build_id;
let prepared: BuildOffer[] = [];
const pool: BuildPool = {
  serve: async (offer) => {
    served.push(offer);
    done.push(`serve ${offer.shared.info.build_id}`);
  },
  prepare: async (offer) => {
    prepared.push(offer);
    done.push(`prepare ${offer.shared.info.build_id}`);
  },
  retire: (serial) => done.push(`retire ${idOf(serial)}`),
};
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

describe('with time for the build before', () => {
  let now: number;
  beforeEach(() => {
    now = Date.now();
    [done, prepared] = [[], []];
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    builds.close();
    builds = followBuilds({...options, previousMs: 1000});
  });
  afterEach(() => vi.restoreAllMocks());

  test('it is retired when the time is over, or at the next switch', async () => {
    for (const id of ['one', 'two', 'three']) {
      publish(id);
      await builds.poll(pool);
    }
    expect(done).toEqual(['serve one', 'serve two', 'serve three', 'retire one']);
    expect(builds.others().map(({shared}) => shared.info.build_id)).toEqual(['two']);
    now += 999;
    await builds.poll(pool);
    expect(done).toHaveLength(4);
    now += 1;
    await builds.poll(pool);
    await builds.poll(pool);
    expect(done.slice(4)).toEqual(['retire two']);
    expect(builds.others()).toEqual([]);
  });

  test('a prepared build is opened once, and served without being opened again', async () => {
    publish('two');
    publish('one');
    await builds.poll(pool);
    await builds.prepare('two', pool);
    await builds.prepare('two', pool);
    const [offer] = builds.others();
    publish('two');
    await builds.poll(pool);
    expect(done).toEqual(['serve one', 'prepare two', 'serve two']);
    expect(builds.offer()).toBe(offer);
    builds.release(offer!.serial);
    expect(closed).toEqual([]);
  });

  test('of two prepared builds the earlier one is retired; one that cannot be opened changes nothing', async () => {
    for (const id of ['broken', 'three', 'two', 'one']) publish(id);
    await builds.poll(pool);
    await builds.prepare('two', pool);
    await expect(builds.prepare('broken', pool)).rejects.toThrow('damaged');
    await builds.prepare('three', pool);
    expect(done).toEqual(['serve one', 'prepare two', 'prepare three', 'retire two']);
    expect([builds.serving(), builds.others().length]).toEqual(['one', 1]);
  });

  test('a server that is started again soon after a switch opens the build before too', async () => {
    publish('one');
    const {current: link, previous} = dataPaths(dataDir);
    publish('two');
    symlinkSync('builds/one', previous);
    now = lstatSync(link).mtimeMs + 999;
    await builds.poll(pool);
    await builds.reopenPrevious();
    expect(builds.others().map(({shared}) => shared.info.build_id)).toEqual(['one']);
    const later = followBuilds({...options, previousMs: 1000});
    now += 1;
    await later.poll(pool);
    await later.reopenPrevious();
    expect(later.others()).toEqual([]);
    later.close();
  });
});
