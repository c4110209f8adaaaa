/**
 * Killed and concurrent ingests, through the real command: the next run, in this process, recovers
 * completely.
 */
import {appendFile, cp, mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {indexHere, ingest, linesOf, spawnIngest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, leftovers, manifestOf, parquetOf} from '../helpers/mirror.ts';
import {seed as SEED} from '../helpers/seed.ts';

const SLUGS = ['proactive_contracts_nil', 'canadabuys_awards', 'proactive_grants_nil'];
/** A kill at a random moment takes two seconds; `make faults` kills at every step. */
const KILLS = Math.ceil(Number(process.env['RUNS'] || 150) / 50);
/** Longest wait between a line of the output and the kill: about the duration of a stage. */
const LONGEST_MS = 300;

let root = '';
let mirror = '';
let undisturbed: Record<string, string> = {};
/** A mirror of the files as they are, and the data folder of its ingest. */
let small = '';
/** Lines that an undisturbed run writes. */
let lines = 0;

/** Numbers from 0 to 1 that depend on the seed only. */
function* random(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kills-test-'));
  mirror = join(root, 'mirror');
  await fillMirror(mirror, SLUGS);
  small = join(root, 'small');
  await fillMirror(join(small, 'mirror'), SLUGS);
  const first = {DATA_DIR: join(small, 'data'), MIRROR: join(small, 'mirror')};
  expect(await ingest(first)).toMatchObject({code: 0});
  const rows = Array.from(
    {length: 12_000},
    (_, at) => `${1000 + at}-${1001 + at}-Q1,org${at},Board ${at} | Conseil\r\n`,
  );
  await appendFile(fileOf(mirror, 'proactive_contracts_nil'), rows.join(''));
  const run = await ingest({DATA_DIR: join(root, 'undisturbed'), MIRROR: mirror}, {index: indexHere});
  expect(run.code).toBe(0);
  lines = linesOf(run.stdout).length;
  undisturbed = await parquetOf(join(root, 'undisturbed'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

test(`kill -9 at any moment: the next run writes the same bytes without leftovers (SEED=${SEED})`, async () => {
  const dataDir = join(root, 'killed');
  const settings = {DATA_DIR: dataDir, MIRROR: mirror};
  const numbers = random(SEED);
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    // Triggered by an event and not by the clock, so that the first kill is never too late.
    const line = 1 + Math.floor(numbers.next().value * (lines - 1));
    const after_ms = round === 0 ? 0 : LONGEST_MS * numbers.next().value;
    const run = await spawnIngest(settings, {kill: {line, after_ms}});
    if (run.signal === 'SIGKILL') {
      killed += 1;
    } else {
      expect(run.code).toBe(0);
      expect(await parquetOf(dataDir)).toEqual(undisturbed);
      await rm(dataDir, {recursive: true});
    }
    // The current build is complete: publishing is atomic.
    if (await exists(dataPaths(dataDir).current)) expect(await parquetOf(dataDir)).toEqual(undisturbed);
  }
  expect(killed).toBeGreaterThan(0);
  const run = await ingest(settings, {index: indexHere});
  expect(run.stderr).not.toContain('FAILED');
  expect(run.code).toBe(0);
  expect(await parquetOf(dataDir)).toEqual(undisturbed);
  expect(await leftovers(dataDir)).toEqual([]);
});

test.each(['"stage":"normalising"', '"kind":"normalised"'])(
  'killed on an old build when it tells %s: the old build serves, the next run renews it',
  async (at) => {
    const folder = await mkdtemp(join(root, 'renewed-'));
    await cp(small, folder, {recursive: true, verbatimSymlinks: true, preserveTimestamps: true});
    const [dataDir, renewed] = [join(folder, 'data'), join(folder, 'mirror')];
    const settings = {DATA_DIR: dataDir, MIRROR: renewed};
    const old = await parquetOf(dataDir);
    const more = '2030-2031-Q1,org1,Board | Conseil\r\n';
    await appendFile(fileOf(renewed, 'proactive_contracts_nil'), more);
    const run = await spawnIngest(settings, {kill: {at}});
    expect(run.signal).toBe('SIGKILL');
    expect(await parquetOf(dataDir)).toEqual(old);
    expect(await ingest(settings)).toMatchObject({code: 0});
    const nil = (await manifestOf(dataDir)).sources.find((one) => one.slug === 'proactive_contracts_nil');
    expect(nil).toMatchObject({kept: 3, stale: null});
    expect(await leftovers(dataDir)).toEqual([]);
  },
);

test('after kills during work and before the clean-up, a run without work cleans up', async () => {
  const dataDir = join(root, 'twice');
  const settings = {DATA_DIR: dataDir, MIRROR: mirror};
  expect(await spawnIngest(settings, {kill: {at: '"stage":"writing"'}})).toMatchObject({signal: 'SIGKILL'});
  expect(await spawnIngest(settings, {kill: {at: '"kind":"published"'}})).toMatchObject({signal: 'SIGKILL'});
  expect(await ingest(settings)).toMatchObject({code: 0});
  expect(await parquetOf(dataDir)).toEqual(undisturbed);
  expect(await leftovers(dataDir)).toEqual([]);
});

test('a concurrent second ingest is refused and changes nothing', async () => {
  const dataDir = join(root, 'doubled');
  const settings = {DATA_DIR: dataDir, MIRROR: mirror};
  const first = spawnIngest(settings);
  const holder = async () =>
    /"pid":(\d+)/.exec(await readFile(dataPaths(dataDir).lock, 'utf8').catch(() => ''))?.[1];
  let pid = await holder();
  for (; pid === undefined; pid = await holder()) await new Promise((done) => setTimeout(done, 5));
  // It stands still until the second has looked: on a busy machine that one may begin when it is done.
  process.kill(Number(pid), 'SIGSTOP');
  const second = await ingest(settings).finally(() => process.kill(Number(pid), 'SIGCONT'));
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/another ingest \(process \d+\) works on this data: wait for it/);
  expect(await first).toMatchObject({code: 0});
  expect(await parquetOf(dataDir)).toEqual(undisturbed);
  expect(await leftovers(dataDir)).toEqual([]);
});
