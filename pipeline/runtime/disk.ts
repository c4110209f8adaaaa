/** Hashes of texts, existence of files, and full-disk errors that name the remedy. */
import {createHash} from 'node:crypto';
import {DISK, type Files} from '../../builds/files.ts';

const FULL = /ENOSPC|EFBIG|EDQUOT|No space left|File too large|Disk quota|out of disk|Could not write/i;
/**
 * DuckDB tells no cause of a failed flush. A recursive `mkdir` looks for the folder after an error of the
 * disk, and tells that it is missing.
 */
const FAILED = /\bEIO\b|Input\/output error|fsync failed|^ENOENT: .*, mkdir /i;

/** An error of the disk that says what to do. */
class DiskError extends Error {
  override name = 'DiskError';
}

/** Adds the remedy to an error of a full or failing disk, once; returns any other error unchanged. */
export function withDiskRemedy(error: unknown, path: string): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  if (original instanceof DiskError) return original;
  const [text = ''] = original.message.split('\n');
  if (FAILED.test(original.message)) {
    return new DiskError(
      `the disk fails below ${path} (${text}): check the disk, or set DATA_DIR to another one, then run again`,
      {cause: original},
    );
  }
  if (!FULL.test(original.message)) return original;
  return new DiskError(
    `the disk is full while writing below ${path} (${text}): free space there or set DATA_DIR to another disk, then run again`,
    {cause: original},
  );
}

/** A declaration as text, patterns included: equal for equal ones. */
export const declarationText = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (one instanceof RegExp ? String(one) : one));

/** SHA-256 of a text in hex. */
export const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Nothing of the name is there, or something else than what was looked for. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EINVAL', 'EISDIR', 'ELOOP']);

/**
 * For `catch`: what stands for a file, link or folder that is not there. A disk that fails says nothing about
 * what is there: throws.
 */
export const unlessAbsent =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (ABSENT.has(error.code ?? '')) return otherwise;
    throw error;
  };

export const exists = async (path: string, files: Files = DISK): Promise<boolean> =>
  files.stat(path).then(() => true, unlessAbsent(false));
