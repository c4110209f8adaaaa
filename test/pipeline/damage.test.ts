/**
 * Files of DATA_DIR that were damaged or removed by hand: the next run makes them again and loses no ledger.
 */
import {spawnSync} from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {ingest} from '../helpers/ingest.ts';
import {buildOf, fileOf, fillMirror, hashesOf, manifestOf, parquetOf} from '../helpers/mirror.ts';
import {programCache} from '../helpers/program_cache.ts';

const SLUG = 'proactive_contracts';

let root = '';
let dataDir = '';
const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  MIRROR: join(root, 'mirror'),
  ...more,
});

/** The data folder of every test; it is restored at its original path, which the catalogue contains. */
const cleanFolder = (): string => `${root}.sound`;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'damage-test-'));
  dataDir = join(root, 'data');
  await fillMirror(join(root, 'mirror'), [SLUG]);
  expect(await ingest(settings())).toMatchObject({code: 0});
  await rename(root, cleanFolder());
});
afterAll(() => rm(cleanFolder(), {recursive: true, force: true}));
beforeEach(() =>
  cp(cleanFolder(), root, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true}),
);
afterEach(() => rm(root, {recursive: true, force: true}));

const partFile = async (ending: string): Promise<string> => {
  const folder = dataPaths(dataDir).parts(SLUG);
  const name = (await readdir(folder)).find((one) => one.endsWith(ending));
  return join(folder, name ?? '');
};

/** A second build from a file with one row less; the first one stays on disk. */
async function secondBuild(): Promise<void> {
  const path = fileOf(join(root, 'mirror'), SLUG);
  const rows = (await readFile(path, 'utf8')).split('\r\n');
  await writeFile(path, [...rows.slice(0, -2), ''].join('\r\n'));
  expect(await ingest(settings())).toMatchObject({code: 0});
}

test('a removed `current` is restored, with build id and ledger', async () => {
  const id = await buildOf(dataDir);
  const before = await hashesOf(join(dataDir, id));
  await rm(dataPaths(dataDir).current);
  expect(await ingest(settings())).toMatchObject({code: 0});
  expect(await buildOf(dataDir)).toBe(id);
  expect(await hashesOf(join(dataDir, id))).toEqual(before);
});

test.each(['{"format":1,"buil', '{"format":1}', 'null', ''])(
  'a manifest with the content %j is replaced',
  async (text) => {
    const parquet = await parquetOf(dataDir);
    await writeFile(join(dataPaths(dataDir).current, inBuild.manifest), text);
    expect(await ingest(settings())).toMatchObject({code: 0});
    expect(await parquetOf(dataDir)).toEqual(parquet);
    expect(await ingest(settings())).toMatchObject({code: 0});
  },
);

test.each([
  ['.parquet', inBuild.part('contracts', SLUG)],
  ['.ndjson.zst', inBuild.rejects(SLUG)],
])(
  'a changed byte of a part (%s) is in no further build, and the remedy restores it',
  async (ending, stored) => {
    const before = (await hashesOf(join(dataDir, await buildOf(dataDir))))[stored];
    // The build has the file under a second name.
    const path = await partFile(ending);
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 0x10;
    await writeFile(path, bytes);
    await fillMirror(join(root, 'mirror'), ['canadabuys_awards']);
    const old = await buildOf(dataDir);
    const run = await ingest(settings());
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      new RegExp(`FAILED build: .*${stored}.*is damaged.*: check the disk.* delete .*${path}`),
    );
    expect(await buildOf(dataDir)).toBe(old);
    await rm(path);
    expect(await ingest(settings())).toMatchObject({code: 0});
    expect(await buildOf(dataDir)).not.toBe(old);
    expect((await hashesOf(join(dataDir, await buildOf(dataDir))))[stored]).toBe(before);
  },
);

test('a damaged manifest of an older build does not stop a run', async () => {
  const old = await buildOf(dataDir);
  await secondBuild();
  await writeFile(join(dataDir, old, inBuild.manifest), '{');
  expect(await ingest(settings())).toMatchObject({code: 0});
});

test('with a damaged manifest of the current build, load times come from the previous one', async () => {
  const first = join(dataPaths(dataDir).current, inBuild.loads(SLUG));
  const old = await readFile(first);
  await secondBuild();
  await fillMirror(join(root, 'mirror'), [SLUG]);
  await utimes(fileOf(join(root, 'mirror'), SLUG), 1, 1);
  await writeFile(join(dataPaths(dataDir).current, inBuild.manifest), '{');
  expect(await ingest(settings())).toMatchObject({code: 0});
  expect(await readFile(join(dataPaths(dataDir).current, inBuild.loads(SLUG)))).toEqual(old);
});

test.each(['.json', '.parquet'])('a truncated %s file of a part is written again', async (ending) => {
  const parquet = await parquetOf(dataDir);
  const path = await partFile(ending);
  const whole = await readFile(path);
  await rm(path);
  await writeFile(path, whole.subarray(0, 200));
  await rm(dataPaths(dataDir).builds, {recursive: true});
  expect(await ingest(settings())).toMatchObject({code: 0});
  expect(await parquetOf(dataDir)).toEqual(parquet);
  expect(await readFile(path)).toEqual(whole);
  expect((await manifestOf(dataDir)).sources[0]?.stale).toBeNull();
});

test('a truncated part of a source that is not renewed is taken from the current build', async () => {
  const path = await partFile('.parquet');
  const whole = await readFile(path);
  await rm(path);
  await writeFile(path, whole);
  await truncate(path, 200);
  await fillMirror(join(root, 'mirror'), ['proactive_contracts_nil']);
  expect(await ingest(settings({SOURCES: 'proactive_contracts_nil'}))).toMatchObject({code: 0});
  expect((await manifestOf(dataDir)).sources.map((one) => one.slug)).toHaveLength(2);
  expect(await readFile(join(dataPaths(dataDir).current, inBuild.part('contracts', SLUG)))).toEqual(whole);
});

test.each([
  [{KEEP_BUILDS: 'x'}, /KEEP_BUILDS must be a number/],
  [{ACCEPT: 'abc'}, /ACCEPT names unknown sources: abc/],
  [{MIRROR: '/no/such/folder'}, /MIRROR.*no such folder.*set MIRROR/],
  [{MIRROR_MAP: '/no/such/map.json'}, /map\.json.*ENOENT.*correct the file or its setting/],
])('a wrong setting stops the run before anything is marked stale: %j', async (wrong, says) => {
  const id = await buildOf(dataDir);
  const {code, stdout, stderr} = await ingest(settings(wrong));
  const output = stdout + stderr;
  expect([code, output]).toEqual([1, expect.stringMatching(says)]);
  expect(output).not.toContain('STALE');
  expect(await buildOf(dataDir)).toBe(id);
});

test('paths that cannot hold data are refused at once, with the remedy', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  for (const [path, says] of [
    [join(root, 'a[1]'), /DATA_DIR .*a\[1\].* holds one of \* \? \[ \]/],
    [join(root, 'q?m'), /DATA_DIR .* holds one of/],
    [join(file, 'data'), /^ingest: DATA_DIR .* cannot be used.*set it to a folder/],
    ['/proc/nope', /^ingest: DATA_DIR \/proc\/nope cannot be used \(ENOENT\): set it to a folder/],
    [file, /^ingest: DATA_DIR .* cannot be used.*set it to a folder/],
  ] as const) {
    const {code, stderr: output} = await ingest(settings({DATA_DIR: path}));
    expect([path, code, output]).toEqual([path, 1, expect.stringMatching(says)]);
  }
});

test('files and folders of a mirror that no source reads are named', async () => {
  const mirror = join(root, 'mirror');
  await writeFile(join(mirror, SLUG, 'more.txt'), 'a');
  await mkdir(join(mirror, SLUG, 'folder.csv'));
  await mkdir(join(mirror, 'proactive_contract'));
  const {code, stdout: output} = await ingest(settings());
  expect(code).toBe(0);
  expect(output).toMatch(/folder\.csv, more\.txt/);
  expect(output).toMatch(/proactive_contract[^s]/);
});

test('make check-data reports a damaged file and a wrong setting without a stack trace', async () => {
  const command = fileURLToPath(new URL('../../pipeline/check_cli.ts', import.meta.url));
  const check = (env: Record<string, string>) => {
    const args = ['--disable-warning=ExperimentalWarning', command];
    const all = {...programCache(), ...env};
    const {status, stderr} = spawnSync(process.execPath, args, {env: all, encoding: 'utf8'});
    return {status, stderr};
  };
  expect(check({DATA_DIR: dataDir})).toEqual({status: 0, stderr: ''});
  await truncate(join(dataPaths(dataDir).current, inBuild.part('contracts', SLUG)), 100);
  for (const [env, says] of [
    [{DATA_DIR: dataDir}, /check-data: .*proactive_contracts\.parquet/],
    [{DATA_DIR: dataDir, MEMORY_MB: 'x'}, /check-data: setting MEMORY_MB must be a number/],
  ] as const) {
    const {status, stderr} = check(env);
    expect([status, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  }
});
