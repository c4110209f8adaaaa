/** Who has which area of a memory of rows: a memory only grows, so that the next thread gets the area of one that ended. */
import {threadId} from 'node:worker_threads';

/** More threads than ever have an area at a time; what others beyond them have is not given on. */
const MOST = 64;

/** Integers of an area: its owner, and the page where it begins, 0 before there is one. */
const ENTRY = 2;

/** The owner of an area that is free; threads are numbered from 0. */
const NOBODY = 0;
const ownerOf = (thread: number): number => thread + 1;

/** Areas of one memory, for all threads. */
export const allocateAreas = (): SharedArrayBuffer =>
  new SharedArrayBuffer(MOST * ENTRY * Int32Array.BYTES_PER_ELEMENT);

/** The page where the area of a thread begins: one that is free, else a new one. All areas of a memory have as many pages. */
export function takeArea(
  memory: WebAssembly.Memory,
  areas: SharedArrayBuffer,
  pages: number,
  thread = threadId,
): number {
  const entries = new Int32Array(areas);
  for (let at = 0; at < entries.length; at += ENTRY) {
    if (Atomics.compareExchange(entries, at, NOBODY, ownerOf(thread)) !== NOBODY) continue;
    // Nobody but the owner writes it. The memory has at least one page before any area.
    entries[at + 1] ||= memory.grow(pages);
    return entries[at + 1]!;
  }
  return memory.grow(pages);
}

/** Frees the areas of a thread that has ended. */
export function freeAreas(areas: SharedArrayBuffer, thread: number): void {
  const entries = new Int32Array(areas);
  for (let at = 0; at < entries.length; at += ENTRY)
    Atomics.compareExchange(entries, at, ownerOf(thread), NOBODY);
}
