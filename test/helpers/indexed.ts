/** Builds with their index, as the server opens them. */
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inBuild} from '../../datasets/artefacts.ts';
import {readBuild} from '../../engine/build.ts';
import {compileBuild} from '../../engine/compile/run.ts';
import {type BuildInput, writeBuild} from './build.ts';

/** Writes a build of these rows and compiles its index. */
export async function writeIndexed(dir: string, input: BuildInput): Promise<void> {
  await writeBuild(dir, input);
  const index = await compileBuild(await readBuild(dir), {memory_mb: 256, earlier: null, tell() {}});
  const path = join(dir, inBuild.manifest);
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({...manifest, index}));
}
