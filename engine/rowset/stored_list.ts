/**
 * An ascending list of rows as files hold it, in the smallest of three forms: a few rows as 32-bit numbers;
 * more as the low 16 bits of each, block by block; so many that a bit for every row of the table is less, as
 * a bitmap.
 */
import type {Bitmap} from './bitmap.ts';

/** Rows of a block: as many as 16 bits number. */
const BLOCK_ROWS = 1 << 16;
/**
 * A list is stored by block where it has so many rows for each block: before each block stands the end of its
 * rows.
 */
const MIN_PER_BLOCK = 4;
/** Bits of the table for which a row costs as much as its 16 bits. */
const MAX_DENSITY = 16;

/** Length of a bitmap in 32-bit words. */
export const bitmapLength = (rows: number): number => (rows + 31) >>> 5;

/** Blocks of a table of so many rows. */
const blocksOf = (rows: number): number => Math.ceil(rows / BLOCK_ROWS);

export type Form = 'listed' | 'blocks' | 'bitmap';

/**
 * How a list of `count` rows of the table's `rows` is stored. A longer one is never `listed` where this one
 * is not.
 */
export function formOf(count: number, rows: number): Form {
  if (count * MAX_DENSITY > rows) return 'bitmap';
  return count > blocksOf(rows) * MIN_PER_BLOCK ? 'blocks' : 'listed';
}

/** Length of a list in 32-bit words. */
export function wordsOf(count: number, rows: number): number {
  switch (formOf(count, rows)) {
    case 'listed':
      return count;
    case 'blocks':
      return blocksOf(rows) + ((count + 1) >>> 1);
    case 'bitmap':
      return bitmapLength(rows);
  }
}

/** No list of a table of so many rows is longer, in 32-bit words. */
export const maxWordsOf = (rows: number): number => bitmapLength(rows) + blocksOf(rows) * MIN_PER_BLOCK + 1;

/** Writes a list to `into`, all zeroes. */
export function writeList(list: Uint32Array, rows: number, into: Uint32Array): void {
  switch (formOf(list.length, rows)) {
    case 'listed':
      into.set(list);
      return;
    case 'bitmap':
      for (const row of list) into[row >>> 5]! |= 1 << (row & 31);
      return;
    case 'blocks': {
      const blocks = blocksOf(rows);
      const low = new Uint16Array(into.buffer, into.byteOffset + blocks * 4, list.length);
      for (let i = 0; i < list.length; i++) {
        const row = list[i]!;
        low[i] = row;
        into[row >>> 16] = i + 1;
      }
      for (let block = 1; block < blocks; block++) into[block] ||= into[block - 1]!;
    }
  }
}

/** Adds the rows of a stored list of `count` rows to a bitmap of the table, which has `rows` rows. */
export function addListTo(bitmap: Bitmap, list: Uint32Array, count: number, rows: number): void {
  switch (formOf(count, rows)) {
    case 'listed':
      bitmap.addRows(list, 0, count);
      return;
    case 'bitmap':
      for (let word = 0; word < list.length; word++) {
        if (list[word] !== 0) bitmap.setWord(word, bitmap.words[word]! | list[word]!);
      }
      return;
    case 'blocks': {
      const blocks = blocksOf(rows);
      const low = new Uint16Array(list.buffer, list.byteOffset + blocks * 4, count);
      for (let block = 0; block < blocks; block++) {
        for (let i = block === 0 ? 0 : list[block - 1]!; i < list[block]!; i++)
          bitmap.add(block * BLOCK_ROWS + low[i]!);
      }
    }
  }
}
