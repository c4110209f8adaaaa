/**
 * The order in which an ingest flushes what it writes: whatever a name points at is on the disk before the
 * name is.
 */
import {mkdtemp, readdir, readlink, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {spawnIngest} from '../helpers/ingest.ts';
import {fillMirror} from '../helpers/mirror.ts';
import {callsIn, flushedBefore, noStrace, straceTo} from '../helpers/syscalls.ts';

let root = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'power-cut-')));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** All files and folders below a folder, and the folder. */
async function pathsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  return [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))];
}

test('all of a build, its parts and its snapshots is flushed before `current` names it', async ({skip}) => {
  const reason = await noStrace();
  if (reason !== null) skip(`strace does not work here: ${reason}`);
  const [dataDir, mirror, trace] = ['data', 'mirror', 'trace'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  await fillMirror(mirror, ['proactive_contracts_nil', 'canadabuys_awards']);
  const run = await spawnIngest({DATA_DIR: dataDir, MIRROR: mirror}, {before: straceTo(trace)});
  expect(run).toMatchObject({code: 0});

  const {current, builds, parts, raw} = dataPaths(dataDir);
  // The heartbeat of the lock may come after the last flush, and need not survive.
  const calls = (await callsIn(trace)).filter((one) => !('path' in one && one.path.endsWith('/ingest.lock')));
  const at = calls.findIndex((one) => one.call === 'rename' && one.to === current);
  expect(at).toBeGreaterThan(0);
  const flushed = flushedBefore(calls, at);
  const build = join(builds, basename(await readlink(current)));
  const needed = [builds, ...(await pathsBelow(build))];
  for (const slug of ['proactive_contracts_nil', 'canadabuys_awards'])
    needed.push(...(await pathsBelow(parts(slug))), ...(await pathsBelow(raw(slug))));
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((path) => !flushed.has(path))).toEqual([]);
  expect(flushedBefore(calls, calls.length).has(dataDir)).toBe(true);

  // The build had its name only when all of its files but the catalogue were flushed.
  const named = calls.findIndex((one) => one.call === 'rename' && one.to === build);
  const {from} = calls[named] as {from: string};
  const before = flushedBefore(calls, named);
  const early = (await pathsBelow(build))
    .filter((path) => !path.endsWith('catalogue.duckdb'))
    .map((path) => from + path.slice(build.length));
  expect(early.filter((path) => !before.has(path))).toEqual([]);
});
