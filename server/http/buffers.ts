/** Where bodies are put together. */

/** Gives room for a body of so many bytes, with anything in it. */
export type Room = (bytes: number) => Buffer;

/** Every body has its own room. */
export const ownRoom: Room = (bytes) => Buffer.allocUnsafe(bytes);

/** Holds most pages; larger bodies get their own room. */
const SHARED_BYTES = 256 * 1024;

/**
 * One room for all bodies that are written before the next one is made: a server that answers at once leaves the
 * collector of garbage nothing to do.
 */
export function sharedRoom(): Room {
  const all = Buffer.alloc(SHARED_BYTES);
  return (bytes) => (bytes <= all.length ? all.subarray(0, bytes) : ownRoom(bytes));
}
