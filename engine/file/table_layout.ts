/** What the index of a table holds, derived from its declaration alone. */
import {DATASETS, DERIVED, directionOf} from '../../datasets/index.ts';
import {SEARCH} from '../../datasets/search.ts';
import type {Column, Dataset, Derived, GlobalSearch} from '../../datasets/types.ts';

/** `texts`: one value a row, coded. `lists`: several. `numbers`: comparable by value. */
export type Kind = 'texts' | 'lists' | 'numbers';

export interface ColumnLayout {
  name: string;
  column: Column;
  kind: Kind;
  /** Rows by value are kept: the column may be filtered by exact values. */
  postings: boolean;
  /** Parts of values are found. */
  partial: boolean;
  /** The values are kept as they are stored, not only folded: the column is a sort key, or compared as a whole. */
  values: boolean;
}

export interface TableLayout {
  of: Dataset | Derived;
  columns: ColumnLayout[];
  /** Sort keys with their columns; the first is the default, in whose order the rows lie. */
  orders: {key: string; column: string}[];
  /** Direction of the default order. */
  direction: 'asc' | 'desc';
  groups: string[];
  search: readonly string[];
  /** Columns of the point at which a row stands, and the field of the distance to it. */
  point: {lat: string; lng: string; distance: string} | null;
  /** True where names lead to rows (profiles). */
  named: boolean;
  /** How the search over all datasets finds the rows; null: it does not. */
  globalSearch: GlobalSearchLayout | null;
  /** The table whose rows these are, where it has none of its own. */
  base: string | null;
}

export interface GlobalSearchLayout {
  columns: readonly string[];
  label: GlobalSearch['label'];
  /** True where the words are those of `search`, which the index has in memory. */
  shared: boolean;
  /** Rows stand by date, as in the default order, or by id. */
  dated: boolean;
  /** Groups in which not all rows count, with the SQL of those that do. */
  members: {group: string; where: string}[];
}

const KINDS: Partial<Record<Column['type'], Kind>> = {
  text: 'texts',
  boolean: 'texts',
  'text[]': 'lists',
  money: 'numbers',
  number: 'numbers',
  integer: 'numbers',
  date: 'numbers',
  timestamp: 'numbers',
};

/** The declaration of a column; throws on a name that the table does not have. */
export function columnOf(of: Dataset | Derived, name: string): Column {
  const column = of.columns[name];
  if (!column) throw new Error(`${of.name} has no column ${name}`);
  return column;
}

/** Whether a table is an entity computed from datasets. */
export const isDerived = (of: Dataset | Derived): of is Derived => 'names' in of;

/** Columns that are compared with a text by what an entity's declaration says beside its filters. */
function linked(of: Dataset | Derived): Dataset['filters'] {
  if (!isDerived(of)) return {};
  const {derivedName: also_known, related} = of;
  return {
    ...(also_known ? {[also_known.column]: 'exact'} : {}),
    ...(related ? {[related.same]: 'exact', [related.contains]: 'partial'} : {}),
  };
}

function foundOf(of: Dataset | Derived): GlobalSearchLayout | null {
  const {globalSearch: found, name, sort} = of;
  const members = Object.entries(SEARCH).flatMap(([group, all]) =>
    all.filter((one) => one.of === name).map(({where}) => ({group, where})),
  );
  if (!found || members.length === 0) return null;
  const dated = found.date !== undefined;
  if (dated && (found.date !== sort.keys[sort.default] || directionOf(of, sort.default) === 'asc')) {
    throw new Error(
      `${name}: the newest results are found by the default order, which is not by ${found.date}`,
    );
  }
  return {
    columns: found.columns,
    label: found.label,
    shared: found.columns.join() === of.search?.join(),
    dated,
    members: members.flatMap(({group, where}) => (where === undefined ? [] : [{group, where}])),
  };
}

/** The plan of one table. */
export function tableLayout(of: Dataset | Derived): TableLayout {
  const {default: first, keys} = of.sort;
  const filters = {...of.filters, ...linked(of)};
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
      postings: kind !== 'numbers' && filter !== undefined,
      partial: filter === 'partial',
      values: kind !== 'numbers' && (filter === 'exact' || sorted.has(name)),
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
    globalSearch: base === null ? foundOf(of) : null,
    base,
  };
}

/** Tables that have an index: what a route can show. Views stand behind the tables they are part of. */
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

/** Names of the fields that the single record shows besides, in order: of an entity those of its profile. */
export function detailFields(of: Dataset | Derived): string[] {
  if (!isDerived(of))
    return Object.keys(of.columns).filter((name) => of.columns[name]?.visibility === 'detail');
  const listed = new Set(listFields(of));
  return of.profile.filter((name) => !listed.has(name) && name !== of.related?.name);
}
