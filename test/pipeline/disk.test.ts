/**
 * A full disk, through the real command: the error names folder and remedy, the old build stays, and a run
 * with room mends it.
 */
import {execFile} from 'node:child_process';
import {appendFile, cp, mkdir, mkdtemp, rm, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {indexHere, ingest, spawnIngest} from '../helpers/ingest.ts';
import {buildOf, fileOf, fillMirror, leftovers, manifestOf, parquetOf} from '../helpers/mirror.ts';

const run = promisify(execFile);
const SLUGS = ['proactive_contracts_nil', 'proactive_grants_nil'];
/** Rows of the larger file: the working database of their part outgrows the largest bound below. */
const ROWS = 20_000;
const REMEDY = /the disk is full .*free space there or set DATA_DIR to another disk, then run again/;

let root = '';
let mirror = '';
let base = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'disk-test-'));
  mirror = join(root, 'mirror');
  base = join(root, 'base');
  await fillMirror(mirror, SLUGS);
  expect(await ingest({DATA_DIR: base, MIRROR: mirror}, {index: indexHere})).toMatchObject({code: 0});
  const rows = Array.from(
    {length: ROWS},
    (_, at) => `${1000 + at}-${1001 + at}-Q1,org${at},Board ${at} | Conseil\r\n`,
  );
  await appendFile(fileOf(mirror, 'proactive_contracts_nil'), rows.join(''));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Blocks of 1,024 bytes that a file may have: refused are the snapshot, the working database, the part. */
test.each([4, 128, 900])('no file may grow beyond %i kB', async (blocks) => {
  const dataDir = join(root, `limited-${blocks}`);
  await cp(base, dataDir, {recursive: true, verbatimSymlinks: true});
  const [build, parquet] = [await buildOf(dataDir), await parquetOf(dataDir)];
  const settings = {DATA_DIR: dataDir, MIRROR: mirror};
  // Without the signal, a write beyond the limit fails as it does on a full disk.
  const full = await spawnIngest(settings, {before: `trap '' XFSZ; ulimit -f ${blocks};`});
  expect(full.signal).toBeNull();
  expect(full.code).toBe(1);
  expect(full.stderr).toMatch(REMEDY);
  expect(full.stderr).toContain('proactive_contracts_nil');
  expect(await parquetOf(dataDir)).toEqual(parquet);
  const during = await manifestOf(dataDir);
  expect(during.sources.find((one) => one.slug === 'proactive_contracts_nil')?.kept).toBe(2);
  if (during.sources.every((one) => one.stale === null)) expect(await buildOf(dataDir)).toBe(build);

  expect(await ingest(settings)).toMatchObject({code: 0});
  const kept = (await manifestOf(dataDir)).sources.find(
    (one) => one.slug === 'proactive_contracts_nil',
  )?.kept;
  expect(kept).toBe(ROWS + 2);
  expect(await leftovers(dataDir)).toEqual([]);
});

test('a small file system that runs full', async ({skip}) => {
  const disk = join(root, 'disk');
  await mkdir(disk);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]);
  } catch (error) {
    skip(`this machine may not mount: ${error instanceof Error ? error.message : error}`);
  }
  try {
    const dataDir = join(disk, 'data');
    await cp(base, dataDir, {recursive: true, verbatimSymlinks: true});
    const {bavail, bsize} = await statfs(disk);
    const freeBytes = 300_000;
    await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize - freeBytes, 1));
    const parquet = await parquetOf(dataDir);
    const settings = {DATA_DIR: dataDir, MIRROR: mirror};
    const full = await spawnIngest(settings);
    expect(full).toMatchObject({code: 1, signal: null});
    expect(full.stderr).toMatch(REMEDY);
    expect(await parquetOf(dataDir)).toEqual(parquet);
    await run('mount', ['-o', 'remount,size=64m', disk]);
    expect(await ingest(settings, {index: indexHere})).toMatchObject({code: 0});
    expect(await leftovers(dataDir)).toEqual([]);
  } finally {
    await run('umount', [disk]);
  }
});
