/**
 * Counts and sums of all pairs of two dimensions with few pairs, in one pass: what both dimensions add up to
 * follows from them.
 */
import {forEachBlock, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {type Aggregates, type Numbers, nullOf, withRows} from './aggregate.ts';
import type {Group, Table} from './table.ts';

/** Most pairs that are counted so: their counts and sums then fit into the cache of a processor. */
const MOST_PAIRS = 1 << 16;

export interface PairCells {
  /** The cell of the ordinals `a` and `b` is `a * columns + b`. */
  columns: number;
  counts: Uint32Array;
  /** Exact sums in cents, and the number of amounts; null where nothing is summed. */
  summed: {sums: Float64Array; valued: Uint32Array} | null;
}

const sizeOf = ({values}: Group): number => values.offsets.length - 1;

/**
 * Whether the pairs can be counted in one pass: rows have one group in each dimension, and there are few
 * pairs.
 */
export const arePairsFew = (first: Group, second: Group): boolean =>
  !first.offsets && !second.offsets && sizeOf(first) * sizeOf(second) <= MOST_PAIRS;

/** The cells of a set of rows. No sum may exceed what a number holds exactly. `key` names both dimensions. */
export function pairCells(
  table: Table,
  key: string,
  set: RowSet,
  first: Group,
  second: Group,
  numbers: Numbers | null,
  scratch: Scratch,
): PairCells {
  const count = () => countPairs(set, first, second, numbers, scratch);
  if (set !== table.all) return count();
  return table.cache.get(`${table.layout.declaration.name} pairs ${key}`, count, bytesOfCells);
}

const bytesOfCells = ({counts, summed}: PairCells): number =>
  counts.byteLength + (summed ? summed.sums.byteLength + summed.valued.byteLength : 0);

function countPairs(
  set: RowSet,
  first: Group,
  second: Group,
  numbers: Numbers | null,
  scratch: Scratch,
): PairCells {
  const columns = sizeOf(second);
  const counts = new Uint32Array(sizeOf(first) * columns);
  const summed = numbers && {sums: new Float64Array(counts.length), valued: new Uint32Array(counts.length)};
  forEachBlock(set, scratch, (rows) => {
    if (numbers && summed)
      addAmounts(first.ordinals, second.ordinals, columns, numbers, counts, summed, rows);
    else addCounts(first.ordinals, second.ordinals, columns, counts, rows);
  });
  return {columns, counts, summed};
}

function addCounts(
  first: Group['ordinals'],
  second: Group['ordinals'],
  columns: number,
  counts: Uint32Array,
  rows: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    counts[first[row]! * columns + second[row]!]!++;
  }
}

/** A null adds nothing to a sum. */
function addAmounts(
  first: Group['ordinals'],
  second: Group['ordinals'],
  columns: number,
  numbers: Numbers,
  counts: Uint32Array,
  {sums, valued}: NonNullable<PairCells['summed']>,
  rows: Uint32Array,
): void {
  const none = nullOf(numbers);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const cell = first[row]! * columns + second[row]!;
    counts[cell]!++;
    const value = numbers[row]!;
    if (value === none || Number.isNaN(value)) continue;
    sums[cell]! += value;
    valued[cell]!++;
  }
}

/** What both dimensions add up to. */
export function marginsOf(
  {columns, counts, summed}: PairCells,
  scratch: Scratch,
): {first: Aggregates; second: Aggregates} {
  const rows = counts.length / columns;
  const first = marginOf(rows);
  const second = marginOf(columns);
  for (let a = 0, cell = 0; a < rows; a++) {
    for (let b = 0; b < columns; b++, cell++) {
      const n = counts[cell]!;
      if (n === 0) continue;
      first.counts[a]! += n;
      second.counts[b]! += n;
      if (!summed) continue;
      first.sums[a]! += summed.sums[cell]!;
      second.sums[b]! += summed.sums[cell]!;
      first.valued[a]! += summed.valued[cell]!;
      second.valued[b]! += summed.valued[cell]!;
    }
  }
  const isSummed = summed !== null;
  return {first: aggregatesOf(first, isSummed, scratch), second: aggregatesOf(second, isSummed, scratch)};
}

const marginOf = (size: number) => ({
  counts: new Float64Array(size),
  sums: new Float64Array(size),
  valued: new Float64Array(size),
});

const aggregatesOf = (
  margin: ReturnType<typeof marginOf>,
  isSummed: boolean,
  scratch: Scratch,
): Aggregates => ({
  ...margin,
  high: null,
  valued: isSummed ? margin.valued : null,
  ordinals: withRows(margin.counts, scratch),
  ordered: false,
});
