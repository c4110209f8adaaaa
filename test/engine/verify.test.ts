/**
 * `make verify`: a changed byte of any kind of file is found, with its block and the remedy; an old format is
 * refused.
 */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {inBuild, type Manifest} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {namedFiles} from '../../engine/file/named_files.ts';

import {writeBuild} from '../helpers/build.ts';
import {permitRows} from '../helpers/permits_build.ts';
import {seed} from '../helpers/seed.ts';
import {type Ended, run} from '../helpers/stack.ts';

const OTHERS = [inBuild.rejects('toronto_permits'), inBuild.loads('toronto_permits')];

let root: string;
let whole: string;
let manifest: Manifest;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'verify-'));
  whole = join(root, 'builds', 'whole');
  const contracts = Array.from({length: 3000}, (_, i) => ({vendor: `Harbour ${i % 90} Works`, value: i}));
  manifest = await writeBuild(whole, {rows: {permits: permitRows(3000, seed), contracts}});
  const others = OTHERS.map(async (path) => {
    mkdirSync(dirname(join(whole, path)), {recursive: true});
    writeFileSync(join(whole, path), `some bytes of ${path}`);
    return {path, bytes: statSync(join(whole, path)).size, sha256: await hashFile(join(whole, path))};
  });
  manifest.others = await Promise.all(others);
  writeFileSync(join(whole, inBuild.manifest), JSON.stringify(manifest));
});
afterAll(() => rmSync(root, {recursive: true}));

const verify = (build: string): Promise<Ended> =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', 'engine/cli/verify.ts'], {
    DATA_DIR: root,
    BUILD: build,
  });

/** A copy of the build, which may be damaged. */
function copy(name: string): string {
  const dir = join(root, 'builds', name);
  cpSync(whole, dir, {recursive: true});
  return dir;
}

/** Changes the bits of one byte. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at]! ^= 0x10;
  writeFileSync(path, bytes);
}

test('a whole build is read, and nothing is found', async () => {
  const {code, stdout, stderr} = await verify('whole');
  expect([code, stderr]).toEqual([0, '']);
  const files = namedFiles(whole, manifest);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(stdout).toContain(`build test-build: ${files.length} files, ${(bytes / 1e9).toFixed(3)} GB in `);
  expect(stdout).toMatch(/GB\/s: all are as they were written\n$/);
  for (const name of ['permits', 'contracts', 'ledgers, rejects, table logs, dictionaries']) {
    expect(stdout).toMatch(new RegExp(`^${name} +\\d+ files +[\\d.]+ MB {2}ok$`, 'm'));
  }
});

test('a changed byte of every kind of file is found at once, each with its remedy', async () => {
  const dir = copy('flipped');
  const {permits, contracts} = manifest.index;
  const compiled = [
    ...[permits!.index, permits!.values!, permits!.items!, permits!.details!, permits!.whole!],
    contracts!.found!,
  ];
  const parquet = manifest.datasets['contracts']!.files;
  const others = manifest.others!;
  for (const {path, bytes} of [...compiled, ...parquet, ...others]) flip(join(dir, path), bytes >> 1);
  const {code, stdout, stderr} = await verify('flipped');
  expect(code).toBe(1);
  const count = compiled.length + parquet.length + others.length;
  expect(stdout).toContain(`GB/s: ${count} are damaged`);
  expect(stdout).toMatch(/^permits .* 5 DAMAGED$/m);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(count);
  const lineOf = (path: string) => lines.find((line) => line.startsWith(join(dir, path)))!;
  for (const {path} of compiled) {
    expect(lineOf(path)).toContain('is damaged (another SHA-256)');
    expect(lineOf(path)).toContain('make compile');
  }
  for (const {path} of [...parquet, ...others]) expect(lineOf(path)).toContain(`delete ${dir}`);
});

test('the damaged blocks are named', async () => {
  const dir = copy('blocks');
  const {details} = manifest.index['permits']!;
  expect(details!.bytes).toBeGreaterThan((1 << 16) + 5);
  for (const block of [0, 1]) flip(join(dir, details!.path), (block << 16) + 5);
  const {stderr} = await verify('blocks');
  expect(stderr).toContain('2 blocks differ, the first is block 0 (bytes 0 to 65536)');
});

test('files that are missing, cut off or longer are found', async () => {
  const dir = copy('sizes');
  const {items, values, details} = manifest.index['permits']!;
  rmSync(join(dir, items!.path));
  writeFileSync(
    join(dir, details!.path),
    readFileSync(join(dir, details!.path)).subarray(0, details!.bytes - 1),
  );
  appendFileSync(join(dir, values!.path), 'x');
  const {code, stderr} = await verify('sizes');
  expect(code).toBe(1);
  expect(stderr).toMatch(/items cannot be read: ENOENT/);
  expect(stderr).toContain(`has ${details!.bytes - 1} bytes, its manifest says ${details!.bytes}`);
  expect(stderr).toContain(`has ${values!.bytes + 1} bytes, its manifest says ${values!.bytes}`);
});

test('a build of an older format and a folder without a build are refused with the remedy', async () => {
  const dir = copy('old');
  writeFileSync(join(dir, inBuild.manifest), JSON.stringify({...manifest, format: manifest.format - 1}));
  const old = await verify('old');
  expect(old.code).toBe(1);
  expect(old.stderr).toMatch(
    /^verify: .*manifest.json has format \d+, this code reads \d+: run `make ingest`/,
  );
  const none = await verify('no-such-build');
  expect(none.code).toBe(1);
  expect(none.stderr).toMatch(/^verify: .*no-such-build is no build: run `make ingest` or `make demo` first/);
  const other = join(root, 'builds', '0123456789abcdef');
  mkdirSync(other);
  const named = await verify('no-such-build');
  expect(named.stderr).toMatch(/no-such-build is no build: BUILD is one of 0123456789abcdef\n$/);
  rmSync(other, {recursive: true});
});
