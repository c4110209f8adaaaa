/** All conditions of a query to the set of ranks that pass: narrowest first, the others tested on what is left. */
import {EMPTY_SET, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
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

/** What must hold: the ranks that are looked at, and criteria, narrowest first. */
export interface ConjunctivePlan {
  rowRange: RowRange;
  predicates: Predicate[];
}

/** What must hold for a row to pass; null where surely none does. Valid until the scratch is released. */
export function planConjunction(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
): ConjunctivePlan | null {
  const all = where.flatMap((condition) => predicatesOf(table, condition, scratch));
  if (near) all.push(circlePredicate(table, near));
  const clip: RowRange = {from: 0, to: table.rows};
  const criteria: Predicate[] = table.view ? [{kind: 'view', most: table.view.rows.length}] : [];
  for (const criterion of all) {
    if (criterion.kind === 'range') {
      clip.from = Math.max(clip.from, criterion.from);
      clip.to = Math.min(clip.to, criterion.to);
    } else if (criterion.kind === 'numbers') addRange(criteria, criterion);
    else criteria.push(criterion);
  }
  if (clip.from >= clip.to || criteria.some(({most}) => most === 0)) return null;
  criteria.sort((a, b) => a.most - b.most);
  return {rowRange: clip, predicates: criteria};
}

/** The rows of the table, or of the view, for which all conditions hold. Valid until the scratch is released. */
export function matchingRows(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
): RowSet {
  if (where.length === 0 && !near) return table.all;
  const needs = planConjunction(table, where, scratch, near);
  return needs ? execute(table, needs, scratch) : EMPTY_SET;
}

/** The rows for which all of it holds. */
export function execute(
  table: Table,
  {rowRange: clip, predicates: criteria}: ConjunctivePlan,
  scratch: Scratch,
): RowSet {
  const [first, ...others] = criteria;
  if (!first) return {kind: 'range', ...clip};
  // An interval that is narrower than every set is gone through itself.
  const start = clip.to - clip.from < first.most / 4 ? clip : null;
  let set: RowSet = start ? {kind: 'range', ...start} : evaluate(table, first, clip, scratch);
  for (const criterion of start ? criteria : others) set = intersect(table, set, criterion, clip, scratch);
  return set;
}

/** Adds a range, together with the one of the same numbers that is there already. */
function addRange(rest: Predicate[], range: NumberRange): void {
  const at = rest.findIndex((one) => one.kind === 'numbers' && one.numbers === range.numbers);
  const known = rest[at];
  if (known?.kind === 'numbers') rest[at] = intersectRanges(known, range);
  else rest.push(range);
}
