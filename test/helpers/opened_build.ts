/** A build in its own folder, opened for one test file and removed after it. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openReference} from '../reference/open.ts';
import {type BuildInput, writeBuild} from './build.ts';
import {type ObjectEngine, objectEngine} from './object_engine.ts';

/**
 * The reference executor over the rows, the folder of its build, and a function that closes and removes both.
 */
export async function openTestBuild(
  input: BuildInput,
): Promise<{engine: ObjectEngine; dir: string; end: () => Promise<void>}> {
  const dir = await mkdtemp(join(tmpdir(), 'build-'));
  await writeBuild(dir, {...input, index: false});
  const engine = objectEngine(await openReference(dir, {memory_mb: 256, threads: 1}));
  const end = async () => {
    await engine.close();
    await rm(dir, {recursive: true, force: true});
  };
  return {engine, dir, end};
}
