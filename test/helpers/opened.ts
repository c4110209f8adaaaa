/** A build in a folder of its own, opened for one test file and taken away after it. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openReference} from '../../engine/reference/open.ts';
import {type BuildInput, writeBuild} from './build.ts';
import {type Reading, reading} from './reading.ts';

/** The reference executor over the rows, the folder of its build, and what ends both. */
export async function opened(
  input: BuildInput,
): Promise<{engine: Reading; dir: string; end: () => Promise<void>}> {
  const dir = await mkdtemp(join(tmpdir(), 'build-'));
  await writeBuild(dir, {...input, index: false});
  const engine = reading(await openReference(dir, {memory_mb: 256}));
  const end = async () => {
    await engine.close();
    await rm(dir, {recursive: true, force: true});
  };
  return {engine, dir, end};
}
