/** Lists of rows in the forms of files: written, read, united and intersected, compared with plain sets. */
import {expect, test} from 'vitest';
import {type ListProgram, listProgram, type StoredList} from '../../../engine/rowset/list_program.ts';
import {
  addListTo,
  bitmapLength,
  type Form,
  formOf,
  maxWordsOf,
  wordsOf,
  writeList,
} from '../../../engine/rowset/stored_list.ts';
import fc from '../../helpers/fast_check.ts';

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

const membersOf = (bitmap: Uint32Array, rows: number): number[] =>
  Array.from({length: rows}, (_, row) => row).filter(
    (row) => ((bitmap[row >>> 5]! >>> (row & 31)) & 1) === 1,
  );

test('every list has the form of its density, is never longer than the longest, and is read as it was written', () => {
  const forms = new Set<Form>();
  for (const rows of SIZES) {
    for (const count of countsOf(rows)) {
      forms.add(formOf(count, rows));
      expect(wordsOf(count, rows)).toBeLessThanOrEqual(maxWordsOf(rows));
      for (const place of PLACES) {
        const list = rowsOf(rows, count, place);
        const bitmap = new Uint32Array(bitmapLength(rows));
        addListTo(bitmap, stored(list, rows), count, rows);
        // Millions of numbers: not listed where they differ.
        expect(membersOf(bitmap, rows).join() === list.join(), `${count} of ${rows}, ${place}`).toBe(true);
      }
    }
  }
  expect(forms).toEqual(new Set(['listed', 'blocks', 'bitmap']));
}, 60_000);

/** A table, and two lists of it at most densities. */
const pairs = fc.constantFrom(...SIZES).chain((rows) => {
  const list = fc
    .record({count: fc.constantFrom(...countsOf(rows)), place: fc.constantFrom(...PLACES)})
    .map(({count, place}) => rowsOf(rows, count, place));
  return fc.record({rows: fc.constant(rows), one: list, other: list});
});

/** A program with two lists one after the other, and where what they give begins. */
function placed(one: readonly number[], other: readonly number[], rows: number) {
  const [first, second] = [stored(one, rows), stored(other, rows)];
  const out = first.length + second.length;
  const program = listProgram(rows, out + one.length + other.length);
  program.elements.set(first);
  program.elements.set(second, first.length);
  const listOf = (list: readonly number[]): StoredList => ({
    form: formOf(list.length, rows),
    at: 0,
    count: list.length,
  });
  const [ofOne, ofOther] = [listOf(one), listOf(other)];
  const places = [ofOne, {...ofOther, at: first.length}] as const;
  return {program, out, second: first.length, lists: [ofOne, ofOther] as const, places};
}

/** Whether no row is marked. */
function expectEmpty(program: ListProgram, rows: number): void {
  const all: StoredList = {form: 'bitmap', at: 0, count: rows};
  const length = bitmapLength(rows);
  program.reserve(length + rows);
  program.elements.fill(2 ** 32 - 1, 0, length);
  expect(program.take(all, rows, 0, length)).toBe(0);
}

test('rows of one list that are marked are taken once from another, in any form', () => {
  const property = fc.property(pairs, ({rows, one, other}) => {
    const {program, out, second, lists} = placed(one, other, rows);
    const members = new Set(one);
    program.mark(lists[0], rows, 0);
    const count = program.take(lists[1], rows, second, out);
    const again = program.take(lists[1], rows, second, out + count);
    program.unmark(lists[0], rows, 0);
    const expected = other.filter((row) => members.has(row));
    expect([...program.elements.subarray(out, out + count)]).toEqual(expected);
    expect(again).toBe(0);
    expectEmpty(program, rows);
  });
  fc.assert(property, {numRuns: 150});
}, 120_000);

test('two lists have the rows in common that sets have, ascending, and leave no mark', () => {
  const property = fc.property(pairs, ({rows, one, other}) => {
    const {program, out, places} = placed(one, other, rows);
    const before = program.elements.slice(0, out);
    const count = program.common(places[0], places[1], rows, out);
    // The lists stay as they are: they are intersected again.
    expect(program.elements.subarray(0, out)).toEqual(before);
    const members = new Set(one);
    expect([...program.elements.subarray(out, out + count)]).toEqual(other.filter((row) => members.has(row)));
    expectEmpty(program, rows);
  });
  fc.assert(property, {numRuns: 150});
}, 120_000);

test('numbers of a block are compared eight by eight and one by one', () => {
  const halves = fc.uniqueArray(fc.nat({max: 400}), {maxLength: 90}).map((all) => all.sort((a, b) => a - b));
  const property = fc.property(halves, halves, fc.constantFrom(0, 65_200, 130_700), (a, b, from) => {
    // So many rows that the two are stored by block.
    const rows = 1 << 18;
    const padding = Array.from({length: 20}, (_, i) => 200_000 + 3 * i);
    const one = [...a.map((row) => row + from), ...padding];
    const other = [...b.map((row) => row + from), ...padding.map((row) => row + (row % 2))];
    const {program, out, places, lists} = placed(one, other, rows);
    expect(lists.map(({form}) => form)).toEqual(['blocks', 'blocks']);
    const count = program.common(places[0], places[1], rows, out);
    expect([...program.elements.subarray(out, out + count)]).toEqual(
      one.filter((row) => other.includes(row)),
    );
  });
  fc.assert(property, {numRuns: 300});
});

test('lists that are no bitmaps are decoded beside themselves', () => {
  const property = fc.property(pairs, ({rows, one}) => {
    const {program, out, lists} = placed(one, [], rows);
    if (lists[0].form === 'bitmap') return;
    program.decode(lists[0], rows, 0, out);
    expect([...program.elements.subarray(out, out + one.length)]).toEqual(one);
  });
  fc.assert(property, {numRuns: 200});
});
