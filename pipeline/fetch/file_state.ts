/**
 * What the file system says of a mirror's file: as long as it says the same, the file has the bytes that were
 * read.
 */
import {stat} from 'node:fs/promises';

/**
 * State of a file when it was read. Nanoseconds and inodes exceed the numbers of JSON. Tools can set the time
 * of modification (`mtime`), but not that of the last change of bytes or state (`ctime`).
 */
export interface FileState {
  size: number;
  mtime_ns: string;
  ctime_ns: string;
  inode: string;
  device: string;
  /** When reading began, in milliseconds. */
  read_at_ms: number;
}

/**
 * Times of files are as coarse as the clock ticks of the system, or two seconds on some file systems: a file
 * that was written so shortly before it was read may be written again under the same times.
 */
const COARSE_MS = 2000;

/** The state of a file that is about to be read at `now`. */
export async function fileState(path: string, now: Date): Promise<FileState> {
  const {size, mtimeNs, ctimeNs, ino, dev} = await stat(path, {bigint: true});
  return {
    size: Number(size),
    mtime_ns: String(mtimeNs),
    ctime_ns: String(ctimeNs),
    inode: String(ino),
    device: String(dev),
    read_at_ms: now.getTime(),
  };
}

/** Whether the file system says the same at both times. */
export const isSameState = (a: FileState, b: FileState): boolean =>
  a.size === b.size &&
  a.mtime_ns === b.mtime_ns &&
  a.ctime_ns === b.ctime_ns &&
  a.inode === b.inode &&
  a.device === b.device;

/**
 * Whether a file still has the bytes that were read when its state was `known`. A state that another version
 * wrote, or a damaged one, shows nothing.
 */
export function hasBytesOf(known: Partial<FileState> | null, now: FileState): boolean {
  if (!known || !isComplete(known) || !isSameState(known, now)) return false;
  const settled = BigInt(Math.trunc(known.read_at_ms) - COARSE_MS) * 1_000_000n;
  return BigInt(now.mtime_ns) < settled && BigInt(now.ctime_ns) < settled;
}

const isComplete = (state: Partial<FileState>): state is FileState =>
  Number.isFinite(state.size) && Number.isFinite(state.read_at_ms);
