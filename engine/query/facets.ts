/**
 * Facets: the most frequent values of columns over the matching rows, each column without the conditions on
 * itself.
 */
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {addAll, toArray} from '../rowset/set_ops.ts';
import {stringAt} from '../text/string_array.ts';
import {type Condition, type FacetsQuery, MAX_FACET_VALUES, type Values} from '../types.ts';
import {intersect} from './intersect.ts';
import {commonOf, fewerOthers, matchingRows, planConjunction} from './plan.ts';
import type {Table} from './table.ts';
import {type Counted, countsOfAll, mostFrequent, type ValueCounter} from './value_counter.ts';
import type {Walks} from './walks.ts';
import type {Work} from './work.ts';

/** The facets in the order of the columns. Throws on a column that is no facet. */
export function facets(table: Table, query: FacetsQuery, {scratch, counter, walks}: Work): Values[] {
  const rowsOf = setsOf(table, query, scratch, walks);
  return query.columns.map((name) => {
    const column = facetColumn(table, name);
    const rows = rowsOf(name);
    if (rows.set !== table.all) return countFacet(table, column, name, rows, scratch, counter);
    const key = `${table.layout.declaration.name} facet ${name}`;
    return table.cache.get(key, () => countFacet(table, column, name, rows, scratch, counter), bytesOfValues);
  });
}

/** Bytes of counted values, about. */
export const bytesOfValues = ({values}: Values): number =>
  values.reduce((sum, {value}) => sum + VALUE_BYTES + 2 * (value?.length ?? 0), 0);

const VALUE_BYTES = 64;

/** The column of a facet; throws on one that is not declared. */
export function facetColumn({columns, layout}: Table, name: string): DictionaryColumn {
  const column = columns.get(name);
  const isFacet = layout.columns.some((one) => one.name === name && one.facet);
  if (!isFacet || !column || column.kind === 'numeric')
    throw new Error(`${layout.declaration.name}.${name} is no facet: add it to its facets`);
  return column;
}

/** Whether a condition is one on the values of the column itself. */
const isOwnCondition = ({op, columns}: Condition, column: string): boolean =>
  op !== 'terms' && columns.includes(column);

/** The rows of a facet. */
interface FacetRows {
  set: RowSet;
  /** All others, where they are fewer: they are counted then. */
  others: RowSet | null;
}

/** The rows of each column's facet. Conditions that are no column's own are evaluated once for all. */
function setsOf(
  table: Table,
  {where, near, columns, walk}: FacetsQuery,
  scratch: Scratch,
  walks: Walks,
): (column: string) => FacetRows {
  const isOwn = (condition: Condition) => columns.some((column) => isOwnCondition(condition, column));
  const kept = (conditions: readonly Condition[]) =>
    walks.rows(table, {where: conditions, near, walk}, scratch);
  const shared = kept(where.filter((condition) => !isOwn(condition)));
  const own = where.filter(isOwn);
  const found = new Map<Condition, RowSet>();
  const rowsOf = (condition: Condition): RowSet => {
    const rows = found.get(condition) ?? matchingRows(table, [condition], scratch);
    found.set(condition, rows);
    return rows;
  };
  const sets = new Map<string, FacetRows>();
  return (column) => {
    const others = own.filter((condition) => !isOwnCondition(condition, column));
    const key = others.map((condition) => where.indexOf(condition)).join();
    // The list beside the facets has all conditions, too.
    const rows = () =>
      others.length === own.length ? kept(where) : narrowed(table, shared, others, rowsOf, scratch);
    const known = sets.get(key) ?? facetRows(table, rows(), scratch);
    sets.set(key, known);
    return known;
  };
}

function facetRows(table: Table, set: RowSet, scratch: Scratch): FacetRows {
  const others = set === table.all ? null : fewerOthers(table, set, scratch);
  return others ? {set, others: listed(others, scratch)} : {set: listed(set, scratch), others};
}

/** Most rows that are listed: four megabytes. */
const MOST_LISTED = 1 << 20;

/**
 * The set as an array: several facets walk over it, and walking over few bits of a bitmap costs as much as
 * counting them.
 */
function listed(set: RowSet, scratch: Scratch): RowSet {
  if (set.kind !== 'bitmap' || set.count > MOST_LISTED) return set;
  return {kind: 'array', rows: toArray(set, scratch)};
}

/**
 * For up to so many rows conditions are tested; of more the rows of each condition are found once for all
 * facets.
 */
const FEW_ROWS = 1 << 12;

/**
 * The rows of a set that satisfy further conditions; the set stays as it is. `rowsOf` tells the rows of one
 * of them.
 */
function narrowed(
  table: Table,
  set: RowSet,
  where: readonly Condition[],
  rowsOf: (condition: Condition) => RowSet,
  scratch: Scratch,
): RowSet {
  if (where.length === 0) return set;
  if (where.length > 1 && sizeOf(set) > FEW_ROWS)
    return commonOf(table, [...(set === table.all ? [] : [set]), ...where.map(rowsOf)], scratch);
  if (set === table.all) return matchingRows(table, where, scratch);
  const plan = planConjunction(table, where, scratch);
  if (!plan) return EMPTY_SET;
  // All of them are applied to the rows of the set, even a single one.
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
  {set, others}: FacetRows,
  scratch: Scratch,
  counter: ValueCounter,
): Values {
  const values = storedValues(column, name);
  const answer = ({counts, ordinals}: Counted): Values => ({
    total: ordinals.length,
    values: mostFrequent(counts, ordinals, MAX_FACET_VALUES).best.map((ordinal) => ({
      value: stringAt(values, ordinal),
      count: counts[ordinal]!,
    })),
  });
  if (!others) return counter.count(column, set, scratch, answer);
  const all = countsOfAll(table, column, name, scratch, counter);
  return counter.countOthers(column, others, all, scratch, answer);
}
