/**
 * Rows sorted by keys of 32 bits are in the order of their values, and the ids and dictionaries that are
 * collected are those of SQL.
 */
import {expect, test} from 'vitest';
import {valueDictionary} from '../../../engine/columns/dictionary.ts';
import {positionsById, textsOfIds} from '../../../engine/columns/row_ids.ts';
import {keysOfNumbers, keysOfOrdinals, NO_KEY, sortRows} from '../../../engine/columns/sort_rows.ts';
import {rowOrder} from '../../../engine/sql/row_order.ts';
import {StringArrayBuilder, stringAt} from '../../../engine/text/string_array.ts';
import fc from '../../helpers/fast_check.ts';

const number = fc.oneof(
  fc.integer({min: -5, max: 5}),
  fc.constantFrom(Number.NaN, 0.5, -0.25, 1e12, -(2 ** 40), 2 ** 32),
);

/** Whole numbers that differ in their lower halves, their upper ones or both. */
const wide = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(Number.NaN, 0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, -(2 ** 40), 2 ** 40, 2 ** 40 + 7),
);

test('numbers sort in either direction, those without a value last, ties in the given order', () => {
  const property = fc.property(
    fc.oneof(fc.array(number, {maxLength: 60}), fc.array(wide, {maxLength: 60})),
    fc.constantFrom('asc' as const, 'desc' as const),
    (values, direction) => {
      const ties = Uint32Array.from([...values.keys()].reverse());
      const sorted = sortRows(keysOfNumbers(Float64Array.from(values), direction), ties);
      const compare = (a: number, b: number): number => {
        const [x, y] = [values[a]!, values[b]!];
        if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
        return direction === 'asc' ? x - y : y - x;
      };
      const expected = [...ties].sort((a, b) => compare(a, b) || b - a);
      expect([...sorted]).toEqual(expected);
      expect([...ties]).toEqual([...values.keys()].reverse());
    },
  );
  fc.assert(property, {numRuns: 300});
});

test('keys of any digits sort, ties in the given order, and what was given stays as it was', () => {
  // Keys of many digits, of one that all have, and of few values.
  const key = fc.oneof(
    fc.integer({min: 0, max: 2 ** 32 - 1}),
    fc.constantFrom(0, 1, 2 ** 11, 2 ** 22, 2 ** 31, NO_KEY),
  );
  const many = fc.oneof(
    fc.array(key, {maxLength: 200}),
    fc.array(fc.constantFrom(5 << 11, 6 << 11), {maxLength: 50}),
  );
  const property = fc.property(many, fc.infiniteStream(fc.nat()), (all, random) => {
    const keys = Uint32Array.from(all);
    const ties = Uint32Array.from(all.keys());
    for (let i = ties.length - 1; i > 0; i--) {
      const other = random.next().value! % (i + 1);
      [ties[i], ties[other]] = [ties[other]!, ties[i]!];
    }
    const given = ties.slice();
    const place = new Map([...ties].map((row, i) => [row, i]));
    const sorted = sortRows(keys, ties);
    expect([...sorted]).toEqual(
      [...ties].sort((a, b) => keys[a]! - keys[b]! || place.get(a)! - place.get(b)!),
    );
    sorted.fill(0);
    expect([ties, keys]).toEqual([given, Uint32Array.from(all)]);
  });
  fc.assert(property, {numRuns: 300});
});

test('ordinals sort in either direction, the number of values encodes none', () => {
  const ordinals = Uint32Array.of(2, 0, 3, 1);
  expect([...keysOfOrdinals(ordinals, 3, 'asc')]).toEqual([2, 0, NO_KEY, 1]);
  expect([...keysOfOrdinals(ordinals, 3, 'desc')]).toEqual([0, 2, NO_KEY, 1]);
});

test('hex ids sort by both halves; an id of another form makes all of them texts', () => {
  const ids = {prefix: 'p_', high: Uint32Array.of(7, 1, 7, 7), low: Uint32Array.of(3, 9, 4_000_000_000, 1)};
  expect([...positionsById(ids)]).toEqual([1, 3, 0, 2]);
  const texts = textsOfIds(ids, new Map([[1, Buffer.from('odd')]]));
  expect(stringAt(texts, 0)).toBe('p_0000000700000003');
  expect(stringAt(texts, 1)).toBe('odd');
  expect([...positionsById(texts)]).toEqual([1, 3, 0, 2]);
});

test('a file that is not in the default order is refused', () => {
  expect(rowOrder('permits', Uint32Array.of(2, 0, 1), [2, 1]).rowsOf.map((rows) => [...rows])).toEqual([
    [1, 2],
    [0],
  ]);
  expect(() => rowOrder('permits', Uint32Array.of(1, 0, 2), [2, 1])).toThrow('not in the default order');
});

test('a missing value of a group shares the ordinal of the value that is called like it', () => {
  const json = (texts: readonly string[]) => {
    const all = new StringArrayBuilder('texts');
    for (const one of texts) all.add(Buffer.from(one));
    return all.build();
  };
  const both = valueDictionary(json(['"b"', 'null', '"unknown"', '"a\\"q"']), 'unknown');
  expect(Array.from({length: both.count}, (_, i) => stringAt(both.values, i))).toEqual([
    'a"q',
    'b',
    'unknown',
  ]);
  expect([...both.ordinalOf]).toEqual([1, 2, 2, 0]);
  const alone = valueDictionary(json(['"z"', 'null']), 'unknown');
  expect([...alone.ordinalOf]).toEqual([1, 0]);
  const none = valueDictionary(json(['"z"', 'null']), null);
  expect([...none.ordinalOf]).toEqual([0, 1]);
});
