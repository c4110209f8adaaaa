/**
 * Whether a file of a mirror is as it was: as long as the file system says the same, it has the same bytes.
 */
import {stat} from 'node:fs/promises';

/** What the file system says of a file when it is read. */
export interface FileState {
  size: number;
  mtime_ms: number;
  /**
   * Size, times, inode and device. Tools can set the time of modification, but not that of the last change of
   * bytes or state.
   */
  identity: string;
  /** Whether it was last written so long ago that it cannot be written again under the same times. */
  isSettled: boolean;
}

/** Times of files are as coarse as the clock ticks of the system, or two seconds on some file systems. */
const COARSE_MS = 2000;

/** The state of a file that is about to be read at `now`. */
export async function fileState(path: string, now: Date): Promise<FileState> {
  const {size, mtimeNs, ctimeNs, ino, dev} = await stat(path, {bigint: true});
  const settled = BigInt(now.getTime() - COARSE_MS) * 1_000_000n;
  return {
    size: Number(size),
    mtime_ms: Number(mtimeNs / 1_000_000n),
    identity: [size, mtimeNs, ctimeNs, ino, dev].join(' '),
    isSettled: mtimeNs < settled && ctimeNs < settled,
  };
}

/**
 * Whether a file still has the bytes that were read when its state was `known`. A state that another version
 * wrote, or a damaged one, shows nothing.
 */
export const hasBytesOf = (known: Partial<FileState> | null, {identity}: FileState): boolean =>
  known?.isSettled === true && known.identity === identity;
