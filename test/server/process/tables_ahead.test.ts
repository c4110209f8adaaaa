/**
 * A server that serves nothing yet loads tables while their build is still being fetched; the build takes
 * them over.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths, inBuild, type Manifest} from '../../../builds/artefacts.ts';
import {loadBuild, type SharedBuild, tableLoader} from '../../../engine/open.ts';
import {type BuildFollower, followBuilds, NO_POOL} from '../../../server/process/build_follower.ts';
import {writeBuild} from '../../helpers/build.ts';

let root: string;
let whole: string;
let tables: string[];
let dataDir: string;
let builds: BuildFollower;
let errors: {err?: Error}[];
/** Memory of the indexes that were loaded ahead, by table. */
let ahead: Map<string, SharedArrayBuffer>;
/** Tables that are being loaded ahead. */
let loading: Promise<unknown>[];

beforeAll(async () => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'tables-ahead-'));
  whole = join(root, 'whole');
  const contracts = Array.from({length: 300}, (_, i) => ({vendor: `Harbour ${i} Works`, value: i}));
  const {index}: Manifest = await writeBuild(whole, {rows: {contracts}});
  tables = Object.keys(index);
});
afterAll(() => rmSync(root, {recursive: true}));

beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'));
  [errors, ahead, loading] = [[], new Map(), []];
  const log = {
    isLevelEnabled: () => false,
    debug() {},
    info() {},
    error: (fields: object) => errors.push(fields),
  };
  builds = followBuilds({
    dataDir,
    load: (dir, earlier) => loadBuild(dir, true, earlier),
    loadTables(folder) {
      const load = tableLoader(folder, true);
      return (name) => {
        const table = load(name).then((one) => {
          ahead.set(name, one.shared.bytes!);
          return one;
        });
        loading.push(table.catch(() => {}));
        return table;
      };
    },
    documents: async () => ({}),
    log,
  });
});
afterEach(() => builds.close());

const stagingOf = (id: string) => join(dataPaths(dataDir).builds, `.${id}.staging`);

/** What has come of a build while its Parquet and exports are missing. */
function arrive(id: string): string {
  const folder = stagingOf(id);
  mkdirSync(folder, {recursive: true});
  cpSync(join(whole, inBuild.indexes), join(folder, inBuild.indexes), {recursive: true});
  cpSync(join(whole, inBuild.manifest), join(folder, inBuild.manifest));
  return folder;
}

const loadAhead = (id: string, names: readonly string[]): void => {
  for (const table of names) builds.loadAhead({id, folder: stagingOf(id), table});
};

/** The rest arrives: the folder gets its name, and `current` names it. */
function complete(id: string): void {
  const {build, current} = dataPaths(dataDir);
  cpSync(whole, stagingOf(id), {
    recursive: true,
    filter: (path) => !path.startsWith(join(whole, inBuild.indexes)),
  });
  renameSync(stagingOf(id), build(id));
  symlinkSync(join('builds', id), current);
}

const served = (): SharedBuild => builds.offer()!.shared;

/** Open files of this test's builds: what the process has besides comes and goes. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => openPath(fd).startsWith(dataDir)).length;

/** Where a descriptor leads; nowhere once it is closed, as that of the list itself is. */
function openPath(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

/** Memory of the served indexes, by table. */
const memory = () => new Map(served().tables.map(({dataset, bytes}) => [dataset, bytes]));

test('a build takes over the tables that were loaded while it was fetched, under its own paths', async () => {
  const before = openFiles();
  arrive('one');
  loadAhead('one', tables);
  loadAhead('one', tables);
  expect(loading).toHaveLength(tables.length);
  await Promise.all(loading);
  expect(ahead.size).toBe(tables.length);
  complete('one');
  await builds.poll(NO_POOL);
  expect([builds.serving(), errors]).toEqual(['one', []]);
  for (const [name, bytes] of memory()) expect([name, bytes === ahead.get(name)]).toEqual([name, true]);
  const dir = dataPaths(dataDir).build('one');
  for (const {path, file, rows, searchFile} of served().tables) {
    const paths = [path, file?.path, rows?.files.heads.path, rows?.files.rests.path, searchFile?.path];
    for (const one of paths) expect(one ?? dir).toContain(dir);
  }
  // As many as a build that was opened at once.
  const opened = openFiles();
  const again = await loadBuild(dir);
  expect(openFiles() - opened).toBe(opened - before);
  again.close();
  builds.close();
  expect(openFiles()).toBe(before);
});

test('a folder that is renamed while a table is loaded changes nothing; tables that came too late are read', async () => {
  arrive('one');
  loadAhead('one', ['contracts']);
  await Promise.all(loading);
  const early = tables.filter((name) => name !== 'grants');
  loadAhead('one', early);
  // They are being read now.
  await Promise.resolve();
  await Promise.resolve();
  complete('one');
  await builds.poll(NO_POOL);
  expect([builds.serving(), errors]).toEqual(['one', []]);
  const shared = [...memory()].filter(([name, bytes]) => bytes === ahead.get(name)).map(([name]) => name);
  expect(shared.toSorted()).toEqual(early.toSorted());
});

test('a table that is damaged is read again by the build, which says what is wrong; nothing stays open', async () => {
  const before = openFiles();
  const folder = arrive('one');
  const path = join(folder, inBuild.index('contracts'));
  const bytes = readFileSync(path);
  bytes[200]! ^= 1;
  writeFileSync(path, bytes);
  loadAhead('one', tables);
  await Promise.all(loading);
  expect(ahead.has('contracts')).toBe(false);
  complete('one');
  await builds.poll(NO_POOL);
  expect(builds.serving()).toBeNull();
  expect(errors.at(-1)?.err?.message).toContain(
    `${join(dataPaths(dataDir).build('one'), inBuild.index('contracts'))} is damaged between bytes 0 and `,
  );
  expect(openFiles()).toBe(before);
});

test('a table whose files are fetched again is read again', async () => {
  const folder = arrive('one');
  const path = join(folder, inBuild.index('contracts'));
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.alloc(bytes.length));
  loadAhead('one', tables);
  await Promise.all(loading);
  rmSync(path);
  writeFileSync(path, bytes);
  loadAhead('one', tables);
  await Promise.all(loading);
  // What was loaded before the files were replaced is not taken over.
  const other = join(folder, inBuild.items('contracts'));
  const items = readFileSync(other);
  renameSync(other, `${other}.old`);
  writeFileSync(other, items);
  complete('one');
  await builds.poll(NO_POOL);
  expect([builds.serving(), errors, loading.length]).toEqual(['one', [], tables.length + 1]);
  const others = [...memory()]
    .filter(([name, memoryOf]) => memoryOf !== ahead.get(name))
    .map(([name]) => name);
  expect(others).toEqual(['contracts']);
});

test.each([
  ['another build arrives', ['contracts'], () => loadAhead('two', ['contracts'])],
  ['another build is wanted', [], () => builds.onWanted('two')],
  ['no build is wanted', [], () => builds.onWanted(null)],
  ['the server stops', [], () => builds.close()],
])('what was loaded ahead is closed when %s, also what is still being loaded', async (_, left, happens) => {
  const before = openFiles();
  const load = tableLoader(arrive('two'), true);
  const opened = await Promise.all(left.map(load));
  const expected = openFiles();
  for (const table of opened) table.close();
  arrive('one');
  loadAhead('one', ['contracts', 'grants']);
  await Promise.all(loading);
  loadAhead('one', tables);
  builds.onWanted('one');
  expect(openFiles()).toBeGreaterThan(before);
  happens();
  await expect.poll(openFiles, {timeout: 60_000}).toBe(expected);
});

test('a server that serves a build loads nothing ahead', async () => {
  arrive('one');
  complete('one');
  await builds.poll(NO_POOL);
  arrive('two');
  loadAhead('two', tables);
  expect(loading).toEqual([]);
});

test('a build that is gone before a table of it was read is no error', async () => {
  const before = openFiles();
  arrive('one');
  loadAhead('one', tables);
  rmSync(stagingOf('one'), {recursive: true});
  await Promise.all(loading);
  builds.onWanted('two');
  expect([errors, openFiles()]).toEqual([[], before]);
});
