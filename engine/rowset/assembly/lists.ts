/**
 * Intersects and sorts lists of rows by a bitmap of the table. AssemblyScript, compiled to `../lists.wasm`; `../list_program.ts` calls
 * it. The bitmap is empty before and after every call and has a whole number of 64-bit words.
 */

const ROW_BYTES: usize = 4;

// @ts-expect-error: decorator
@inline
function wordOf(words: usize, row: u32): usize {
  return words + ((row >>> 5) << 2);
}

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

/** Moves the rows that are marked to the front, in their order; returns where they end. */
function retain(words: usize, list: usize, end: usize): usize {
  let kept = list;
  for (let at = list; at < end; at += ROW_BYTES) {
    const row = load<u32>(at);
    store<u32>(kept, row);
    // No branch: it would be taken at random.
    kept += (<usize>((load<u32>(wordOf(words, row)) >>> (row & 31)) & 1)) << 2;
  }
  return kept;
}

/** As `retain`, each row once: its mark is taken when it is met. */
function take(words: usize, list: usize, end: usize): usize {
  let kept = list;
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
  return kept;
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
  const kept = repeats ? take(words, second, end) : retain(words, second, end);
  unmark(words, first, firstEnd);
  return <u32>((kept - second) >>> 2);
}

/** Sorts a list in place and removes repeats; returns its new length. The bitmap ends at `wordsEnd`. */
export function sortDistinct(words: usize, wordsEnd: usize, list: usize, count: u32): u32 {
  mark(words, list, list + ((<usize>count) << 2));
  let at = list;
  for (let word = words; word < wordsEnd; word += 8) {
    let bits = load<u64>(word);
    if (bits == 0) continue;
    store<u64>(word, 0);
    const first = <u32>((word - words) << 3);
    for (; bits != 0; bits &= bits - 1) {
      store<u32>(at, first + <u32>ctz(bits));
      at += ROW_BYTES;
    }
  }
  return <u32>((at - list) >>> 2);
}
