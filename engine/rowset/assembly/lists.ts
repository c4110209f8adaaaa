/**
 * Intersects and sorts lists of rows by a bitmap of the table, and matches lists four by four elements. AssemblyScript, compiled to `../lists.wasm`; `../list_program.ts` calls
 * it. The bitmap is empty before and after every call and has a whole number of 64-bit words.
 */

const ROW_BYTES: usize = 4;
/** Four elements, which one instruction takes. */
const BLOCK_BYTES: usize = 16;

// @ts-expect-error: decorator
@inline
function wordOf(words: usize, row: u32): usize {
  return words + ((row >>> 5) << 2);
}

/** Rows of a block as bytes of the bitmap. */
const BLOCK_BITS: usize = 1 << 13;

function mark(words: usize, list: usize, end: usize): void {
  for (let at = list; at < end; at += ROW_BYTES) {
    const row = load<u32>(at);
    const word = wordOf(words, row);
    store<u32>(word, load<u32>(word) | (1 << (row & 31)));
  }
}

function unmark(words: usize, list: usize, end: usize): void {
  for (let at = list; at < end; at += ROW_BYTES) store<u32>(wordOf(words, load<u32>(at)), 0);
}

/** Moves the rows that are marked to the front, in their order; returns how many. */
function retained(words: usize, list: usize, end: usize): u32 {
  let kept = list;
  for (let at = list; at < end; at += ROW_BYTES) {
    const row = load<u32>(at);
    store<u32>(kept, row);
    // No branch: it would be taken at random.
    kept += (<usize>((load<u32>(wordOf(words, row)) >>> (row & 31)) & 1)) << 2;
  }
  return <u32>((kept - list) >>> 2);
}

/**
 * Moves the rows of the second list that are in the first to its front; returns how many. They stay in their order, each once where
 * `repeats`, that is, where the second list may have a row several times.
 */
export function intersect(
  words: usize,
  first: usize,
  count: u32,
  second: usize,
  length: u32,
  repeats: bool,
): u32 {
  const firstEnd = first + ((<usize>count) << 2);
  const end = second + ((<usize>length) << 2);
  mark(words, first, firstEnd);
  const kept = repeats ? takeRows(words, second, length, second) : retained(words, second, end);
  unmark(words, first, firstEnd);
  return kept;
}

/**
 * Sorts a list in place and removes repeats; returns its new length. The bitmap ends at `wordsEnd`, where its summary begins: a bit for
 * each of its 64-bit words, as empty as the bitmap; it ends at `summaryEnd`.
 */
export function sortDistinct(
  words: usize,
  wordsEnd: usize,
  summaryEnd: usize,
  list: usize,
  count: u32,
): u32 {
  const end = list + ((<usize>count) << 2);
  for (let at = list; at < end; at += ROW_BYTES) {
    const row = load<u32>(at);
    const word = wordOf(words, row);
    store<u32>(word, load<u32>(word) | (1 << (row & 31)));
    const group = wordsEnd + ((row >>> 11) << 2);
    store<u32>(group, load<u32>(group) | (1 << ((row >>> 6) & 31)));
  }
  let at = list;
  for (let group = wordsEnd; group < summaryEnd; group += 8) {
    let filled = load<u64>(group);
    if (filled == 0) continue;
    store<u64>(group, 0);
    const firstWord = words + ((group - wordsEnd) << 6);
    for (; filled != 0; filled &= filled - 1) {
      const word = firstWord + ((<usize>ctz(filled)) << 3);
      const first = <u32>((word - words) << 3);
      let bits = load<u64>(word);
      store<u64>(word, 0);
      for (; bits != 0; bits &= bits - 1) {
        store<u32>(at, first + <u32>ctz(bits));
        at += ROW_BYTES;
      }
    }
  }
  return <u32>((at - list) >>> 2);
}

/**
 * Writes `base` added to each of `count` 16-bit numbers at `halves`, 32 bits each, to `out`, which may be before them: what is read was
 * not written over as long as as many bytes lie between the two as the numbers that are left need more.
 */
export function widen(halves: usize, count: u32, base: u32, out: usize): void {
  const end = halves + ((<usize>count) << 1);
  const bases = i32x4.splat(base);
  let at = halves;
  let to = out;
  for (; at + BLOCK_BYTES <= end; at += BLOCK_BYTES, to += 2 * BLOCK_BYTES) {
    const eight = v128.load(at);
    v128.store(to, i32x4.add(i32x4.extend_low_i16x8_u(eight), bases));
    v128.store(to + BLOCK_BYTES, i32x4.add(i32x4.extend_high_i16x8_u(eight), bases));
  }
  for (; at < end; at += 2, to += ROW_BYTES) store<u32>(to, base + <u32>load<u16>(at));
}

/** Whether the low bits `mask` of an element of the list are above `most`. */
export function exceeds(list: usize, count: u32, mask: u32, most: u32): bool {
  const end = list + ((<usize>count) << 2);
  let at = list;
  const masks = i32x4.splat(mask);
  const mosts = i32x4.splat(most);
  for (; at + BLOCK_BYTES <= end; at += BLOCK_BYTES) {
    if (v128.any_true(i32x4.gt_u(v128.and(v128.load(at), masks), mosts))) return true;
  }
  for (; at < end; at += ROW_BYTES) if ((load<u32>(at) & mask) > most) return true;
  return false;
}

/** Each of four elements against each of four others: lane by lane, with the others turned by one, two and three. */
// @ts-expect-error: decorator
@inline
function equalLanes(four: v128, others: v128): u32 {
  const turnedOnce = v128.shuffle<u32>(others, others, 1, 2, 3, 0);
  const turnedTwice = v128.shuffle<u32>(others, others, 2, 3, 0, 1);
  const turnedThrice = v128.shuffle<u32>(others, others, 3, 0, 1, 2);
  return i32x4.bitmask(
    v128.or(
      v128.or(i32x4.eq(four, others), i32x4.eq(four, turnedOnce)),
      v128.or(i32x4.eq(four, turnedTwice), i32x4.eq(four, turnedThrice)),
    ),
  );
}

/**
 * Writes the elements of the first list that are in the second with `delta` added; returns how many. Both ascend and have
 * each element once; `out` has room for four elements more than the first list.
 */
export function matchShifted(
  first: usize,
  count: u32,
  second: usize,
  length: u32,
  delta: u32,
  out: usize,
): u32 {
  const end = first + ((<usize>count) << 2);
  const secondEnd = second + ((<usize>length) << 2);
  let at = first;
  let other = second;
  let kept = out;
  // With a negative delta the lowest would wrap around to the highest.
  if (<i32>delta < 0) while (at < end && load<u32>(at) < 0 - delta) at += ROW_BYTES;
  const deltas = i32x4.splat(delta);
  while (at + BLOCK_BYTES <= end && other + BLOCK_BYTES <= secondEnd) {
    const equal = equalLanes(i32x4.add(v128.load(at), deltas), v128.load(other));
    // No branch: whether there is a match is as good as random.
    store<u32>(kept, load<u32>(at));
    kept += (<usize>(equal & 1)) << 2;
    store<u32>(kept, load<u32>(at, 4));
    kept += (<usize>((equal >>> 1) & 1)) << 2;
    store<u32>(kept, load<u32>(at, 8));
    kept += (<usize>((equal >>> 2) & 1)) << 2;
    store<u32>(kept, load<u32>(at, 12));
    kept += (<usize>(equal >>> 3)) << 2;
    const last = load<u32>(at, 12) + delta;
    const otherLast = load<u32>(other, 12);
    at += (<usize>(last <= otherLast)) << 4;
    other += (<usize>(otherLast <= last)) << 4;
  }
  while (at < end && other < secondEnd) {
    const wanted = load<u32>(at) + delta;
    const there = load<u32>(other);
    store<u32>(kept, load<u32>(at));
    kept += (<usize>(wanted == there)) << 2;
    at += (<usize>(wanted <= there)) << 2;
    other += (<usize>(there <= wanted)) << 2;
  }
  return <u32>((kept - out) >>> 2);
}

/** Marks `count` rows of a list. */
export function markRows(words: usize, list: usize, count: u32): void {
  mark(words, list, list + ((<usize>count) << 2));
}

export function unmarkRows(words: usize, list: usize, count: u32): void {
  unmark(words, list, list + ((<usize>count) << 2));
}

/** Marks the rows of a list by block: the ends of the blocks, then the low 16 bits of each row. */
export function markBlocks(words: usize, list: usize, blocks: u32): void {
  const halves = list + ((<usize>blocks) << 2);
  let at = halves;
  for (let block = words; list < halves; list += 4, block += BLOCK_BITS) {
    const end = halves + ((<usize>load<u32>(list)) << 1);
    for (; at < end; at += 2) {
      const half = <u32>load<u16>(at);
      const word = wordOf(block, half);
      store<u32>(word, load<u32>(word) | (1 << (half & 31)));
    }
  }
}

export function unmarkBlocks(words: usize, list: usize, blocks: u32): void {
  const halves = list + ((<usize>blocks) << 2);
  let at = halves;
  for (let block = words; list < halves; list += 4, block += BLOCK_BITS) {
    const end = halves + ((<usize>load<u32>(list)) << 1);
    for (; at < end; at += 2) store<u32>(wordOf(block, <u32>load<u16>(at)), 0);
  }
}

/** Marks the rows of a bitmap of `length` words. */
export function markBits(words: usize, bits: usize, length: u32): void {
  const end = bits + ((<usize>length) << 2);
  for (; bits + BLOCK_BYTES <= end; bits += BLOCK_BYTES, words += BLOCK_BYTES) {
    v128.store(words, v128.or(v128.load(words), v128.load(bits)));
  }
  for (; bits < end; bits += 4, words += 4) store<u32>(words, load<u32>(words) | load<u32>(bits));
}

export function unmarkBits(words: usize, length: u32): void {
  memory.fill(words, 0, (<usize>length) << 2);
}

/**
 * Takes the marks of the rows of a list and writes these rows to `out`, each once; returns how many. `out` may be the list. Few rows are
 * marked, so that the branch is foreseen.
 */
export function takeRows(words: usize, list: usize, count: u32, out: usize): u32 {
  const end = list + ((<usize>count) << 2);
  let kept = out;
  for (let at = list; at < end; at += ROW_BYTES) {
    const row = load<u32>(at);
    const word = wordOf(words, row);
    const bits = load<u32>(word);
    const bit: u32 = 1 << (row & 31);
    if ((bits & bit) == 0) continue;
    store<u32>(word, bits ^ bit);
    store<u32>(kept, row);
    kept += ROW_BYTES;
  }
  return <u32>((kept - out) >>> 2);
}

/** As `takeRows`, of a list by block. */
export function takeBlocks(words: usize, list: usize, blocks: u32, out: usize): u32 {
  const halves = list + ((<usize>blocks) << 2);
  let at = halves;
  let kept = out;
  let base: u32 = 0;
  for (let block = words; list < halves; list += 4, block += BLOCK_BITS, base += 0x10000) {
    const end = halves + ((<usize>load<u32>(list)) << 1);
    for (; at < end; at += 2) {
      const half = <u32>load<u16>(at);
      const word = wordOf(block, half);
      const bits = load<u32>(word);
      const bit: u32 = 1 << (half & 31);
      if ((bits & bit) == 0) continue;
      store<u32>(word, bits ^ bit);
      store<u32>(kept, base | half);
      kept += ROW_BYTES;
    }
  }
  return <u32>((kept - out) >>> 2);
}

/** As `takeRows`, of a bitmap of `length` words. */
export function takeBits(words: usize, bits: usize, length: u32, out: usize): u32 {
  let kept = out;
  for (let word: u32 = 0; word < length; word++, words += 4, bits += 4) {
    const marked = load<u32>(words);
    let common = marked & load<u32>(bits);
    if (common == 0) continue;
    store<u32>(words, marked ^ common);
    for (; common != 0; common &= common - 1) {
      store<u32>(kept, (word << 5) + ctz(common));
      kept += ROW_BYTES;
    }
  }
  return <u32>((kept - out) >>> 2);
}

/** Writes the rows of a list by block to `out`, which is none of it. */
export function decodeBlocks(list: usize, blocks: u32, out: usize): void {
  const halves = list + ((<usize>blocks) << 2);
  let from: u32 = 0;
  let base: u32 = 0;
  for (; list < halves; list += 4, base += 0x10000) {
    const end = load<u32>(list);
    if (end > from) widen(halves + ((<usize>from) << 1), end - from, base, out + ((<usize>from) << 2));
    from = end;
  }
}

// @ts-expect-error: decorator
@inline
function equalHalves(eight: v128, others: v128): i32 {
  const once = v128.shuffle<u16>(others, others, 1, 2, 3, 4, 5, 6, 7, 0);
  const twice = v128.shuffle<u16>(others, others, 2, 3, 4, 5, 6, 7, 0, 1);
  const thrice = v128.shuffle<u16>(others, others, 3, 4, 5, 6, 7, 0, 1, 2);
  const four = v128.shuffle<u16>(others, others, 4, 5, 6, 7, 0, 1, 2, 3);
  const five = v128.shuffle<u16>(others, others, 5, 6, 7, 0, 1, 2, 3, 4);
  const six = v128.shuffle<u16>(others, others, 6, 7, 0, 1, 2, 3, 4, 5);
  const seven = v128.shuffle<u16>(others, others, 7, 0, 1, 2, 3, 4, 5, 6);
  const low = v128.or(
    v128.or(i16x8.eq(eight, others), i16x8.eq(eight, once)),
    v128.or(i16x8.eq(eight, twice), i16x8.eq(eight, thrice)),
  );
  const high = v128.or(
    v128.or(i16x8.eq(eight, four), i16x8.eq(eight, five)),
    v128.or(i16x8.eq(eight, six), i16x8.eq(eight, seven)),
  );
  return i16x8.bitmask(v128.or(low, high));
}

/** Writes the rows of a block that are in two ascending lists to `out`; returns where they end. */
function commonHalves(at: usize, end: usize, other: usize, otherEnd: usize, base: u32, out: usize): usize {
  if (at + BLOCK_BYTES <= end && other + BLOCK_BYTES <= otherEnd) {
    let eight = v128.load(at);
    let others = v128.load(other);
    let last = load<u16>(at, 14);
    let otherLast = load<u16>(other, 14);
    for (;;) {
      for (let equal = equalHalves(eight, others); equal != 0; equal &= equal - 1) {
        store<u32>(out, base | <u32>load<u16>(at + ((<usize>ctz(equal)) << 1)));
        out += ROW_BYTES;
      }
      const isOtherPassed = otherLast <= last;
      // Branches: they are foreseen more often than not, and what is loaded next does not wait for the comparison.
      if (last <= otherLast) {
        at += BLOCK_BYTES;
        if (at + BLOCK_BYTES > end) {
          if (isOtherPassed) other += BLOCK_BYTES;
          break;
        }
        eight = v128.load(at);
        last = load<u16>(at, 14);
      }
      if (isOtherPassed) {
        other += BLOCK_BYTES;
        if (other + BLOCK_BYTES > otherEnd) break;
        others = v128.load(other);
        otherLast = load<u16>(other, 14);
      }
    }
  }
  while (at < end && other < otherEnd) {
    const one = load<u16>(at);
    const two = load<u16>(other);
    if (one == two) {
      store<u32>(out, base | <u32>one);
      out += ROW_BYTES;
    }
    at += (<usize>(one <= two)) << 1;
    other += (<usize>(two <= one)) << 1;
  }
  return out;
}

/** Writes the rows that are in two lists by block, each ascending, to `out`, ascending; returns how many. */
export function commonOfBlocks(list: usize, other: usize, blocks: u32, out: usize): u32 {
  const halves = list + ((<usize>blocks) << 2);
  const otherHalves = other + ((<usize>blocks) << 2);
  let at = halves;
  let otherAt = otherHalves;
  let kept = out;
  let base: u32 = 0;
  for (; list < halves; list += 4, other += 4, base += 0x10000) {
    const end = halves + ((<usize>load<u32>(list)) << 1);
    const otherEnd = otherHalves + ((<usize>load<u32>(other)) << 1);
    kept = commonHalves(at, end, otherAt, otherEnd, base, kept);
    at = end;
    otherAt = otherEnd;
  }
  return <u32>((kept - out) >>> 2);
}

/** First half from `at` on that is not below a number, by galloping search: mostly it is near. */
function seekHalf(at: usize, end: usize, half: u32): usize {
  let low = at;
  let step: usize = 2;
  while (low + step < end && <u32>load<u16>(low + step) < half) {
    low += step;
    step <<= 1;
  }
  let high = min(end, low + step);
  while (low < high) {
    const middle = low + (((high - low) >>> 2) << 1);
    if (<u32>load<u16>(middle) < half) low = middle + 2;
    else high = middle;
  }
  return low;
}

/** Moves the rows of an ascending list that are in a list by block to its front; returns how many. Each is looked up: for few rows. */
export function retainInBlocks(other: usize, blocks: u32, list: usize, count: u32): u32 {
  const halves = other + ((<usize>blocks) << 2);
  const end = list + ((<usize>count) << 2);
  let kept = list;
  let block: u32 = 0;
  let at = halves;
  let stop = halves + ((<usize>load<u32>(other)) << 1);
  for (let from = list; from < end; from += ROW_BYTES) {
    const row = load<u32>(from);
    if (row >>> 16 != block) {
      block = row >>> 16;
      at = halves + ((<usize>load<u32>(other + ((<usize>(block - 1)) << 2))) << 1);
      stop = halves + ((<usize>load<u32>(other + ((<usize>block) << 2))) << 1);
    }
    at = seekHalf(at, stop, row & 0xffff);
    if (at < stop && <u32>load<u16>(at) == (row & 0xffff)) {
      store<u32>(kept, row);
      kept += ROW_BYTES;
    }
  }
  return <u32>((kept - list) >>> 2);
}

/** Moves the rows of a list that are in a bitmap to its front; returns how many. */
export function retainInBits(bits: usize, list: usize, count: u32): u32 {
  return retained(bits, list, list + ((<usize>count) << 2));
}

// @ts-expect-error: decorator
@inline
function writeBits(bits: u64, base: u32, out: usize): usize {
  for (; bits != 0; bits &= bits - 1) {
    store<u32>(out, base + <u32>ctz(bits));
    out += ROW_BYTES;
  }
  return out;
}

/** Writes the rows that are in two bitmaps of `length` words to `out`, ascending; returns how many. */
export function commonOfBits(bits: usize, others: usize, length: u32, out: usize): u32 {
  const end = bits + ((<usize>length) << 2);
  let kept = out;
  let base: u32 = 0;
  for (; bits + BLOCK_BYTES <= end; bits += BLOCK_BYTES, others += BLOCK_BYTES, base += 128) {
    const common = v128.and(v128.load(bits), v128.load(others));
    if (!v128.any_true(common)) continue;
    kept = writeBits(i64x2.extract_lane(common, 0), base, kept);
    kept = writeBits(i64x2.extract_lane(common, 1), base + 64, kept);
  }
  for (; bits < end; bits += 4, others += 4, base += 32) {
    kept = writeBits(<u64>(load<u32>(bits) & load<u32>(others)), base, kept);
  }
  return <u32>((kept - out) >>> 2);
}
