/** Writes the lists of the rows of tokens, which come by ascending number of rows. */
import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import {formOf, wordsOf, writeList} from '../rowset/stored_list.ts';

/** Where the lists of tokens lie in the section, in words, and one more. */
export interface WrittenLists {
  starts: Uint32Array;
  /** Byte at which the section begins. */
  at: number;
}

/**
 * Writes the lists of all tokens to `onDisk`; `offsets` are those of the rows of each token and one more, `parts` the rows of as many
 * whole tokens as each one holds. What `TokenLists` cannot derive of the places goes to `index`, offsets of the further family to `onDisk`.
 */
export function writeTokenLists(
  index: IndexWriter,
  onDisk: IndexWriter,
  family: TokenFamily,
  offsets: Uint32Array,
  parts: Iterable<Uint32Array>,
  rows: number,
): WrittenLists {
  const {lists} = SECTIONS.search.index(family);
  const tokens = offsets.length - 1;
  const starts = new Uint32Array(tokens + 1);
  let [single, listed] = [0, 0];
  for (let token = 0; token < tokens; token++) {
    const count = offsets[token + 1]! - offsets[token]!;
    if (count === 1) single++;
    if (formOf(count, rows) === 'listed') listed++;
    starts[token + 1] = starts[token]! + wordsOf(count, rows);
  }
  const at = onDisk.writeChunks(lists.words, 'u32', encoded(offsets, starts, parts, rows));
  index.write(lists.starts, starts.subarray(listed));
  (family === 'found' ? index : onDisk).write(lists.offsets, offsets.subarray(single));
  return {starts, at};
}

function* encoded(
  offsets: Uint32Array,
  starts: Uint32Array,
  parts: Iterable<Uint32Array>,
  rows: number,
): Generator<Uint32Array> {
  let token = 0;
  for (const part of parts) {
    const first = token;
    const begin = offsets[first]!;
    while (token + 1 < offsets.length && offsets[token + 1]! - begin <= part.length) token++;
    const words = new Uint32Array(starts[token]! - starts[first]!);
    for (let i = first; i < token; i++) {
      const list = part.subarray(offsets[i]! - begin, offsets[i + 1]! - begin);
      writeList(list, rows, words.subarray(starts[i]! - starts[first]!, starts[i + 1]! - starts[first]!));
    }
    yield words;
  }
}
