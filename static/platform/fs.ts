/** `node:fs` for a service worker: the files that are mounted, which are fetched by ranges. */
import type {ByteSource} from '../../engine/file/byte_source.ts';

interface Mounted {
  source: ByteSource;
  bytes: number;
}

const mounted = new Map<string, Mounted>();
const opened: Mounted[] = [];

/** Makes a file readable under a path. */
export function mount(path: string, file: Mounted): void {
  mounted.set(path, file);
}

export function openSync(path: string): number {
  const file = mounted.get(path);
  if (!file) throw new Error(`a worker has no file ${path}`);
  return opened.push(file) - 1;
}

export const closeSync = (): void => {};

export const fstatSync = (fd: number) => ({size: opened[fd]!.bytes});

/** Throws Missing. */
export const readSync = (
  fd: number,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): number => opened[fd]!.source.read(into, at, Math.min(length, opened[fd]!.bytes - position), position);

const absent = (): never => {
  throw new Error('a worker has no such files');
};

export {
  absent as accessSync,
  absent as mkdirSync,
  absent as read,
  absent as readdirSync,
  absent as readFileSync,
  absent as readlinkSync,
  absent as realpathSync,
  absent as rmSync,
  absent as statSync,
  absent as writeFileSync,
  absent as writeSync,
  absent as writevSync,
};
export const constants = {};
