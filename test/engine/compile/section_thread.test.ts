/** Sections that a thread makes: the same sections as without it, and its failures are those of the compile. */
import {describe, expect, test} from 'vitest';
import {beginSections, type SectionTask, type SortedColumn} from '../../../engine/compile/section_thread.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {sharedF64, sharedU32} from '../../../engine/file/shared_arrays.ts';
import {StringArrayBuilder} from '../../../engine/text/string_array.ts';
import type {SearchedColumn} from '../../../engine/text/tokens_writer.ts';

const WORDS = ['north', 'bridge', 'repair', 'zoë', 'works', '12', 'northern'];
const ROWS = 5000;

/** A column whose values are pairs of words; every seventh row has none. */
function column(step: number): SearchedColumn {
  const values = new StringArrayBuilder('texts');
  for (const a of WORDS) for (const b of WORDS) values.add(Buffer.from(`${a} ${b}`));
  const ordinals = sharedU32(ROWS);
  for (let row = 0; row < ROWS; row++)
    ordinals[row] = row % 7 === 0 ? values.count : (row * step) % values.count;
  return {folded: values.build(), ordinals};
}

const written = async (tasks: readonly SectionTask[], manyRows: number) => {
  const beside = beginSections({tasks, rows: ROWS}, manyRows);
  try {
    const made = await Promise.all(tasks.map(({kind}) => beside.made[kind]()));
    return made.flat().map(({elements, ...how}) => ({...how, elements: Array.from(elements)}));
  } finally {
    await beside.close();
  }
};

describe('sections in a thread', () => {
  const task: SectionTask & {kind: 'tokens'} = {kind: 'tokens', columns: [column(3), column(11)]};

  test('are the sections that are made without one', async () => {
    const alone = await written([task], ROWS + 1);
    expect(await written([task], ROWS)).toEqual(alone);
    expect(alone.map(({name}) => name)).toContain(SECTIONS.token_postings.words);
  });

  test('of tokens list every row of every token once', async () => {
    const sections = await written([task], ROWS);
    const of = (name: string) => sections.find((one) => one.name === name)!.elements;
    const names = SECTIONS.terms(SECTIONS.tokens);
    const [bytes, offsets] = [Buffer.from(of(names.bytes)), of(names.offsets)];
    const terms = offsets.slice(1).map((end, i) => bytes.toString('utf8', offsets[i], end));
    const counts = of(SECTIONS.token_postings.offsets);
    const expected = terms.map((term) => {
      let count = 0;
      for (let row = 0; row < ROWS; row++)
        if (task.columns.some(({folded, ordinals}) => wordsOf(folded, ordinals[row]!).includes(term)))
          count++;
      return count;
    });
    expect(terms.map((_, i) => counts[i + 1]! - counts[i]!)).toEqual(expected);
  });

  test('fail where the thread fails', async () => {
    const broken = {...task, columns: [{...column(3), folded: null}]} as unknown as SectionTask;
    await expect(written([broken], 0)).rejects.toThrow(/null/);
    // Tasks behind it fail with it.
    await expect(written([broken, orders()], 0)).rejects.toThrow(/null/);
  });

  test('of points and orders are those that are made without one, and leave what they read as it was', async () => {
    const [lats, lngs] = [sharedF64(ROWS), sharedF64(ROWS)];
    for (let row = 0; row < ROWS; row++) {
      lats[row] = row % 5 === 0 ? Number.NaN : 45 + (row % 83) / 10;
      lngs[row] = -75 - (row % 71) / 10;
    }
    const cities = {name: 'city', ordinals: column(3).ordinals, count: WORDS.length ** 2};
    const tasks: SectionTask[] = [{kind: 'points', lats, lngs, columns: [cities]}, orders()];
    const before = [lats.slice(), lngs.slice()];
    const alone = await written(tasks, ROWS + 1);
    expect(await written(tasks, ROWS)).toEqual(alone);
    expect([lats, lngs]).toEqual(before);
    const names = alone.map(({name}) => name);
    expect(names).toContain(SECTIONS.points.rows);
    expect(names.slice(-2)).toEqual([SECTIONS.order('value'), SECTIONS.order('word')]);
  });

  test('of orders sort all rows by each column, those without a value last, equal ones by id', async () => {
    const task = orders();
    const [byValue, byWord] = (await written([task], 0)).map(({elements}) => elements);
    const [values, words] = task.columns.map(({column}) => column) as [SortedColumn, SortedColumn];
    const numbers = values.kind === 'numeric' ? [...values.numbers] : [];
    const ordinals = words.kind === 'text' ? [...words.ordinals] : [];
    const rank = (value: number) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value);
    const ids = [...task.byId];
    const place = new Map(ids.map((row, i) => [row, i]));
    const sorted = (keyOf: (row: number) => number) =>
      [...ids].sort((a, b) => keyOf(b) - keyOf(a) || place.get(a)! - place.get(b)!);
    expect(byValue).toEqual(sorted((row) => Math.max(rank(numbers[row]!), -1)));
    const count = WORDS.length ** 2;
    expect(byWord).toEqual(sorted((row) => (ordinals[row]! < count ? ordinals[row]! : -1)));
  });
});

/** Rows by a number, which some lack, and by a word. */
function orders(): SectionTask & {kind: 'orders'} {
  const numbers = sharedF64(ROWS);
  const byId = sharedU32(ROWS);
  for (let row = 0; row < ROWS; row++) {
    numbers[row] = row % 9 === 0 ? Number.NaN : (row % 97) * 2 ** 31;
    byId[row] = ROWS - 1 - row;
  }
  const columns = [
    {key: 'value', column: {kind: 'numeric' as const, numbers}},
    {key: 'word', column: {kind: 'text' as const, ordinals: column(3).ordinals, count: WORDS.length ** 2}},
  ];
  return {kind: 'orders', columns, byId};
}

const wordsOf = ({bytes, offsets}: SearchedColumn['folded'], value: number): string[] =>
  value + 1 < offsets.length
    ? Buffer.from(bytes.subarray(offsets[value], offsets[value + 1]))
        .toString('utf8')
        .split(' ')
    : [];
