/** Counts, exact sums and medians of the cells of one or two dimensions. */
import {bitAt} from '../rowset/bitmap.ts';
import {forEachBlock, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll} from '../rowset/set_ops.ts';
import {type Aggregates, centsOf, exactCents, LIMB, type Numbers, nullOf} from './aggregate.ts';
import type {PairCells} from './pair_cells.ts';
import type {Group} from './table.ts';

/** Some groups of a dimension, in the order of the answer. */
export interface Axis {
  group: Group;
  ordinals: readonly number[];
}

/** By cell: that of the i-th and j-th group is `i * columns + j`. */
export interface Cells {
  counts: Uint32Array;
  /** Records with an amount; without one there is no sum. */
  amounts: Uint32Array;
  /** Exact sums in cents. */
  sums: (bigint | number)[];
  /** Twice the medians in cents, null without an amount; null where no medians were asked for. */
  twiceMedians: (bigint | null)[] | null;
}

/** No cell. */
const NONE = 2 ** 32 - 1;

/** Sums in two limbs, which are exact in any case, and the number of amounts. */
interface Accumulated {
  counts: Uint32Array;
  amounts: Uint32Array;
  low: Float64Array;
  high: Float64Array;
}

/** The amounts of a column. */
export interface Amounts {
  numbers: Numbers;
  /** All rows in the order of their amounts, those with one first; null where the index has no such order. */
  ordered: {rows: Uint32Array; valued: number} | null;
}

/** Larger parts than one in so many of the rows with an amount are read in the order of the amounts. */
const SORTED_SHARE = 8;

/** What cells add up to. */
export type Sums = Omit<Cells, 'twiceMedians'>;

/** The cells of a set of rows; a null adds nothing to a sum. */
export function cellsOf(
  set: RowSet,
  first: Axis,
  second: Axis,
  numbers: Numbers | null,
  scratch: Scratch,
): Sums {
  const cells = first.ordinals.length * second.ordinals.length;
  const into: Accumulated = {
    counts: new Uint32Array(cells),
    amounts: new Uint32Array(cells),
    low: new Float64Array(cells),
    high: new Float64Array(cells),
  };
  addRows(pairVisitor(inRows(set, scratch), first, second, scratch), numbers, into);
  const {counts, amounts, low, high} = into;
  return {counts, amounts, sums: Array.from(low, (cents, cell) => centsOf(high[cell]!, cents))};
}

/** The cells of one dimension, whose counts and sums are known. */
export function cellsOfGroups({ordinals}: Axis, aggregates: Aggregates): Sums {
  const {counts, valued} = aggregates;
  return {
    counts: Uint32Array.from(ordinals, (ordinal) => counts[ordinal]!),
    amounts: Uint32Array.from(ordinals, (ordinal) => valued?.[ordinal] ?? 0),
    sums: ordinals.map((ordinal) => exactCents(aggregates, ordinal)),
  };
}

/** The cells of some groups of two dimensions, of which all pairs were counted. */
export function cellsOfPairs(first: Axis, second: Axis, {columns, counts, summed}: PairCells): Sums {
  const pairs = first.ordinals.flatMap((a) => second.ordinals.map((b) => a * columns + b));
  return {
    counts: Uint32Array.from(pairs, (pair) => counts[pair]!),
    amounts: Uint32Array.from(pairs, (pair) => summed?.valued[pair] ?? 0),
    sums: pairs.map((pair) => summed?.sums[pair] ?? 0),
  };
}

/** Adds rows, with sums in two limbs. */
function addRows(
  visit: VisitPairs,
  numbers: Numbers | null,
  {counts, amounts, low, high}: Accumulated,
): void {
  const none = numbers ? nullOf(numbers) : 0;
  visit((rows, ofRows) => {
    for (let i = 0; i < rows.length; i++) {
      const cell = ofRows[i]!;
      counts[cell]!++;
      const value = numbers ? numbers[rows[i]!]! : none;
      if (value === none || Number.isNaN(value)) continue;
      const limbs = Math.floor(value / LIMB);
      amounts[cell]!++;
      high[cell]! += limbs;
      low[cell]! += value - limbs * LIMB;
    }
  });
}

/** Calls back, until all pairs were there, with some rows of the set and the cell of each. */
type VisitPairs = (onPairs: (rows: Uint32Array, ofRows: Uint32Array) => void) => void;

/** Calls back with some rows at a time. */
type VisitRows = (onBlock: (rows: Uint32Array) => void) => void;

const inRows =
  (set: RowSet, scratch: Scratch): VisitRows =>
  (onBlock) =>
    forEachBlock(set, scratch, onBlock);

/** The rows with an amount that are set in the words of a bitmap, in the order of the amounts. */
const inOrder =
  (words: Uint32Array, {rows, valued}: {rows: Uint32Array; valued: number}, scratch: Scratch): VisitRows =>
  (onBlock) => {
    const {block} = scratch;
    for (let from = 0; from < valued; from += block.length) {
      scratch.check();
      const to = Math.min(from + block.length, valued);
      let count = 0;
      for (let i = from; i < to; i++) {
        const row = rows[i]!;
        // No branch: in the order of the amounts it would be taken at random.
        block[count] = row;
        count += bitAt(words, row);
      }
      onBlock(block.subarray(0, count));
    }
  };

/** Visits the pairs of the rows of a block; `slots` are those of the first dimension. */
type VisitBlock = (
  first: Group,
  slots: Uint32Array,
  columns: (Axis & {slots: Uint32Array}) | null,
  block: Uint32Array,
  into: Scratch['pairs'],
  onPairs: Parameters<VisitPairs>[0],
) => void;

function pairVisitor(rows: VisitRows, first: Axis, second: Axis | null, scratch: Scratch): VisitPairs {
  const slots = slotsOf(first, scratch);
  const columns = second && {...second, slots: slotsOf(second, scratch)};
  const isSingle = !first.group.offsets && !second?.group.offsets;
  const visit = isSingle ? visitSingle : visitPairs;
  return (onPairs) => rows((block) => visit(first.group, slots, columns, block, scratch.pairs, onPairs));
}

/** As `visitPairs`, of rows with one group in each dimension: they are most, and take half as long so. */
const visitSingle: VisitBlock = ({ordinals}, slots, columns, block, {rows, cells}, onPairs) => {
  const [columnOrdinals, columnSlots] = [columns?.group.ordinals, columns?.slots];
  const width = columns ? columns.ordinals.length : 1;
  let length = 0;
  for (let i = 0; i < block.length; i++) {
    const row = block[i]!;
    const slot = slots[ordinals[row]!]!;
    if (slot === NONE) continue;
    const column = columnSlots ? columnSlots[columnOrdinals![row]!]! : 0;
    if (column === NONE) continue;
    rows[length] = row;
    cells[length++] = slot * width + column;
  }
  onPairs(rows.subarray(0, length), cells.subarray(0, length));
};

/** Visits a pair for each group of a row, or for each two of them, one of each dimension. */
const visitPairs: VisitBlock = ({ordinals, offsets}, slots, columns, block, {rows, cells}, onPairs) => {
  const {ordinals: columnOrdinals = null, offsets: columnOffsets = null} = columns?.group ?? {};
  const columnSlots = columns?.slots;
  const width = columns ? columns.ordinals.length : 1;
  let length = 0;
  for (let i = 0; i < block.length; i++) {
    const row = block[i]!;
    const end = offsets ? offsets[row + 1]! : row + 1;
    for (let j = offsets ? offsets[row]! : row; j < end; j++) {
      const slot = slots[ordinals[j]!]!;
      if (slot === NONE) continue;
      const last = columnOffsets ? columnOffsets[row + 1]! : row + 1;
      for (let k = columnOffsets ? columnOffsets[row]! : row; k < last; k++) {
        const column = columnOrdinals ? columnSlots![columnOrdinals[k]!]! : 0;
        if (column === NONE) continue;
        if (length === rows.length) {
          onPairs(rows, cells);
          length = 0;
        }
        rows[length] = row;
        cells[length++] = slot * width + column;
      }
    }
  }
  onPairs(rows.subarray(0, length), cells.subarray(0, length));
};

/** By ordinal of the dimension: the index of its group, or NONE. */
function slotsOf({group, ordinals}: Axis, scratch: Scratch): Uint32Array {
  const slots = scratch.u32(group.values.offsets.length).fill(NONE);
  for (const [i, ordinal] of ordinals.entries()) slots[ordinal] = i;
  return slots;
}

/**
 * Twice the medians of the cells of a set of rows, given the number of amounts of each: of a large part of a
 * table in the order of its amounts, else each cell sorted by itself.
 */
export function medians(
  set: RowSet,
  first: Axis,
  second: Axis | null,
  {numbers, ordered}: Amounts,
  counts: Uint32Array,
  scratch: Scratch,
): (bigint | null)[] {
  if (!ordered || sizeOf(set) <= ordered.valued / SORTED_SHARE)
    return mediansBySorting(
      pairVisitor(inRows(set, scratch), first, second, scratch),
      counts,
      numbers,
      scratch,
    );
  const members = scratch.bitmap(numbers.length);
  addAll(members, set);
  const visit = pairVisitor(inOrder(members.words, ordered, scratch), first, second, scratch);
  return mediansInOrder(visit, counts, numbers);
}

/** Rows in the order of amounts: the middle ones of a cell are those before which half of its rows came. */
function mediansInOrder(visit: VisitPairs, counts: Uint32Array, numbers: Numbers): (bigint | null)[] {
  const seen = new Uint32Array(counts.length);
  const [upper, lower] = [new Float64Array(counts.length), new Float64Array(counts.length)];
  visit((rows, ofRows) => {
    for (let i = 0; i < rows.length; i++) {
      const cell = ofRows[i]!;
      const place = seen[cell]!++;
      const all = counts[cell]!;
      if (place === all >>> 1) upper[cell] = numbers[rows[i]!]!;
      if (place === (all - 1) >>> 1) lower[cell] = numbers[rows[i]!]!;
    }
  });
  return Array.from(counts, (count, cell) =>
    count === 0 ? null : BigInt(upper[cell]!) + BigInt(lower[cell]!),
  );
}

/** The amounts of each cell are collected one after the other and sorted. */
function mediansBySorting(
  visit: VisitPairs,
  counts: Uint32Array,
  numbers: Numbers,
  scratch: Scratch,
): (bigint | null)[] {
  const next = new Uint32Array(counts.length);
  let length = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    next[cell] = length;
    length += counts[cell]!;
  }
  const values = scratch.f64(length);
  const none = nullOf(numbers);
  visit((rows, ofRows) => {
    for (let i = 0; i < rows.length; i++) {
      const value = numbers[rows[i]!]!;
      if (value !== none && !Number.isNaN(value)) values[next[ofRows[i]!]!++] = value;
    }
  });
  return Array.from(counts, (count, cell) => {
    if (count === 0) return null;
    const sorted = values.subarray(next[cell]! - count, next[cell]!).sort();
    return BigInt(sorted[count >>> 1]!) + BigInt(sorted[(count - 1) >>> 1]!);
  });
}
