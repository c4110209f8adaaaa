/** Allocation of response bodies. */

/** Returns an uninitialised buffer of the given size. */
export type BufferAllocator = (bytes: number) => Buffer;

/** Allocates a new buffer for every body. */
export const allocateBuffer: BufferAllocator = (bytes) => Buffer.allocUnsafe(bytes);

/** Holds most pages; larger bodies get their own buffer. */
const SHARED_BYTES = 256 * 1024;

/**
 * Reuses one buffer for all bodies. Only for a server that writes each body before the next is made; saves
 * garbage collection.
 */
export function reusableBuffer(): BufferAllocator {
  const all = Buffer.alloc(SHARED_BYTES);
  return (bytes) => (bytes <= all.length ? all.subarray(0, bytes) : allocateBuffer(bytes));
}
