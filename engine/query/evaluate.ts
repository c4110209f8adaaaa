/** Evaluates one predicate to a row set, in the form that costs least. */
import {expectPostings} from '../file/postings.ts';
import type {Bitmap} from '../rowset/bitmap.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll, deduplicate, intersection} from '../rowset/set_ops.ts';
import type {NumberRange, Predicate} from './predicates.ts';
import {addByNumber, addByOrdinal} from './scan.ts';
import type {Table} from './table.ts';

/** Up to so many rows of several lists are sorted; more go into a bitmap. */
const MAX_SORTED = 256;

/**
 * Cost of a row: scanned in turn, added from a long list, added from many short lists or in no order.
 * Measured in nanoseconds on one machine; only the ratios matter.
 */
const COST = {scanned: 2, listed: 1, scattered: 3};

/** Lists shorter than this cost as much as scattered rows. */
const SHORT_LIST = 16;

type OrdinalPredicate = Extract<Predicate, {kind: 'ordinals'}>;

/** Rows `from` up to `to`. */
export interface RowRange {
  from: number;
  to: number;
}

/** Rows that satisfy any of the predicates. */
export function evaluateAny(table: Table, anyOf: Predicate[], scratch: Scratch): RowSet {
  return evaluate(table, {kind: 'or', upperBound: table.rows, anyOf}, {from: 0, to: table.rows}, scratch);
}

/** Rows of the range that satisfy the predicate. */
export function evaluate(table: Table, predicate: Predicate, rowRange: RowRange, scratch: Scratch): RowSet {
  switch (predicate.kind) {
    case 'row_range':
      return withinRange(table, {...predicate, kind: 'range'}, rowRange, scratch);
    case 'view': {
      const {rows} = table.view!;
      return {kind: 'array', rows: sliceOfRange(rows, 0, rows.length, rowRange)};
    }
    case 'ordinals':
      return evaluateOrdinals(table, predicate, rowRange, scratch);
    case 'number_range':
      return evaluateNumbers(table, predicate, rowRange, scratch);
    case 'set':
      return withinRange(table, predicate.set, rowRange, scratch);
    case 'circle':
      return evaluateCircle(table, predicate, rowRange, scratch);
    case 'or': {
      const bitmap = scratch.bitmap(table.rows);
      for (const one of predicate.anyOf) {
        // Postings go into the union directly: a set of their own would be made, counted and read again.
        if (one.kind === 'ordinals') addPostings(bitmap, one, rowRange, table.rows);
        else addAll(bitmap, evaluate(table, one, rowRange, scratch));
      }
      return {kind: 'bitmap', bitmap, count: bitmap.count()};
    }
  }
}

/** The rows of a set that lie in the range; the set itself stays as it is. */
function withinRange(table: Table, set: RowSet, rowRange: RowRange, scratch: Scratch): RowSet {
  const within = intersection(set, {kind: 'range', ...rowRange}, table.rows, scratch);
  if (within !== set || set.kind !== 'bitmap') return within;
  const bitmap = scratch.bitmap(table.rows);
  bitmap.assign(set.bitmap);
  return {...set, bitmap};
}

function evaluateCircle(
  table: Table,
  {circle, upperBound}: Extract<Predicate, {kind: 'circle'}>,
  {from, to}: RowRange,
  scratch: Scratch,
): RowSet {
  const rows = scratch.u32(upperBound);
  let count = 0;
  for (let i = 0, all = table.points!.rowsInside(circle, rows); i < all; i++) {
    const row = rows[i]!;
    if (row >= from && row < to) rows[count++] = row;
  }
  if (count <= MAX_SORTED) return {kind: 'array', rows: scratch.shrink(rows, count).sort()};
  const bitmap = scratch.bitmap(table.rows);
  bitmap.addRows(rows, 0, count);
  return {kind: 'bitmap', bitmap, count};
}

/** Of items `begin` to `end` of a sorted list, those that lie in the range. */
function sliceOfRange(rows: Uint32Array, begin: number, end: number, {from, to}: RowRange): Uint32Array {
  const low = from === 0 ? begin : lowerBound(rows, from, begin, end);
  const high = rows[end - 1]! < to ? end : lowerBound(rows, to, low, end);
  return rows.subarray(low, Math.max(low, high));
}

function evaluateOrdinals(
  table: Table,
  {postings, selected, ordinalByRow, cardinality, upperBound}: OrdinalPredicate,
  rowRange: RowRange,
  scratch: Scratch,
): RowSet {
  const {rows, offsets} = postings;
  if (selected.length === 1) {
    const ordinal = selected[0]!;
    return {kind: 'array', rows: sliceOfRange(rows, offsets[ordinal]!, offsets[ordinal + 1]!, rowRange)};
  }
  if (upperBound <= MAX_SORTED) {
    const buffer = scratch.u32(upperBound);
    let count = 0;
    expectPostings(rows, offsets, selected);
    for (let i = 0; i < selected.length; i++) {
      for (let j = offsets[selected[i]!]!; j < offsets[selected[i]! + 1]!; j++) {
        const row = rows[j]!;
        if (row >= rowRange.from && row < rowRange.to) buffer[count++] = row;
      }
    }
    const sorted = buffer.subarray(0, count).sort();
    // A row of a multivalue column may have several of the ordinals.
    return {kind: 'array', rows: ordinalByRow ? sorted : deduplicate(sorted)};
  }
  const bitmap = scratch.bitmap(table.rows);
  const costOfRow = upperBound < selected.length * SHORT_LIST ? COST.scattered : COST.listed;
  if (ordinalByRow && upperBound * costOfRow > (rowRange.to - rowRange.from) * COST.scanned) {
    const mask = ordinalMask(selected, cardinality, scratch);
    const count = addByOrdinal(bitmap, ordinalByRow, mask, rowRange.from, rowRange.to);
    return {kind: 'bitmap', bitmap, count};
  }
  const isWholeTable = addPostings(bitmap, {postings, selected}, rowRange, table.rows);
  return {kind: 'bitmap', bitmap, count: isWholeTable && ordinalByRow ? upperBound : bitmap.count()};
}

/** Adds the rows of several ordinals that lie in the range; returns whether the range is the whole table. */
function addPostings(
  bitmap: Bitmap,
  {postings: {rows, offsets}, selected}: Pick<OrdinalPredicate, 'postings' | 'selected'>,
  rowRange: RowRange,
  tableRows: number,
): boolean {
  const isWholeTable = rowRange.from === 0 && rowRange.to === tableRows;
  expectPostings(rows, offsets, selected);
  for (let i = 0; i < selected.length; i++) {
    const begin = offsets[selected[i]!]!;
    const end = offsets[selected[i]! + 1]!;
    if (isWholeTable) bitmap.addRows(rows, begin, end);
    else if (end - begin > SHORT_LIST) bitmap.addRows(sliceOfRange(rows, begin, end, rowRange));
    else
      for (let j = begin; j < end; j++)
        if (rows[j]! >= rowRange.from && rows[j]! < rowRange.to) bitmap.add(rows[j]!);
  }
  return isWholeTable;
}

/** A bit for each of the selected ordinals. */
export function ordinalMask(selected: Uint32Array, cardinality: number, scratch: Scratch): Uint32Array {
  const mask = scratch.bitmap(cardinality + 1);
  mask.addRows(selected);
  return mask.words;
}

function evaluateNumbers(
  table: Table,
  {numbers, low, high, sorted}: NumberRange,
  {from, to}: RowRange,
  scratch: Scratch,
): RowSet {
  const bitmap = scratch.bitmap(table.rows);
  const scanCost = (to - from) * COST.scanned;
  const inside = sorted ? sorted.to - sorted.from : table.rows;
  const outside = table.rows - inside;
  if (!sorted || Math.min(inside, outside) * COST.scattered > scanCost) {
    return {kind: 'bitmap', bitmap, count: addByNumber(bitmap, numbers, low, high, from, to)};
  }
  if (outside < inside) {
    bitmap.addRange(from, to);
    removeOutside(bitmap, sorted);
    return {kind: 'bitmap', bitmap, count: bitmap.count()};
  }
  let count = 0;
  for (let i = sorted.from; i < sorted.to; i++) {
    const row = sorted.rows[i]!;
    if (row < from || row >= to) continue;
    bitmap.add(row);
    count++;
  }
  return {kind: 'bitmap', bitmap, count};
}

/** Removes the rows outside a range of the sort order. */
export function removeOutside(bitmap: Bitmap, {rows, from, to}: NonNullable<NumberRange['sorted']>): void {
  bitmap.removeSlice(rows, 0, from);
  bitmap.removeSlice(rows, to, rows.length);
}
