/** All conditions of a query to the set of ranks that pass: narrowest first, the others tested on what is left. */
import {NOTHING, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Condition, Near} from '../types.ts';
import {type Interval, rowsOf} from './evaluate.ts';
import {keep} from './intersect.ts';
import {bothRanges, type Criterion, criteriaOf, type NumberRange, nearby} from './predicates.ts';
import type {Table} from './table.ts';

/** What must hold: the ranks that are looked at, and criteria, narrowest first. */
export interface Needs {
  clip: Interval;
  criteria: Criterion[];
}

/** What must hold for a row to pass; null where surely none does. Valid until the scratch is released. */
export function needsOf(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
): Needs | null {
  const all = where.flatMap((condition) => criteriaOf(table, condition, scratch));
  if (near) all.push(nearby(table, near));
  const clip: Interval = {from: 0, to: table.rows};
  const criteria: Criterion[] = table.view ? [{kind: 'view', most: table.view.ranks.length}] : [];
  for (const criterion of all) {
    if (criterion.kind === 'interval') {
      clip.from = Math.max(clip.from, criterion.from);
      clip.to = Math.min(clip.to, criterion.to);
    } else if (criterion.kind === 'numbers') addRange(criteria, criterion);
    else criteria.push(criterion);
  }
  if (clip.from >= clip.to || criteria.some(({most}) => most === 0)) return null;
  criteria.sort((a, b) => a.most - b.most);
  return {clip, criteria};
}

/** The rows of the table, or of the view, for which all conditions hold. Valid until the scratch is released. */
export function filter(
  table: Table,
  where: readonly Condition[],
  scratch: Scratch,
  near?: Near | undefined,
): RowSet {
  if (where.length === 0 && !near) return table.all;
  const needs = needsOf(table, where, scratch, near);
  return needs ? allOf(table, needs, scratch) : NOTHING;
}

/** The rows for which all of it holds. */
export function allOf(table: Table, {clip, criteria}: Needs, scratch: Scratch): RowSet {
  const [first, ...others] = criteria;
  if (!first) return {kind: 'interval', ...clip};
  // An interval that is narrower than every set is gone through itself.
  const start = clip.to - clip.from < first.most / 4 ? clip : null;
  let set: RowSet = start ? {kind: 'interval', ...start} : rowsOf(table, first, clip, scratch);
  for (const criterion of start ? criteria : others) set = keep(table, set, criterion, clip, scratch);
  return set;
}

/** Adds a range, together with the one of the same numbers that is there already. */
function addRange(rest: Criterion[], range: NumberRange): void {
  const at = rest.findIndex((one) => one.kind === 'numbers' && one.numbers === range.numbers);
  const known = rest[at];
  if (known?.kind === 'numbers') rest[at] = bothRanges(known, range);
  else rest.push(range);
}
