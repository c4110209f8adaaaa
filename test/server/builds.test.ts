/** Following `current` from build to build. */
import {mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {places} from '../../datasets/artefacts.ts';
import {openBuilds} from '../../server/builds.ts';
import {type ScanEngine, scanEngine} from '../helpers/engine.ts';

let dataDir: string;
let engines: Map<string, ScanEngine>;
let errors: object[];
const log = {
  isLevelEnabled: () => false,
  debug() {},
  info() {},
  error: (facts: object) => errors.push(facts),
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'builds-'));
  engines = new Map();
  errors = [];
});
afterEach(() => rmSync(dataDir, {recursive: true}));

async function open(folder: string) {
  const id = basename(folder);
  if (id === 'broken') throw new Error('damaged');
  const engine = scanEngine({}, {build_id: id});
  engines.set(id, engine);
  return engine;
}

function publish(id: string): void {
  const {build, current} = places(dataDir);
  mkdirSync(build(id), {recursive: true});
  writeFileSync(join(build(id), 'rows.parquet'), 'four');
  const datasets = {contracts: {rows: 1, files: [{path: 'rows.parquet', bytes: 4, sha256: ''}]}};
  writeFileSync(join(build(id), 'manifest.json'), JSON.stringify({build_id: id, datasets}));
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

const start = () => openBuilds({dataDir, open, log});

test('starts without a build and picks the first one up', async () => {
  const builds = await start();
  expect(builds.info()).toBeNull();
  expect(await builds.readable()).toBe(false);
  expect(() => builds.hold()).toThrow(expect.objectContaining({status: 503}));
  await builds.follow();
  expect(errors).toHaveLength(1);
  publish('one');
  await builds.follow();
  expect(builds.info()?.build_id).toBe('one');
  expect(await builds.readable()).toBe(true);
});

test('switches, and closes the old build when its running work is done', async () => {
  publish('one');
  const builds = await start();
  const running = [builds.hold(), builds.hold()];
  publish('two');
  await builds.follow();
  const later = builds.hold();
  expect([running[0]!, later].map(({engine}) => engine.info.build_id)).toEqual(['one', 'two']);
  running[0]!.release();
  expect(engines.get('one')?.closed).toBe(0);
  running[1]!.release();
  expect(engines.get('one')?.closed).toBe(1);
  later.release();
  await builds.close();
  expect(engines.get('two')?.closed).toBe(1);
});

test('a build that cannot be opened leaves the old one serving and is logged once', async () => {
  publish('one');
  const builds = await start();
  publish('broken');
  await builds.follow();
  await builds.follow();
  expect(builds.info()?.build_id).toBe('one');
  expect(errors).toMatchObject([{build: 'broken', serving: 'one', err: {message: 'damaged'}}]);
  publish('two');
  await builds.follow();
  expect(builds.info()?.build_id).toBe('two');
});

test('a missing or cut file makes the build unreadable', async () => {
  publish('one');
  const builds = await start();
  writeFileSync(join(places(dataDir).build('one'), 'rows.parquet'), 'cut');
  expect(await builds.readable()).toBe(false);
});
