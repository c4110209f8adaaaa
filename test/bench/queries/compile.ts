/** How long the index of a build takes to compile, from nothing, in a copy of the build. */
import {copyFile, link, mkdir, mkdtemp, readdir, rm} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {runNode} from '../child.ts';
import {atEnd} from '../closing.ts';

export interface Compiled {
  seconds: number;
  /** Largest resident memory, bytes. */
  peak: number;
}

/** Compiles beside the build, on the same disk; what it writes is gone afterwards. */
export async function measureCompile(build: string): Promise<Compiled> {
  const copy = await mkdtemp(join(dirname(build), '.bench-'));
  const remove = atEnd(() => rm(copy, {recursive: true, force: true}));
  await copyBuild(build, copy);
  const {seconds, peak} = await runNode(['engine/cli/compile.ts', copy], {});
  await remove();
  return {seconds, peak};
}

/** All files but the index, as hard links where the disk has them. */
async function copyBuild(build: string, copy: string): Promise<void> {
  for (const entry of await readdir(build, {recursive: true, withFileTypes: true})) {
    const from = join(entry.parentPath, entry.name);
    const path = relative(build, from);
    if (!entry.isFile() || path.startsWith('index/')) continue;
    const to = join(copy, path);
    await mkdir(dirname(to), {recursive: true});
    await link(from, to).catch(() => copyFile(from, to));
  }
}
