/** The layout of a table's index, derived from its declaration alone. */
import {SEARCH} from '../../datasets/global_search.ts';
import {DATASETS, DERIVED, directionOf} from '../../datasets/index.ts';
import type {Column, Dataset, Derived, GlobalSearch} from '../../datasets/types.ts';

/** `text`: one dictionary-encoded value a row. `multivalue`: several. `numeric`: comparable by size. */
export type ColumnKind = 'text' | 'multivalue' | 'numeric';

export interface ColumnLayout {
  name: string;
  column: Column;
  kind: ColumnKind;
  /** The rows of each value are indexed: the column may be filtered. */
  postings: boolean;
  /** Values are found by substrings. */
  partial: boolean;
  /** The published values are stored beside the folded ones: the column is a sort key or an exact filter. */
  values: boolean;
}

export interface TableLayout {
  of: Dataset | Derived;
  columns: ColumnLayout[];
  /** Sort keys with their columns; the first is the default, in whose order rows are stored. */
  orders: {key: string; column: string}[];
  /** Direction of the default order. */
  direction: 'asc' | 'desc';
  groups: string[];
  search: readonly string[];
  /** Columns of a row's coordinates, and the field of the distance to them. */
  point: {lat: string; lng: string; distance: string} | null;
  /** Whether rows have profiles, which are found by name. */
  named: boolean;
  /** The table's part in the search over all datasets; null: none. */
  globalSearch: GlobalSearchLayout | null;
  /** The table that a view selects from. */
  base: string | null;
}

export interface GlobalSearchLayout {
  columns: readonly string[];
  label: GlobalSearch['label'];
  /** Whether its tokens are those of `search`, which are in memory. */
  shared: boolean;
  /** Whether results are ordered by date, as in the default order; else by id. */
  dated: boolean;
  /** Groups that hold only some of the rows, with the SQL condition that selects them. */
  members: {group: string; where: string}[];
}

const KINDS: Partial<Record<Column['type'], ColumnKind>> = {
  text: 'text',
  boolean: 'text',
  'text[]': 'multivalue',
  money: 'numeric',
  number: 'numeric',
  integer: 'numeric',
  date: 'numeric',
  timestamp: 'numeric',
};

/** The declaration of a column; throws on a name that the table does not have. */
export function columnOf(of: Dataset | Derived, name: string): Column {
  const column = of.columns[name];
  if (!column) throw new Error(`${of.name} has no column ${name}`);
  return column;
}

/** Whether a table is an entity computed from datasets. */
export const isDerived = (of: Dataset | Derived): of is Derived => 'names' in of;

/** Columns that profiles of an entity are resolved by, besides its declared filters. */
function profileFilters(of: Dataset | Derived): Dataset['filters'] {
  if (!isDerived(of)) return {};
  const {derivedName, related} = of;
  return {
    ...(derivedName ? {[derivedName.column]: 'exact'} : {}),
    ...(related ? {[related.same]: 'exact', [related.contains]: 'partial'} : {}),
  };
}

function globalSearchLayout(of: Dataset | Derived): GlobalSearchLayout | null {
  const {globalSearch, name, sort} = of;
  const members = Object.entries(SEARCH).flatMap(([group, all]) =>
    all.filter((one) => one.of === name).map(({where}) => ({group, where})),
  );
  if (!globalSearch || members.length === 0) return null;
  const {columns, label, date} = globalSearch;
  const dated = date !== undefined;
  if (dated && (date !== sort.keys[sort.default] || directionOf(of, sort.default) === 'asc')) {
    throw new Error(`${name}: results are ordered by ${date}, which is not the default order`);
  }
  return {
    columns,
    label,
    shared: columns.join() === of.search?.join(),
    dated,
    members: members.flatMap(({group, where}) => (where === undefined ? [] : [{group, where}])),
  };
}

/** The layout of one table. */
export function tableLayout(of: Dataset | Derived): TableLayout {
  const {default: first, keys} = of.sort;
  const filters = {...of.filters, ...profileFilters(of)};
  const stats = isDerived(of) ? undefined : of.stats;
  const names = new Set([
    ...Object.keys(filters),
    ...Object.values(keys),
    ...(stats?.sum ? [stats.sum] : []),
  ]);
  const sorted = new Set(Object.values(keys));
  const columns = [...names].map((name): ColumnLayout => {
    const column = columnOf(of, name);
    const kind = KINDS[column.type];
    if (!kind) throw new Error(`${of.name}.${name}: a column of type ${column.type} cannot be indexed`);
    const filter = filters[name];
    return {
      name,
      column,
      kind,
      postings: kind !== 'numeric' && filter !== undefined,
      partial: filter === 'partial',
      values: kind !== 'numeric' && (filter === 'exact' || sorted.has(name)),
    };
  });
  const orders = [first, ...Object.keys(keys).filter((key) => key !== first)];
  const base = !isDerived(of) && of.view ? of.view.of : null;
  return {
    of,
    columns,
    orders: orders.map((key) => ({key, column: keys[key]!})),
    direction: directionOf(of, first),
    groups: Object.keys(stats?.groups ?? {}),
    search: of.search ?? [],
    point: isDerived(of) || !of.point ? null : {...of.point, distance: of.point.distance.name},
    named: isDerived(of) && of.names !== null,
    globalSearch: base === null ? globalSearchLayout(of) : null,
    base,
  };
}

/** Tables that have an index: all that a route can show, views last. */
export function indexedTables(): (Dataset | Derived)[] {
  const shown = (of: Dataset | Derived) =>
    Object.values(of.columns).some(({visibility: shown}) => shown === 'list');
  const all = [...Object.values(DATASETS).filter(({published}) => published), ...Object.values(DERIVED)];
  const tables = all.filter(shown);
  return [
    ...tables.filter((of) => tableLayout(of).base === null),
    ...tables.filter((of) => tableLayout(of).base !== null),
  ];
}

/** Names of the fields of a list item, in order. */
export const listFields = (of: Dataset | Derived): string[] =>
  Object.keys(of.columns).filter((name) => of.columns[name]?.visibility === 'list');

/** Names of the fields that a single record adds to its list item, in order; for an entity, those of its profile. */
export function detailFields(of: Dataset | Derived): string[] {
  if (!isDerived(of))
    return Object.keys(of.columns).filter((name) => of.columns[name]?.visibility === 'detail');
  const listed = new Set(listFields(of));
  return of.profile.filter((name) => !listed.has(name) && name !== of.related?.name);
}
