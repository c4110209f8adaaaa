/** Intersects a row set with a predicate. */
import {expectElements, isFar} from '../file/far_elements.ts';
import type {Postings} from '../file/postings.ts';
import {type Bitmap, bitAt} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import {EMPTY_SET, forEachRow, type RowSet, select, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll, intersection, membershipTest} from '../rowset/set_ops.ts';
import {evaluate, ordinalMask, type RowRange, removeOutside} from './evaluate.ts';
import type {NumberRange, Predicate} from './predicates.ts';
import {addMembers, retainByNumber, retainByOrdinal} from './scan.ts';
import type {Table} from './table.ts';

/** Up to so many rows are tested one by one; more as a bitmap. */
const MAX_TESTED = 4096;

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/**
 * A set so many times as large as the predicate's is not scanned but intersected with the predicate's rows.
 */
const SCAN_RATIO = 6;

/** Finding a row in a sorted list costs about as much as adding so many to a set. */
const LOOKUP_COST = 16;

/** Testing the distance of a row costs about as much as collecting so many from boxes inside the circle. */
const DISTANCE_COST = 8;

/** The members of a set that satisfy a predicate; a bitmap is changed in place. */
export function intersect(
  table: Table,
  set: RowSet,
  predicate: Predicate,
  rowRange: RowRange,
  scratch: Scratch,
): RowSet {
  const size = sizeOf(set);
  if (size === 0) return EMPTY_SET;
  if (set.kind === 'array' && predicate.kind === 'set')
    return intersection(set, predicate.set, table.rows, scratch);
  const isFew = set.kind !== 'bitmap' && size <= MAX_TESTED;
  const isSooner = predicate.kind === 'circle' && size * DISTANCE_COST < predicate.upperBound;
  if (isFew || isSooner) return testRows(table, set, predicate, rowRange, scratch);
  const bitmap = set.kind === 'bitmap' ? set.bitmap : scratch.bitmap(table.rows);
  if (set.kind !== 'bitmap') addAll(bitmap, set);
  if (predicate.kind === 'ordinals' && !predicate.ordinalByRow) {
    return intersectPostings(table, bitmap, predicate, scratch);
  }
  const count = retainMatching(table, bitmap, size, predicate, rowRange, scratch);
  return {kind: 'bitmap', bitmap, count};
}

/** The rows of several postings that are members of the set, without their union. */
function intersectPostings(
  table: Table,
  set: Bitmap,
  {postings: {rows, offsets}, selected}: OrdinalPredicate,
  scratch: Scratch,
): RowSet {
  const bitmap = scratch.bitmap(table.rows);
  let count = 0;
  for (let i = 0; i < selected.length; i++) {
    count += addMembers(bitmap, set, rows, offsets[selected[i]!]!, offsets[selected[i]! + 1]!);
  }
  return {kind: 'bitmap', bitmap, count};
}

/** Removes the members that fail the predicate; returns the count of the others. */
function retainMatching(
  table: Table,
  bitmap: Bitmap,
  size: number,
  predicate: Predicate,
  rowRange: RowRange,
  scratch: Scratch,
): number {
  if (predicate.kind === 'view') return bitmap.and(table.view!.bitmap.words);
  if (predicate.kind === 'number_range') return retainNumbers(table, bitmap, size, predicate);
  if (predicate.kind === 'ordinals' && predicate.ordinalByRow && size < predicate.upperBound * SCAN_RATIO) {
    const mask = ordinalMask(predicate.selected, predicate.cardinality, scratch);
    return retainByOrdinal(bitmap, predicate.ordinalByRow, mask);
  }
  const other = predicate.kind === 'set' ? predicate.set : evaluate(table, predicate, rowRange, scratch);
  if (other.kind === 'bitmap') return bitmap.and(other.bitmap.words);
  const members = scratch.bitmap(table.rows);
  addAll(members, other);
  return bitmap.and(members.words);
}

/** Retains the rows of a range: tests each, or removes those outside where they are fewer. */
function retainNumbers(
  table: Table,
  bitmap: Bitmap,
  size: number,
  {numbers, low, high, sorted}: NumberRange,
): number {
  const outside = sorted ? table.rows - (sorted.to - sorted.from) : table.rows;
  if (!sorted || outside > size * 2) return retainByNumber(bitmap, numbers, low, high);
  removeOutside(bitmap, sorted);
  return bitmap.count();
}

/** The members of a small set that satisfy the predicate. */
function testRows(
  table: Table,
  set: RowSet,
  predicate: Predicate,
  rowRange: RowRange,
  scratch: Scratch,
): RowSet {
  const rows = scratch.u32(sizeOf(set));
  expectRows(set, predicate, rows);
  const test = rowTest(table, sizeOf(set), predicate, rowRange, scratch);
  let count = 0;
  forEachRow(set, (row) => {
    if (test(row)) rows[count++] = row;
  });
  return {kind: 'array', rows: rows.subarray(0, count)};
}

/** Throws Missing where what a predicate looks at of some rows is not there; `rows` has room for them. */
function expectRows(set: RowSet, predicate: Predicate, rows: Uint32Array): void {
  const elements =
    predicate.kind === 'number_range'
      ? predicate.numbers
      : predicate.kind === 'ordinals'
        ? predicate.ordinalByRow
        : null;
  if (!elements || !isFar(elements)) return;
  select(set, 0, rows);
  expectElements(elements, rows);
}

/** A test of single rows of the range, chosen for about `size` rows to be tested. */
export function rowTest(
  table: Table,
  size: number,
  predicate: Predicate,
  rowRange: RowRange,
  scratch: Scratch,
): (row: number) => boolean {
  switch (predicate.kind) {
    case 'view': {
      const {bitmap} = table.view!;
      return (row) => bitmap.has(row);
    }
    case 'set':
      return membershipTest(predicate.set);
    case 'circle': {
      const {circle} = predicate;
      const points = table.points!;
      return (row) => points.isRowInside(circle, row);
    }
    case 'number_range': {
      const {numbers, low, high} = predicate;
      return (row) => numbers[row]! >= low && numbers[row]! <= high;
    }
    case 'ordinals': {
      const {ordinalByRow, selected, cardinality, postings, upperBound} = predicate;
      if (ordinalByRow && selected.length === 1) return (row) => ordinalByRow[row] === selected[0];
      if (ordinalByRow) {
        const mask = ordinalMask(selected, cardinality, scratch);
        return (row) => bitAt(mask, ordinalByRow[row]!) === 1;
      }
      if (size * selected.length * LOOKUP_COST < upperBound) return (row) => hasAny(postings, selected, row);
      break;
    }
  }
  return membershipTest(evaluate(table, predicate, rowRange, scratch));
}

/** Whether a row is in the postings of any of the ordinals. */
function hasAny({rows, offsets}: Postings, selected: Uint32Array, row: number): boolean {
  for (let i = 0; i < selected.length; i++) {
    const to = offsets[selected[i]! + 1]!;
    const at = lowerBound(rows, row, offsets[selected[i]!]!, to);
    if (at < to && rows[at] === row) return true;
  }
  return false;
}
