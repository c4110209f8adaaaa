/** Counts, exact sums and medians of the cells of one or two dimensions: of the groups on a page, and of some second groups. */
import quickselect from 'quickselect';
import {forEachBlock, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {LIMB, type Numbers, nullOf} from './aggregate.ts';
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
  sums: bigint[];
  /** Twice the medians in cents; null without an amount, and where no medians were asked for. */
  twiceMedians: (bigint | null)[];
}

/** Rows that are added together. */
const BLOCK = new Uint32Array(1 << 12);

/** No cell. */
const NONE = 2 ** 32 - 1;

/** Sums in two limbs, which are exact in any case, and the number of amounts. */
interface Accumulated {
  counts: Uint32Array;
  amounts: Uint32Array;
  low: Float64Array;
  high: Float64Array;
}

/** The amounts of a column; `wide`: their sum may exceed what a number holds exactly. */
export interface Amounts {
  numbers: Numbers;
  wide: boolean;
}

/** The cells of a set of rows; a null adds nothing to a sum and is no amount of a median. */
export function cellsOf(
  set: RowSet,
  first: Axis,
  second: Axis | null,
  amounts: Amounts | null,
  median: boolean,
  scratch: Scratch,
): Cells {
  const cells = first.ordinals.length * (second ? second.ordinals.length : 1);
  const visit = cellVisitor(set, first, second, scratch);
  const into: Accumulated = {
    counts: new Uint32Array(cells),
    amounts: new Uint32Array(cells),
    low: new Float64Array(cells),
    high: new Float64Array(cells),
  };
  const multivalue = first.group.offsets !== null || (second !== null && second.group.offsets !== null);
  if (amounts && !amounts.wide && !multivalue) addSingle(set, first, second, amounts.numbers, into, scratch);
  else addAny(visit, amounts?.numbers ?? null, into);
  return {
    counts: into.counts,
    amounts: into.amounts,
    sums: Array.from(into.low, (low, cell) => BigInt(into.high[cell]!) * BigInt(LIMB) + BigInt(low)),
    twiceMedians: median && amounts ? medians(visit, into.amounts, amounts.numbers, scratch) : [],
  };
}

/** Adds the rows of single-valued dimensions whose sums one number holds: without calls or limbs. */
function addSingle(
  set: RowSet,
  first: Axis,
  second: Axis | null,
  numbers: Numbers,
  {counts, amounts, low}: Accumulated,
  scratch: Scratch,
): void {
  const [rowSlots, rowOrdinals] = [slotsOf(first, scratch), first.group.ordinals];
  const columns = second ? second.ordinals.length : 1;
  const columnSlots = second && slotsOf(second, scratch);
  const columnOrdinals = second?.group.ordinals;
  const none = nullOf(numbers);
  forEachBlock(set, BLOCK, (count) => {
    for (let i = 0; i < count; i++) {
      const row = BLOCK[i]!;
      const slot = rowSlots[rowOrdinals[row]!]!;
      const column = columnSlots ? columnSlots[columnOrdinals![row]!]! : 0;
      if (slot === NONE || column === NONE) continue;
      const cell = slot * columns + column;
      const value = numbers[row]!;
      counts[cell]!++;
      if (value === none || Number.isNaN(value)) continue;
      amounts[cell]!++;
      low[cell]! += value;
    }
  });
}

/** Adds the rows of any dimensions, with sums in two limbs. */
function addAny(visit: VisitCells, numbers: Numbers | null, {counts, amounts, low, high}: Accumulated): void {
  const none = numbers ? nullOf(numbers) : 0;
  visit((row, cell) => {
    counts[cell]!++;
    const value = numbers ? numbers[row]! : none;
    if (value === none || Number.isNaN(value)) return;
    const limbs = Math.floor(value / LIMB);
    amounts[cell]!++;
    high[cell]! += limbs;
    low[cell]! += value - limbs * LIMB;
  });
}

type VisitCells = (onCell: (row: number, cell: number) => void) => void;

/** Calls back for every pair of a row of the set and a cell that it belongs to. */
function cellVisitor(set: RowSet, first: Axis, second: Axis | null, scratch: Scratch): VisitCells {
  const rowSlots = slotsOf(first, scratch);
  if (!second) {
    return (onCell) => forEachSlot(set, first.group, rowSlots, onCell);
  }
  const columns = second.ordinals.length;
  const columnSlots = slotsOf(second, scratch);
  const {ordinals, offsets} = second.group;
  return (onCell) =>
    forEachSlot(set, first.group, rowSlots, (row, slot) => {
      const end = offsets ? offsets[row + 1]! : row + 1;
      for (let j = offsets ? offsets[row]! : row; j < end; j++) {
        const column = columnSlots[ordinals[j]!]!;
        if (column !== NONE) onCell(row, slot * columns + column);
      }
    });
}

/** By ordinal of the dimension: the index of its group, or NONE. */
function slotsOf({group, ordinals}: Axis, scratch: Scratch): Uint32Array {
  const slots = scratch.u32(group.values.offsets.length).fill(NONE);
  for (const [i, ordinal] of ordinals.entries()) slots[ordinal] = i;
  return slots;
}

function forEachSlot(
  set: RowSet,
  {ordinals, offsets}: Group,
  slots: Uint32Array,
  onSlot: (row: number, slot: number) => void,
): void {
  forEachBlock(set, BLOCK, (count) => {
    for (let i = 0; i < count; i++) {
      const row = BLOCK[i]!;
      const end = offsets ? offsets[row + 1]! : row + 1;
      for (let j = offsets ? offsets[row]! : row; j < end; j++) {
        const slot = slots[ordinals[j]!]!;
        if (slot !== NONE) onSlot(row, slot);
      }
    }
  });
}

/** Twice the medians: the amounts of each cell are collected one after the other, and their middle selected. */
function medians(
  visit: VisitCells,
  amounts: Uint32Array,
  numbers: Numbers,
  scratch: Scratch,
): (bigint | null)[] {
  const next = new Uint32Array(amounts.length);
  let length = 0;
  for (let cell = 0; cell < amounts.length; cell++) {
    next[cell] = length;
    length += amounts[cell]!;
  }
  const values = scratch.f64(length);
  const none = nullOf(numbers);
  visit((row, cell) => {
    const value = numbers[row]!;
    if (value !== none && !Number.isNaN(value)) values[next[cell]!++] = value;
  });
  return Array.from(amounts, (count, cell) =>
    count === 0 ? null : twiceMedian(values.subarray(next[cell]! - count, next[cell]!)),
  );
}

/** Twice the median of some numbers, which are rearranged: the middle one twice, or the sum of the two in the middle. */
function twiceMedian(values: Float64Array): bigint {
  const upper = values.length >>> 1;
  // quickselect is typed for arrays; it only reads and writes elements.
  quickselect(values as unknown as number[], upper, 0, values.length - 1);
  const high = BigInt(values[upper]!);
  if (values.length % 2 === 1) return high * 2n;
  let low = values[0]!;
  for (let i = 1; i < upper; i++) low = Math.max(low, values[i]!);
  return high + BigInt(low);
}
