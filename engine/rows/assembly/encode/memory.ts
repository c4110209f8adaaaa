/** Blocks of memory by powers of two. */

/** By power of two: the first released block, which holds the address of the next. */
const released = memory.data(4 * 33, 16);
let top: usize = 0;

/** A block of at least so many bytes, all zero; it begins at a multiple of 16. */
export function allocate(bytes: u32): usize {
  const bits: u32 = 32 - clz(max<u32>(bytes, 64) - 1);
  const size: usize = <usize>1 << bits;
  const first = released + (<usize>bits << 2);
  let block: usize = load<u32>(first);
  if (block != 0) {
    store<u32>(first, load<u32>(block));
    memory.fill(block, 0, size);
  } else {
    if (top == 0) top = (__heap_base + 15) & ~(<usize>15);
    block = top;
    top += size;
    const pages = <i32>((top + 0xffff) >> 16) - memory.size();
    // What grows is zero, and takes no memory before it is written.
    if (pages > 0 && memory.grow(pages) < 0) unreachable();
  }
  return block;
}

/** Gives back a block that was allocated with so many bytes. */
export function release(block: usize, bytes: u32): void {
  const first = released + (<usize>(32 - clz(max<u32>(bytes, 64) - 1)) << 2);
  store<u32>(block, load<u32>(first));
  store<u32>(first, <u32>block);
}

/** A block of twice the bytes with the same content; the old one is given back. */
export function doubled(block: usize, bytes: u32): usize {
  const larger = allocate(2 * bytes);
  memory.copy(larger, block, bytes);
  release(block, bytes);
  return larger;
}
