/**
 * The index of a build without rows, compiled once a process: most tables of most builds of tests have none.
 */
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {indexFiles} from '../../builds/artefacts.ts';
import type {PreviousBuild} from '../../engine/compile/previous_build.ts';

interface EmptyBuild {
  manifest: PreviousBuild['manifest'];
  /** Every file of the index, by its path. */
  files: [path: string, bytes: Buffer][];
}

let compiled: Promise<EmptyBuild> | undefined;

async function read(write: (dir: string) => Promise<PreviousBuild['manifest']>): Promise<EmptyBuild> {
  const dir = await mkdtemp(join(tmpdir(), 'empty-'));
  try {
    const manifest = await write(dir);
    const paths = Object.values(manifest.index).flatMap((entry) => indexFiles(entry).map(({path}) => path));
    const files = await Promise.all(
      paths.map(
        async (path): Promise<EmptyBuild['files'][number]> => [path, await readFile(join(dir, path))],
      ),
    );
    return {manifest, files};
  } finally {
    await rm(dir, {recursive: true});
  }
}

/**
 * Writes the index of the build that `write` makes into a folder, from which a compile links what has no
 * rows. A build owns its files, since tests change them: the caller removes the folder after the compile.
 */
export async function emptyBuildIn(
  dir: string,
  write: (dir: string) => Promise<PreviousBuild['manifest']>,
): Promise<PreviousBuild> {
  compiled ??= read(write);
  const {manifest, files} = await compiled;
  for (const folder of new Set(files.map(([path]) => dirname(path))))
    await mkdir(join(dir, folder), {recursive: true});
  await Promise.all(files.map(([path, bytes]) => writeFile(join(dir, path), bytes)));
  return {dir, manifest};
}
