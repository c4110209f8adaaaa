/**
 * A build is examined while it is compiled: what is found wrong ends the compiler, and nothing of the build
 * is left.
 */
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import type {Manifest} from '../../builds/artefacts.ts';
import {enginePrograms} from '../../pipeline/publish/engine_programs.ts';
import {type BuildSteps, placeBuild} from '../../pipeline/publish/place_build.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {deferCleanup} from '../helpers/cleanup.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'place-build-'));
  deferCleanup(() => rm(path, {recursive: true, force: true}));
  return path;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), {once: true}));

const ID = '0123456789abcdef';

/** Steps of a build without files, of which a test replaces some. */
const stepsWith = (given: Partial<BuildSteps>): BuildSteps => ({
  id: ID,
  before: null,
  fill: async (path) => {
    await mkdir(path, {recursive: true});
    return {build_id: ID, checks: []} as unknown as Manifest;
  },
  compile: async () => ({}),
  examine: async () => ({}),
  describe: async () => ({}),
  writeCatalogue: async () => undefined,
  ...given,
});

test('a compiler whose build fails its checks is told, and waited for before the build is removed', async () => {
  const dataDir = await folder();
  const steps: string[] = [];
  const made = placeBuild(
    dataDir,
    stepsWith({
      examine: async () => {
        throw new Error('a check failed');
      },
      compile: async (path, signal) => {
        await aborted(signal);
        await writeFile(join(path, 'late'), '');
        steps.push((await exists(path)) ? 'compiler ended in its folder' : 'its folder was gone');
        throw new Error('the compiler was ended');
      },
    }),
  );
  await expect(made).rejects.toThrow('a check failed');
  expect(steps).toEqual(['compiler ended in its folder']);
  expect(await readdir(join(dataDir, 'builds'))).toEqual([]);
});

test('the manifest says what both found; an error of the compiler is told once the checks have ended', async () => {
  const dataDir = await folder();
  const check = {dataset: 'contracts', name: 'ids are unique', severity: 'ERROR', passed: true, reason: ''};
  const index = {contracts: {key: 'k'}} as unknown as Manifest['index'];
  const examine = async () => ({checks: [check]}) as Partial<Manifest>;
  await placeBuild(dataDir, stepsWith({examine, compile: async () => index}));
  const manifest = await readFile(join(dataDir, 'current/manifest.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({build_id: ID, checks: [check], index});

  let ended = false;
  const slow = stepsWith({
    id: 'f'.repeat(16),
    compile: async () => {
      throw new Error('no room');
    },
    examine: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
      return {};
    },
  });
  await expect(placeBuild(dataDir, slow)).rejects.toThrow('no room');
  expect(ended).toBe(true);
  expect(await readdir(join(dataDir, 'builds'))).toEqual([ID]);
});

test('the real compiler ends when nobody wants its index', async () => {
  const unwanted = new AbortController();
  const compiled = enginePrograms.compile(await folder(), null, () => undefined, unwanted.signal);
  unwanted.abort();
  await expect(compiled).rejects.toThrow('its index was not compiled: the compiler ended with SIGTERM');
  await expect(
    enginePrograms.compile(await folder(), null, () => undefined, unwanted.signal),
  ).rejects.toThrow('aborted');
});
