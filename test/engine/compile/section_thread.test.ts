/** Sections that a thread makes: the same sections as without it, and its failures are those of the compile. */
import {describe, expect, test} from 'vitest';
import {beginSections, type SectionTask, type SortedColumn} from '../../../engine/compile/section_thread.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {sharedF64, sharedU32} from '../../../engine/file/shared_arrays.ts';

const WORDS = ['north', 'bridge', 'repair', 'zoë', 'works', '12', 'northern'];
const ROWS = 5000;

/** Ordinals of pairs of words by row; every seventh row has none. */
function ordinalsOf(step: number): Uint32Array {
  const ordinals = sharedU32(ROWS);
  const count = WORDS.length ** 2;
  for (let row = 0; row < ROWS; row++) ordinals[row] = row % 7 === 0 ? count : (row * step) % count;
  return ordinals;
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
  test('fail where the thread fails', async () => {
    const broken = {...orders(), columns: null} as unknown as SectionTask;
    await expect(written([broken], 0)).rejects.toThrow(/null|iterable/);
    // Tasks behind it fail with it.
    const points: SectionTask = {kind: 'points', lats: sharedF64(ROWS), lngs: sharedF64(ROWS), columns: []};
    await expect(written([broken, points], 0)).rejects.toThrow(/null|iterable/);
  });

  test('of points and orders are those that are made without one, and leave what they read as it was', async () => {
    const [lats, lngs] = [sharedF64(ROWS), sharedF64(ROWS)];
    for (let row = 0; row < ROWS; row++) {
      lats[row] = row % 5 === 0 ? Number.NaN : 45 + (row % 83) / 10;
      lngs[row] = -75 - (row % 71) / 10;
    }
    const cities = {name: 'city', ordinals: ordinalsOf(3), count: WORDS.length ** 2};
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
    {key: 'word', column: {kind: 'text' as const, ordinals: ordinalsOf(3), count: WORDS.length ** 2}},
  ];
  return {kind: 'orders', columns, byId};
}
