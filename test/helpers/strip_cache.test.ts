/**
 * The cache of sources without types: whoever loads a module gets all of it, whatever other threads and a
 * power cut leave there.
 */
import {once} from 'node:events';
import {mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import {expect, test} from 'vitest';
import {deferCleanup} from './cleanup.ts';
import type {Given} from './strip_thread.ts';

const THREAD = new URL('./strip_thread.ts', import.meta.url);
const STRIP_CACHE = new URL('./strip_cache.js', import.meta.url).href;

interface Modules {
  /** Their addresses. */
  modules: string[];
  /** The folder of what is kept of them. */
  kept: string;
  /** Loads all of them in so many threads at a time; what was wrong. */
  load(threads: number): Promise<string[]>;
}

/** So many modules of which nothing is kept yet. */
async function freshModules(count: number): Promise<Modules> {
  const folder = await mkdtemp(join(tmpdir(), 'strip-cache-'));
  deferCleanup(() => rm(folder, {recursive: true, force: true}));
  const [sources, cache] = [join(folder, 'sources'), join(folder, 'cache')];
  await mkdir(sources);
  const modules: string[] = [];
  for (let i = 0; i < count; i++) {
    const path = join(sources, `m${i}.ts`);
    await writeFile(path, `export const first: string = 'first';\nexport const last: number = ${i};\n`);
    modules.push(pathToFileURL(path).href);
  }
  const load = async (threads: number): Promise<string[]> => {
    const gate = new SharedArrayBuffer(8);
    const started = Array.from({length: threads}, (_, place) => {
      const workerData: Given = {gate, threads, place, modules, stripCache: STRIP_CACHE};
      // Not the flags of this process, whose own cache would come first.
      const execArgv = ['--disable-warning=ExperimentalWarning'];
      return new Worker(THREAD, {workerData, execArgv, env: {...process.env, NODE_COMPILE_CACHE: cache}});
    });
    const told = await Promise.all(
      started.map(async (thread) => {
        const [[wrong]] = await Promise.all([once(thread, 'message'), once(thread, 'exit')]);
        return wrong as string[];
      }),
    );
    return told.flat();
  };
  return {modules, kept: join(cache, `stripped-${process.version}`), load};
}

test('ten threads that load a module of which nothing is kept all get the whole of it, a hundred times', async () => {
  const {modules, kept, load} = await freshModules(100);
  expect(await load(10)).toEqual([]);
  // One file for each module, and nothing half written beside them.
  const names = await readdir(kept);
  expect(names).toHaveLength(modules.length);
  expect(names.filter((name) => !/^[0-9a-f]{40}$/.test(name))).toEqual([]);
});

test('a file that lacks its end is not believed, and is written anew', async () => {
  const {kept, load} = await freshModules(3);
  expect(await load(1)).toEqual([]);
  const paths = (await readdir(kept)).map((name) => join(kept, name));
  const whole = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const [nothing = '', half = '', lacksOne = ''] = paths;
  await truncate(nothing, 0);
  await truncate(half, Math.floor(whole[1]!.length / 2));
  await truncate(lacksOne, whole[2]!.length - 1);
  expect(await load(1)).toEqual([]);
  expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(whole);
});

test('what cannot be kept is loaded all the same and leaves nothing behind', async () => {
  const {kept, load} = await freshModules(1);
  expect(await load(1)).toEqual([]);
  const [name = ''] = await readdir(kept);
  await rm(join(kept, name));
  await mkdir(join(kept, name));
  expect(await load(1)).toEqual([]);
  expect(await readdir(kept)).toEqual([name]);
});
