/** A build in a folder of its own, opened for one test file and taken away after it. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {type BuildInput, writeBuild} from './build.ts';

/** The engine over the rows, the folder of its build, and what ends both. */
export async function opened(
  input: BuildInput,
): Promise<{engine: Engine; dir: string; end: () => Promise<void>}> {
  const dir = await mkdtemp(join(tmpdir(), 'build-'));
  await writeBuild(dir, input);
  const engine = await openBuild(dir, {memory_mb: 256});
  const end = async () => {
    await engine.close();
    await rm(dir, {recursive: true, force: true});
  };
  return {engine, dir, end};
}
