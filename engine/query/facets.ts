/** Facets: the most frequent values of columns over the matching rows, each column without the conditions on itself. */
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {requestAll} from '../file/byte_source.ts';
import {EMPTY_SET, type RowSet, select, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll} from '../rowset/set_ops.ts';
import {stringAt} from '../text/string_array.ts';
import {type Condition, type FacetsQuery, MAX_FACET_VALUES, type Near, type Values} from '../types.ts';
import {intersect} from './intersect.ts';
import {matchingRows, planConjunction} from './plan.ts';
import {loadPredicates} from './requirements.ts';
import type {Table} from './table.ts';
import {type Counted, mostFrequent, type ValueCounter} from './value_counter.ts';

/** Facets of all rows, by table and column. They never change, and are short. */
const ofAllRows = new WeakMap<Table, Map<string, Values>>();

/** The facets in the order of the columns. Throws on a column that is no facet. */
export function facets(
  table: Table,
  {where, near, columns}: FacetsQuery,
  scratch: Scratch,
  counter: ValueCounter,
): Values[] {
  const rowsOf = setsOf(table, where, near, columns, scratch);
  return columns.map((name) => {
    const column = facetColumn(table, name);
    const set = rowsOf(name);
    if (set !== table.all) return countFacet(table, column, name, set, scratch, counter);
    const known = ofAllRows.get(table) ?? new Map<string, Values>();
    ofAllRows.set(table, known);
    const facet = known.get(name) ?? countFacet(table, column, name, set, scratch, counter);
    known.set(name, facet);
    return facet;
  });
}

/** The column of a facet; throws on one that is not declared. */
export function facetColumn({columns, layout}: Table, name: string): DictionaryColumn {
  const column = columns.get(name);
  const isFacet = layout.columns.some((one) => one.name === name && one.facet);
  if (!isFacet || !column || column.kind === 'numeric')
    throw new Error(`${layout.declaration.name}.${name} is no facet: add it to its facets`);
  return column;
}

/** Whether a condition is one on the values of the column itself. */
export const isOwnCondition = ({op, columns}: Condition, column: string): boolean =>
  op !== 'terms' && columns.includes(column);

/** The rows of each column's facet. Conditions that are no column's own are evaluated once for all. */
function setsOf(
  table: Table,
  where: readonly Condition[],
  near: Near | undefined,
  columns: readonly string[],
  scratch: Scratch,
): (column: string) => RowSet {
  const isOwn = (condition: Condition) => columns.some((column) => isOwnCondition(condition, column));
  const common = where.filter((condition) => !isOwn(condition));
  const shared = matchingRows(table, common, scratch, near);
  const own = where.filter(isOwn);
  const sets = new Map<string, RowSet>();
  return (column) => {
    const others = own.filter((condition) => !isOwnCondition(condition, column));
    const key = others.map((condition) => where.indexOf(condition)).join();
    const set = sets.get(key) ?? listed(narrowed(table, shared, others, scratch), scratch);
    sets.set(key, set);
    return set;
  };
}

/** Most rows that are listed: a megabyte. */
const MOST_LISTED = 1 << 18;

/** The set as an array: several facets walk over it, and walking over few bits of a bitmap costs as much as counting them. */
function listed(set: RowSet, scratch: Scratch): RowSet {
  const size = sizeOf(set);
  if (set.kind !== 'bitmap' || size > MOST_LISTED) return set;
  const rows = scratch.u32(size);
  select(set, 0, rows);
  return {kind: 'array', rows};
}

/** The rows of a set that satisfy further conditions; the set stays as it is. */
function narrowed(table: Table, set: RowSet, where: readonly Condition[], scratch: Scratch): RowSet {
  if (where.length === 0) return set;
  if (set === table.all) return matchingRows(table, where, scratch);
  const plan = planConjunction(table, where, scratch);
  if (!plan) return EMPTY_SET;
  // All of them are applied to the rows of the set, even a single one.
  if (!table.source.complete) loadPredicates(table, plan.predicates, true);
  let rest = set;
  if (set.kind === 'bitmap') {
    const bitmap = scratch.bitmap(table.rows);
    addAll(bitmap, set);
    rest = {...set, bitmap};
  }
  for (const predicate of plan.predicates) rest = intersect(table, rest, predicate, plan.rowRange, scratch);
  return rest;
}

function countFacet(
  table: Table,
  column: DictionaryColumn,
  name: string,
  set: RowSet,
  scratch: Scratch,
  counter: ValueCounter,
): Values {
  const values = storedValues(column, name);
  if (!table.source.complete) {
    const {ordinals, lists} = column;
    requestAll(table.source, [ordinals, lists?.ordinals, lists?.offsets, values.bytes, values.offsets]);
    table.source.fetch();
  }
  return counter.count(column, set, scratch, ({counts, ordinals}: Counted) => ({
    total: ordinals.length,
    values: mostFrequent(counts, ordinals, MAX_FACET_VALUES).best.map((ordinal) => ({
      value: stringAt(values, ordinal),
      count: counts[ordinal]!,
    })),
  }));
}
