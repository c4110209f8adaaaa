/** A file system in a file, and copies of what had reached it: what a power cut leaves. */
import {execFile} from 'node:child_process';
import {mkdir, rm, stat, truncate, writeFile} from 'node:fs/promises';
import {promisify} from 'node:util';

const run = promisify(execFile);
const MAKE = {ext4: ['mkfs.ext4', '-q'], xfs: ['mkfs.xfs', '-q']} as const;

export type FileSystem = keyof typeof MAKE;

/** A copy has the identity of its original, which xfs does not mount twice at a time unless it is told so. */
const OPTIONS: Record<FileSystem, string> = {ext4: 'loop', xfs: 'loop,nouuid'};

/** Makes an image and mounts it; the reason where this machine cannot. */
export async function mountNew(
  image: string,
  at: string,
  kind: FileSystem,
  bytes: number,
): Promise<string | null> {
  await writeFile(image, '');
  await truncate(image, bytes);
  const [program, ...args] = MAKE[kind];
  try {
    await run(program, [...args, image]);
    await mount(image, at, kind);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

/** Mounts an image, which replays the journal of its file system. */
export async function mount(image: string, at: string, kind: FileSystem): Promise<void> {
  await mkdir(at, {recursive: true});
  await run('mount', ['-o', OPTIONS[kind], image, at]);
}

/** Copies an image that is not mounted; what was never written takes no room. */
export const copyImage = (from: string, to: string) => run('cp', ['--sparse=always', from, to]);

export const unmount = (at: string) => run('umount', [at]);

/**
 * Copies an image while it is mounted, without flushing it: the copy has only what the file system wrote to
 * its disk. A copy during which something was written is no state that the disk ever had, and is made again.
 */
export async function copyOf(image: string, to: string): Promise<void> {
  for (;;) {
    const before = (await stat(image)).mtimeMs;
    await rm(to, {force: true});
    await run('cp', ['--sparse=auto', image, to]);
    if ((await stat(image)).mtimeMs === before) return;
  }
}
