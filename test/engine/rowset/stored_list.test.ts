/** Lists of rows in the forms of files: written and added to bitmaps, compared with plain lists. */
import {expect, test} from 'vitest';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import {forEachRow} from '../../../engine/rowset/rowset.ts';
import {
  addListTo,
  type Form,
  formOf,
  maxWordsOf,
  wordsOf,
  writeList,
} from '../../../engine/rowset/stored_list.ts';

/** Tables below, at and above a word of bits, a block of rows and two of them. */
const SIZES = [1, 15, 16, 17, 32, 33, 2000, 65_535, 65_536, 65_537, 131_072, 131_073];

/** Counts below, at and above those at which the form changes, and the whole table. */
const countsOf = (rows: number): number[] => {
  const blocks = Math.ceil(rows / 65_536);
  const edges = [0, 1, 2, 7, 4 * blocks, 4 * blocks + 1, Math.floor(rows / 16), Math.floor(rows / 16) + 1];
  return [...new Set([...edges, Math.floor(rows / 3), rows])].filter((count) => count <= rows);
};

/** So many rows, those at the edges of blocks before all others. */
function edgesOf(rows: number, count: number): number[] {
  const near = [0, 65_535, 65_536, 131_071, 131_072, 1, 65_534, 65_537].filter((row) => row < rows);
  const all = new Set(near.slice(0, count));
  for (let row = 0; all.size < count; row++) all.add(row);
  return [...all].sort((a, b) => a - b);
}

/** So many rows: from the first or before the last on, spread evenly, or at the edges of blocks. */
function rowsOf(rows: number, count: number, place: string): number[] {
  const step = Math.max(1, Math.floor(rows / Math.max(1, count)));
  if (place === 'edges') return edgesOf(rows, count);
  const at: Record<string, (i: number) => number> = {
    first: (i) => i,
    last: (i) => rows - count + i,
    spread: (i) => i * step,
  };
  return Array.from({length: count}, (_, i) => at[place]!(i));
}

const PLACES = ['first', 'last', 'spread', 'edges'];

function stored(list: readonly number[], rows: number): Uint32Array {
  const words = new Uint32Array(wordsOf(list.length, rows));
  writeList(Uint32Array.from(list), rows, words);
  return words;
}

const membersOf = (bitmap: Bitmap): number[] => {
  const rows: number[] = [];
  forEachRow({kind: 'bitmap', bitmap, count: bitmap.count()}, (row) => rows.push(row));
  return rows;
};

test('every list has the form of its density, is never longer than the longest, and is read as it was written', () => {
  const forms = new Set<Form>();
  for (const rows of SIZES) {
    for (const count of countsOf(rows)) {
      forms.add(formOf(count, rows));
      expect(wordsOf(count, rows)).toBeLessThanOrEqual(maxWordsOf(rows));
      for (const place of PLACES) {
        const list = rowsOf(rows, count, place);
        const bitmap = Bitmap.empty(rows);
        addListTo(bitmap, stored(list, rows), count, rows);
        // Millions of numbers: not listed where they differ.
        expect(membersOf(bitmap).join() === list.join(), `${count} of ${rows}, ${place}`).toBe(true);
      }
    }
  }
  expect(forms).toEqual(new Set(['listed', 'blocks', 'bitmap']));
}, 60_000);
