/**
 * The tables of the comparison: what each holds beyond the published columns, derived from datasets and
 * routes.
 */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import type {Column, Columns} from '../../../datasets/types.ts';
import {ROUTES} from '../../../server/api/routes/index.ts';

export interface Table {
  name: string;
  columns: Columns;
  /** Text columns searched by substring: each has a folded form and a number that encodes its name. */
  partial: readonly string[];
  /** The same of lists: their folded items in one text, a line each. */
  lists: readonly string[];
  /** Lists whose items are grouped by, each item once. */
  grouped: readonly string[];
  /** Columns searched for terms, held folded in one text `search`, a line each. */
  terms: readonly string[];
  order: string;
}

/** The datasets and entities that the benchmark queries in PostgreSQL. */
export const TABLES: readonly Table[] = [
  'contracts',
  'awards',
  'tenders',
  'grants',
  'research_grants',
  'vendors',
  'recipients',
  'lobbying_registrations',
  'lobbying_communications',
  'client_names',
  'permits',
  'bills',
].map(tableOf);

/** Spellings by which profiles find a vendor. */
export const NAMES = 'names_of_vendors';

/** The entity of which profiles are loaded in parts. */
export const ORGANIZATIONS = 'organizations';

/** The records of each table, which do not change. */
export const TOTALS = 'totals';

function tableOf(name: string): Table {
  const declaration = datasetOrEntity(name);
  const {columns, sort} = declaration;
  const key = idColumn(declaration);
  const columnsOf = (op: string) =>
    ROUTES.flatMap((route) => {
      if (!('dataset' in route) || route.dataset !== name) return [];
      return Object.values(route.parameters).flatMap((one) => (one.op === op ? (one.columns ?? []) : []));
    });
  const parts = [...new Set(columnsOf('partial'))];
  const order = `${ident(sort.keys[sort.default] ?? key)} DESC NULLS LAST, ${ident(key)}`;
  const groups = Object.values(('stats' in declaration ? declaration.stats?.groups : undefined) ?? {});
  return {
    name,
    columns,
    partial: parts.filter((column) => columns[column]?.type === 'text'),
    lists: parts.filter((column) => columns[column]?.type === 'text[]'),
    grouped: groups.flatMap(({list, sql}) => (list ? [sql.replace(/^r\./, '')] : [])),
    terms: [...new Set(columnsOf('terms'))],
    order,
  };
}

const TYPES: Partial<Record<Column['type'], string>> = {
  integer: 'bigint',
  money: 'numeric(18,2)',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  'text[]': 'json',
  rows: 'json',
  object: 'json',
  // JSON in a text already.
  geometry: 'json',
};

/** The PostgreSQL type of a column. */
export const typeOf = ({type}: Column): string => TYPES[type] ?? 'text';

/** A column as it is selected in DuckDB for that type. */
export const selectedAs = (name: string, column: Column): string =>
  TYPES[column.type] === 'json' && column.type !== 'geometry' ? `to_json(${ident(name)})` : ident(name);

/** What joins contracts to vendors; as a number `no_group` it is grouped faster than as a text. */
const GROUP = 'vendor_group';

/** Name and PostgreSQL type of every column, in the order of `selectOf`. */
export function fieldsOf({columns, partial, lists, grouped, terms}: Table): [name: string, type: string][] {
  return [
    ...Object.entries(columns).map(([name, column]): [string, string] => [name, typeOf(column)]),
    ...partial.flatMap((name): [string, string][] => [
      [`folded_${name}`, 'text'],
      [`no_${name}`, 'integer'],
    ]),
    ...lists.map((name): [string, string] => [`folded_${name}`, 'text']),
    ...grouped.map((name): [string, string] => [`items_${name}`, 'text[]']),
    ...(columns[GROUP] ? [['no_group', 'bigint'] as [string, string]] : []),
    ...(terms.length > 0 ? [['search', 'text'] as [string, string]] : []),
  ];
}

/** A text folded, or the folded items of a list, a line each. */
const foldedText = (name: string, {type}: Column): string =>
  type === 'text[]'
    ? `array_to_string(list_transform(${ident(name)}, lambda item: fold(item)), chr(10))`
    : `fold(${ident(name)})`;

/**
 * The same as a SELECT over the views of a build's catalogue, whose macro `fold` it uses; in the default
 * order.
 */
export function selectOf({name, columns, partial, lists, grouped, terms, order}: Table): string {
  const whole = Object.entries(columns).map(([column, declared]) => selectedAs(column, declared));
  const folded = (column: string) => foldedText(column, columns[column]!);
  const more = partial.flatMap((column) => {
    const text = ident(column);
    return [folded(column), `CASE WHEN ${text} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${text}) END`];
  });
  const items = grouped.map(
    (column) => `'{' || array_to_string(list_transform(list_distinct(${ident(column)}),
    lambda item: '"' || replace(replace(item, '\\', '\\\\'), '"', '\\"') || '"'), ',') || '}'`,
  );
  const search = `concat_ws(chr(10), ${terms.map(folded).join(', ')})`;
  const group = columns[GROUP]
    ? [`CASE WHEN ${GROUP} <> '' THEN CAST(hash(${GROUP}) >> 1 AS BIGINT) END`]
    : [];
  const all = [
    ...whole,
    ...more,
    ...lists.map(folded),
    ...items,
    ...group,
    ...(terms.length > 0 ? [search] : []),
  ];
  return `SELECT ${all.join(', ')} FROM ${ident(name)} ORDER BY ${order}`;
}

/** Columns of which the different names are in a table of their own, `<dataset>_<column>`. */
export const NAME_TABLES: readonly (readonly [dataset: string, column: string])[] = [
  ['contracts', 'vendor'],
  ['contracts', 'department'],
  ['grants', 'recipient'],
  ['grants', 'department'],
];

export const isNameTable = (dataset: string, column: string): boolean =>
  NAME_TABLES.some(([table, name]) => table === dataset && name === column);
