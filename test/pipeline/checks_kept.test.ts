/**
 * Data checks of a build: their outcomes are taken over where all that they read is unchanged, and computed
 * anew otherwise.
 */
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeEach, expect, test} from 'vitest';
import {type CheckResult, dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {manifestText} from '../../builds/manifest_text.ts';
import {ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, manifestOf} from '../helpers/mirror.ts';

const [CONTRACTS, TENDERS] = ['proactive_contracts', 'canadabuys_tenders'];
const roots: string[] = [];
const DAY = 86_400_000;

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'checks-test-'));
  roots.push(root);
  await fillMirror(mirror(), [CONTRACTS, TENDERS]);
  expect(await run()).toMatchObject({code: 0});
});
afterAll(async () => {
  for (const one of roots) await rm(one, {recursive: true, force: true});
});

const mirror = () => join(root, 'mirror');
let clock = Date.now();
/** Load times are whole seconds: a later run must begin in a later one. */
const run = (later = 1000) => {
  clock += later;
  const at = new Date(clock);
  return ingest({DATA_DIR: join(root, 'data'), MIRROR: mirror()}, {now: () => at});
};

/** Leaves out the last row of a source's file. */
async function shorten(slug: string): Promise<void> {
  const path = fileOf(mirror(), slug);
  const rows = (await readFile(path, 'utf8')).split('\r\n');
  await writeFile(path, [...rows.slice(0, -2), ''].join('\r\n'));
}

/** Has the current build say of every check of contracts and tenders that it does not hold. */
async function denyAll(change: (one: CheckResult) => CheckResult = (one) => one): Promise<void> {
  const path = join(dataPaths(join(root, 'data')).current, inBuild.manifest);
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const checks = manifest.checks.map((one) =>
    ['contracts', 'tenders'].includes(one.dataset) ? change({...one, passed: false}) : one,
  );
  await writeFile(path, manifestText({...manifest, checks}));
}

const checksOf = async (dataset: string) =>
  (await manifestOf(join(root, 'data'))).checks.filter((one) => one.dataset === dataset);
const failedOf = async (dataset: string) =>
  (await checksOf(dataset)).filter(({passed}) => !passed).map(({name}) => name);

test('outcomes of a dataset whose files are the same are taken over, those of a changed one are not', async () => {
  const keys = (await checksOf('contracts')).map(({key}) => key);
  expect(new Set(keys).size).toBe(keys.length);
  await denyAll();
  await shorten(TENDERS);
  // What was denied is believed, so that the build is refused.
  const refused = await run();
  expect(refused.code).not.toBe(0);
  expect(refused.stderr + refused.stdout).toMatch(/contracts: ids are unique/);
  expect(refused.stderr + refused.stdout).not.toMatch(/tenders: ids are unique/);
});

test('outcomes of a changed dataset are computed anew', async () => {
  const sound = await failedOf('contracts');
  await denyAll();
  await shorten(TENDERS);
  await shorten(CONTRACTS);
  expect(await run()).toMatchObject({code: 0});
  expect(await failedOf('contracts')).toEqual(sound);
  expect(await failedOf('tenders')).toEqual([]);
});

test('a check that reads the data date is made again on another day, others are not', async () => {
  const before = await checksOf('contracts');
  await shorten(TENDERS);
  expect(await run(2 * DAY)).toMatchObject({code: 0});
  const after = await checksOf('contracts');
  const changed = after.filter(({key}, i) => key !== before[i]?.key).map(({name}) => name);
  expect(changed.length).toBe(1);
  expect(after.map(({key: _, ...one}) => one)).toEqual(before.map(({key: _, ...one}) => one));
});

test('checks of a build without keys are all made', async () => {
  const sound = await failedOf('contracts');
  await denyAll(({key: _, ...one}) => one);
  await shorten(TENDERS);
  expect(await run()).toMatchObject({code: 0});
  expect(await failedOf('contracts')).toEqual(sound);
});
