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
  /**
   * The lists of these stay in the file: of all spellings of an entity, which few filters read but for its
   * name.
   */
  listsStay: boolean;
  /**
   * The published values are stored beside the folded ones: the column is a sort key, an exact filter or a
   * facet.
   */
  values: boolean;
  /** Its values are counted over any rows. */
  facet: boolean;
}

export interface TableLayout {
  declaration: Dataset | Derived;
  columns: ColumnLayout[];
  /** Sort keys with their columns; the first is the default, in whose order rows are stored. */
  orders: {key: string; column: string}[];
  /** Direction of the default order. */
  direction: 'asc' | 'desc';
  groups: string[];
  search: readonly string[];
  /** Columns of `q` and of the search over all datasets; of a table that has one of these, its columns. */
  foundSearch: readonly string[];
  /** Columns that only `q` has, or only the search over all datasets. */
  furtherSearch: readonly string[];
  /** The column of numbers, which is searched and filtered by an index in the search file; null: none. */
  numbers: string | null;
  /** Columns of a row's coordinates, and the field of the distance to them. */
  point: {lat: string; lng: string; distance: string} | null;
  /** Whether rows have profiles, which are found by name. */
  named: boolean;
  /** Whether ids that are texts stay in the file: nobody asks for single rows. */
  idsStay: boolean;
  /** The table's part in the search over all datasets; null: none. */
  globalSearch: GlobalSearchLayout | null;
  /** The table that a view selects from. */
  base: string | null;
}

export interface GlobalSearchLayout {
  columns: readonly string[];
  /**
   * The filtered column that is the label, whose dictionary serves the search; null: labels have a dictionary
   * of their own.
   */
  labelColumn: string | null;
  /** Whether results are ordered by date, as in the default order; else by id. */
  dated: boolean;
  /** Groups that the table belongs to. */
  groups: readonly string[];
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
export function columnOf(declaration: Dataset | Derived, name: string): Column {
  const column = declaration.columns[name];
  if (!column) throw new Error(`${declaration.name} has no column ${name}`);
  return column;
}

/** Whether a table is an entity computed from datasets. */
export const isDerived = (declaration: Dataset | Derived): declaration is Derived => 'names' in declaration;

/** Whether an entity is found by whole names alone. */
export const hasExactNames = (declaration: Dataset | Derived): boolean =>
  isDerived(declaration) && declaration.exactNamesOnly === true;

/** Columns that profiles of an entity are resolved by, besides its declared filters. */
function profileFilters(declaration: Dataset | Derived): Dataset['filters'] {
  if (!isDerived(declaration)) return {};
  const {derivedName, related} = declaration;
  return {
    ...(derivedName ? {[derivedName.column]: 'exact'} : {}),
    ...(related ? {[related.same]: 'exact', [related.contains]: 'partial'} : {}),
  };
}

function globalSearchLayout(
  declaration: Dataset | Derived,
  indexed: readonly ColumnLayout[],
): GlobalSearchLayout | null {
  const {globalSearch, name, sort} = declaration;
  const members = Object.entries(SEARCH).flatMap(([group, all]) =>
    all.filter((one) => one.table === name).map(({where}) => ({group, where})),
  );
  if (!globalSearch || members.length === 0) return null;
  const {columns, label, date} = globalSearch;
  const dated = date !== undefined;
  if (dated && (date !== sort.keys[sort.default] || directionOf(declaration, sort.default) === 'asc')) {
    throw new Error(`${name}: results are ordered by ${date}, which is not the default order`);
  }
  const own = indexed.find(({name, kind, partial}) => isLabel(label, name) && kind === 'text' && partial);
  return {
    columns,
    labelColumn: own?.name ?? null,
    dated,
    groups: members.map(({group}) => group),
    members: members.flatMap(({group, where}) => (where === undefined ? [] : [{group, where}])),
  };
}

const isLabel = (label: GlobalSearch['label'], name: string): boolean =>
  'column' in label && label.column === name;

/**
 * The searched columns: those of `q` and of the search over all datasets, or of the one that the table has,
 * and those that only one of the two has.
 */
function searchedColumns(name: string, search: readonly string[], global: readonly string[]) {
  if (search.length === 0 || global.length === 0)
    return {foundSearch: [...search, ...global], furtherSearch: []};
  const [own, others] = [
    search.filter((one) => !global.includes(one)),
    global.filter((one) => !search.includes(one)),
  ];
  if (own.length > 0 && others.length > 0)
    throw new Error(
      `${name}: q searches ${own.join()}, the search over all datasets ${others.join()}: leave one out`,
    );
  return {foundSearch: search.filter((one) => global.includes(one)), furtherSearch: [...own, ...others]};
}

/**
 * The column of numbers of a table that the search over all datasets does not cover: it has the search file
 * for itself.
 */
function numbersOf({columns, globalSearch, name}: Dataset | Derived): string | null {
  const [first, ...more] = Object.keys(columns).filter((one) => columns[one]!.number);
  if (first === undefined) return null;
  if (more.length > 0 || globalSearch) throw new Error(`${name} has no room for numbers in its search file`);
  return first;
}

/** The layout of one table. */
export function tableLayout(declaration: Dataset | Derived): TableLayout {
  const {default: first, keys} = declaration.sort;
  const filters = {...declaration.filters, ...profileFilters(declaration)};
  const stats = isDerived(declaration) ? undefined : declaration.stats;
  const numbers = numbersOf(declaration);
  const names = new Set([
    ...Object.keys(filters).filter((name) => name !== numbers),
    ...Object.values(keys),
    ...(stats?.sum ? [stats.sum] : []),
  ]);
  const sorted = new Set(Object.values(keys));
  const facets = new Set(declaration.facets);
  const columns = [...names].map((name): ColumnLayout => {
    const column = columnOf(declaration, name);
    const kind = KINDS[column.type];
    if (!kind)
      throw new Error(`${declaration.name}.${name}: a column of type ${column.type} cannot be indexed`);
    const filter = filters[name];
    return {
      name,
      column,
      kind,
      postings: kind !== 'numeric' && filter !== undefined,
      partial: filter === 'partial',
      listsStay: isDerived(declaration) && kind === 'multivalue' && name !== declaration.related?.contains,
      values: kind !== 'numeric' && (filter === 'exact' || sorted.has(name) || facets.has(name)),
      facet: facets.has(name),
    };
  });
  const search = declaration.search ?? [];
  const orders = [first, ...Object.keys(keys).filter((key) => key !== first)];
  const base = !isDerived(declaration) && declaration.view ? declaration.view.table : null;
  const globalSearch = base === null ? globalSearchLayout(declaration, columns) : null;
  return {
    declaration,
    columns,
    orders: orders.map((key) => ({key, column: keys[key]!})),
    direction: directionOf(declaration, first),
    groups: Object.keys(stats?.groups ?? {}),
    search,
    ...searchedColumns(
      declaration.name,
      search.filter((name) => name !== numbers),
      declaration.globalSearch?.columns ?? [],
    ),
    numbers,
    point:
      isDerived(declaration) || !declaration.point
        ? null
        : {...declaration.point, distance: declaration.point.distance.name},
    named: isDerived(declaration) && declaration.names !== null,
    idsStay: isDerived(declaration) && declaration.names === null,
    globalSearch,
    base,
  };
}

/** Tables that have an index: all that a route can show, views last. */
export function indexedTables(): (Dataset | Derived)[] {
  const shown = (declaration: Dataset | Derived) =>
    Object.values(declaration.columns).some(({visibility: shown}) => shown === 'list');
  const all = [...Object.values(DATASETS).filter(({published}) => published), ...Object.values(DERIVED)];
  const tables = all.filter(shown);
  return [
    ...tables.filter((declaration) => tableLayout(declaration).base === null),
    ...tables.filter((declaration) => tableLayout(declaration).base !== null),
  ];
}

/** Names of the fields of a list item, in order. */
export const listFields = (declaration: Dataset | Derived): string[] =>
  Object.keys(declaration.columns).filter((name) => declaration.columns[name]?.visibility === 'list');

/**
 * Names of the fields that a single record adds to its list item, in order; for an entity, those of its
 * profile.
 */
export function detailFields(declaration: Dataset | Derived): string[] {
  if (!isDerived(declaration))
    return Object.keys(declaration.columns).filter(
      (name) => declaration.columns[name]?.visibility === 'detail',
    );
  const listed = new Set(listFields(declaration));
  return declaration.profile.filter((name) => !listed.has(name) && name !== declaration.related?.name);
}
