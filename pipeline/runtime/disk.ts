/** Careful writing: whole files by rename, hashes, and errors of a full disk with their remedy. */
import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {open, rename, stat} from 'node:fs/promises';

const FULL = /ENOSPC|EFBIG|EDQUOT|No space left|File too large|Disk quota|out of disk|Could not write/i;

/** The error with its remedy where the disk is full, else the error itself. */
export function withDiskRemedy(error: unknown, path: string): Error {
  const whole = error instanceof Error ? error : new Error(String(error));
  if (!FULL.test(whole.message)) return whole;
  return new Error(
    `the disk is full while writing below ${path} (${whole.message.split('\n')[0]}): free space there or set DATA_DIR to another disk, then run again`,
    {cause: whole},
  );
}

/** Writes a text file so that readers see the old or the new one, never a part. */
export async function writeFileAtomic(path: string, text: string | Buffer): Promise<void> {
  const next = `${path}.${process.pid}.tmp`;
  const file = await open(next, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}

/** SHA-256 of a file in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, {highWaterMark: 1 << 20})) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** SHA-256 of a text in hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

export const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
