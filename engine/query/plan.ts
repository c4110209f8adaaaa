/** Plans the conditions of a query as a conjunction of predicates, narrowest first, and executes it. */
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {complement, union} from '../rowset/set_ops.ts';
import type {Condition, Near} from '../types.ts';
import {evaluate, type RowRange} from './evaluate.ts';
import {intersect} from './intersect.ts';
import {
  circlePredicate,
  intersectRanges,
  type NumberRange,
  type Predicate,
  predicatesOf,
} from './predicates.ts';
import type {Table} from './table.ts';

/** Predicates that must all hold for rows of the range, narrowest first. */
export interface ConjunctivePlan {
  rowRange: RowRange;
  predicates: Predicate[];
}

/** Plans the conditions; null if no row can satisfy them. Valid until the scratch is released. */
export function planConjunction(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
): ConjunctivePlan | null {
  const all = where.flatMap((one) =>
    one.or ? [eitherOf(table, one, scratch)] : predicatesOf(table, one, scratch),
  );
  if (near) all.push(circlePredicate(table, near));
  const rowRange: RowRange = {from: 0, to: table.rows};
  const predicates: Predicate[] = table.view ? [{kind: 'view', upperBound: table.view.rows.length}] : [];
  for (const predicate of all) {
    if (predicate.kind === 'row_range') {
      rowRange.from = Math.max(rowRange.from, predicate.from);
      rowRange.to = Math.min(rowRange.to, predicate.to);
    } else if (predicate.kind === 'number_range') addNumberRange(predicates, predicate);
    else predicates.push(predicate);
  }
  if (rowRange.from >= rowRange.to || predicates.some(({upperBound}) => upperBound === 0)) return null;
  predicates.sort((a, b) => a.upperBound - b.upperBound);
  return {rowRange, predicates};
}

/**
 * The rows of the table, or of the view, that satisfy all conditions; `planned` is their plan where it was
 * made before. Valid until the scratch is released.
 */
export function matchingRows(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
  planned?: ConjunctivePlan | null | undefined,
): RowSet {
  if (where.length === 0 && !near) return table.all;
  const plan = planned === undefined ? planConjunction(table, where, scratch, near) : planned;
  return plan ? execute(table, plan, scratch) : EMPTY_SET;
}

/** The rows of a condition, and those of its alternatives. */
function eitherOf(table: Table, {or = [], ...own}: Condition, scratch: Scratch): Predicate {
  const sets = [own, ...or].map((one) => matchingRows(table, [one], scratch));
  const set = sets.reduce((all, one) => union(all, one, table.rows, scratch));
  return {kind: 'set', upperBound: sizeOf(set), set};
}

/** The rows that are in all of some sets, at least one, which stay as they are. */
export function commonOf(table: Table, sets: readonly RowSet[], scratch: Scratch): RowSet {
  const predicates = sets.map((set): Predicate => ({kind: 'set', upperBound: sizeOf(set), set}));
  predicates.sort((a, b) => a.upperBound - b.upperBound);
  return execute(table, {rowRange: {from: 0, to: table.rows}, predicates}, scratch);
}

/**
 * All rows of the table but those of a set, where they are fewer: what they add up to is taken from what all
 * rows add up to. Null where they are not fewer, and of a view.
 */
export function fewerOthers(table: Table, set: RowSet, scratch: Scratch): RowSet | null {
  const isMost = !table.view && sizeOf(set) * 2 > table.rows;
  return isMost ? complement(set, table.rows, scratch) : null;
}

/** The rows that satisfy the plan. */
export function execute(table: Table, {rowRange, predicates}: ConjunctivePlan, scratch: Scratch): RowSet {
  const [first, ...others] = predicates;
  if (!first) return {kind: 'range', ...rowRange};
  // A range narrower than every set is scanned itself.
  const scanRange = rowRange.to - rowRange.from < first.upperBound / 4;
  let set: RowSet = scanRange ? {kind: 'range', ...rowRange} : evaluate(table, first, rowRange, scratch);
  for (const predicate of scanRange ? predicates : others) {
    set = intersect(table, set, predicate, rowRange, scratch);
  }
  return set;
}

/** Adds a range, merged with an earlier one of the same numbers. */
function addNumberRange(predicates: Predicate[], range: NumberRange): void {
  const at = predicates.findIndex((one) => one.kind === 'number_range' && one.numbers === range.numbers);
  const other = predicates[at];
  if (other?.kind === 'number_range') predicates[at] = intersectRanges(other, range);
  else predicates.push(range);
}
