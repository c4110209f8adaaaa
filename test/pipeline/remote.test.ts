/** An ingest that publishes to a bucket, over a store in memory. */
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {readStatement} from '../../builds/signed_build.ts';
import {settings as settingsOf} from '../../datasets/settings.ts';
import {buildsCommand} from '../../storage/command.ts';
import {KEYS, readPointer} from '../../storage/documents.ts';
import {stageBuild} from '../../storage/stage_build.ts';
import {ingest} from '../helpers/ingest.ts';
import {type MemoryStore, memoryStore} from '../helpers/memory_store.ts';
import {fileOf, fillMirror, hashesOf, manifestOf} from '../helpers/mirror.ts';
import {COMMIT, newPublisher} from '../helpers/signing.ts';

const NIL = 'proactive_contracts_nil';
const AWARDS = 'canadabuys_awards';

let root = '';
let store: MemoryStore;
let clock = Date.now();
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'remote-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'));
  store = memoryStore();
});

const now = () => {
  clock += 1000;
  return new Date(clock);
};
const run = (machine: string, mirror = 'mirror', more: Record<string, string> = {}) =>
  ingest(
    {DATA_DIR: join(folder, machine), MIRROR: join(folder, mirror), PUBLISH_TO: 's3://bucket/x', ...more},
    {now, openStore: async () => store},
  );
const published = async () => (await readPointer(store, KEYS.current))?.build_id;
const idOf = async (machine: string) => (await manifestOf(join(folder, machine))).build_id;
const uploaded = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line.includes('"uploaded"'))
    .map((line) => JSON.parse(line));

test('a run publishes its build; one that changes nothing sends nothing', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL, AWARDS]);
  const first = await run('a');
  expect([first.code, await published()]).toEqual([0, await idOf('a')]);
  expect(uploaded(first.stdout)).toMatchObject([{source: 'upload', changed: true, location: store.location}]);
  const again = await run('a');
  expect(again.code).toBe(0);
  expect(uploaded(again.stdout)).toMatchObject([{changed: false, objects: 0, bytes: 0}]);
});

test('with SIGN_KEY the build is signed, with what it was made of, and its key is told nobody', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL]);
  const {private: secret, public: known, keys, signing} = newPublisher();
  await run('a');
  const unsigned = await idOf('a');
  const first = await run('a', 'mirror', {SIGN_KEY: secret, COMMIT});
  expect([first.code, await idOf('a')]).not.toContain(unsigned);
  const body = secret.split('\n')[1]!;
  expect(`${first.stdout}${first.stderr}`).not.toContain(body.slice(8, 24));
  const manifest = await manifestOf(join(folder, 'a'));
  await stageBuild(store, manifest.build_id, join(folder, 'replica'), {keys});
  const at = dataPaths(join(folder, 'replica')).build(manifest.build_id);
  const {subject, predicate} = await readStatement(at, manifest.build_id, keys);
  expect(subject.map(({name}) => name)).toContain(inBuild.part('nil_reports', NIL));
  const hashes = manifest.sources.flatMap(({files}) => files.map(({sha256}) => sha256));
  expect(hashes).not.toEqual([]);
  for (const hash of [...hashes, COMMIT, signing.signer.keyid])
    expect(JSON.stringify(predicate)).toContain(hash);
  expect(await run('a', 'mirror', {SIGN_KEY: secret, COMMIT})).toMatchObject({code: 0});
  expect(await idOf('a')).toBe(manifest.build_id);
  // Another machine takes over what it believes alone.
  const refused = await run('b', 'mirror', {VERIFY_KEY: newPublisher().public});
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is signed with another key')]);
  expect(await run('b', 'mirror', {VERIFY_KEY: known, SIGN_KEY: secret, COMMIT})).toMatchObject({code: 0});
});

test('a machine without data goes on from the build in the bucket, with its load times', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL, AWARDS]);
  await run('a');
  const before = await manifestOf(join(folder, 'a'));
  await fillMirror(join(folder, 'other'), [NIL]);
  const text = await readFile(fileOf(join(folder, 'other'), NIL), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  await writeFile(fileOf(join(folder, 'other'), NIL), `${lines.slice(0, -1).join('\r\n')}\r\n`);
  const second = await run('b', 'other', {SOURCES: NIL, ACCEPT: NIL});
  expect(second.code).toBe(0);
  const after = await manifestOf(join(folder, 'b'));
  expect(after.sources.map(({slug}) => slug)).toEqual(before.sources.map(({slug}) => slug));
  const part = inBuild.part('awards', AWARDS);
  const hashOf = async (machine: string, id: string) =>
    (await hashesOf(dataPaths(join(folder, machine)).build(id)))[part];
  expect(await hashOf('b', after.build_id)).toBe(await hashOf('a', before.build_id));
  expect(await published()).toBe(after.build_id);
});

test('whoever publishes first wins; the other serves its build at home, is told, and goes on from the winner', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL]);
  let fast: Promise<{code: number | null}> | null = null;
  store.before = async (call) => {
    if (fast || !call.startsWith('write objects/')) return;
    fast = run('fast', 'mirror');
    await fast;
  };
  const slow = await run('slow');
  expect(await fast).toMatchObject({code: 0});
  expect([slow.code, await published()]).toEqual([1, await idOf('fast')]);
  expect(slow.stderr).toMatch(/^FAILED upload: s3:\/\/memory\/builds: .* published build [0-9a-f]{16} at /m);
  expect(await idOf('slow')).not.toBe(await idOf('fast'));
  const again = await run('slow');
  expect([again.code, await published()]).toEqual([0, await idOf('slow')]);
});

test('a bucket that fails leaves the build at home, and the next run publishes it', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL]);
  store.before = (call) => {
    if (call.startsWith('write')) throw new Error('no space in the bucket');
  };
  const failed = await run('a');
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining('FAILED upload: no space in the bucket'),
  ]);
  expect(await published()).toBeUndefined();
  store.before = () => {};
  expect(await run('a')).toMatchObject({code: 0});
  expect(await published()).toBe(await idOf('a'));
});

test('the commands list, roll back and prune, and say what they lack', async () => {
  await fillMirror(join(folder, 'mirror'), [NIL, AWARDS]);
  await run('a', 'mirror', {SOURCES: NIL});
  const first = await idOf('a');
  await run('a');
  const second = await idOf('a');
  const values = settingsOf({PUBLISH_TO: 's3://bucket/x'});
  const command = (name: string, given = {}) => buildsCommand(name, values, given, async () => store);
  expect(await command('list')).toEqual([
    expect.stringMatching(new RegExp(`^${second}  built .* files  \\d+ MB  current$`)),
    expect.stringMatching(new RegExp(`^${first}  built .* MB$`)),
  ]);
  expect(await command('rollback', {BUILD: first})).toEqual([
    `s3://memory/builds: build ${first} is current`,
  ]);
  expect(await published()).toBe(first);
  expect(await command('prune', {KEEP: '1'})).toEqual([expect.stringContaining('0 builds removed')]);
  await expect(command('rollback')).rejects.toThrow('rollback needs a build: make rollback BUILD=<id>');
  await expect(command('prune', {KEEP: 'some'})).rejects.toThrow('prune needs how many builds to keep');
  await expect(buildsCommand('list', settingsOf({}), {}, async () => store)).rejects.toThrow(
    'no bucket is set: set PUBLISH_TO',
  );
});
