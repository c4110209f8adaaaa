/** The tables of the comparison: what each holds beyond the published columns, derived from datasets and routes. */
import {DERIVED, listed} from '../../../datasets/index.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import type {Column, Columns} from '../../../datasets/types.ts';
import {ROUTES} from '../../../server/routes/index.ts';

export interface Table {
  name: string;
  columns: Columns;
  /** Text columns asked by a part of them: each has a folded form and a number that stands for its name. */
  partial: readonly string[];
  /** Columns searched for terms, held folded in one text `search`, a line each. */
  terms: readonly string[];
  order: string;
}

/** The datasets and entities that the bench asks PostgreSQL for. */
export const TABLES: readonly Table[] = [
  'contracts',
  'grants',
  'research_grants',
  'vendors',
  'recipients',
].map(tableOf);

/** Spellings by which profiles find a vendor. */
export const NAMES = 'names_of_vendors';

function tableOf(name: string): Table {
  const {columns, sort} = listed(name);
  const key = 'id' in listed(name) ? 'record_id' : (DERIVED[name]?.key.column ?? '');
  const asked = (op: string) =>
    ROUTES.flatMap((route) => {
      if (!('dataset' in route) || route.dataset !== name) return [];
      return Object.values(route.parameters).flatMap((one) => (one.op === op ? (one.columns ?? []) : []));
    });
  const partial = [...new Set(asked('partial'))].filter((column) => columns[column]?.type === 'text');
  const order = `${ident(sort.keys[sort.default] ?? key)} DESC NULLS LAST, ${ident(key)}`;
  return {name, columns, partial, terms: [...new Set(asked('terms'))], order};
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
};

/** What joins contracts to vendors; as a number `no_group` it is grouped faster than as a text. */
const GROUP = 'vendor_group';

/** Name and PostgreSQL type of every column, in the order of `selectOf`. */
export function fieldsOf({columns, partial, terms}: Table): [name: string, type: string][] {
  return [
    ...Object.entries(columns).map(([name, {type}]): [string, string] => [name, TYPES[type] ?? 'text']),
    ...partial.flatMap((name): [string, string][] => [
      [`folded_${name}`, 'text'],
      [`no_${name}`, 'integer'],
    ]),
    ...(columns[GROUP] ? [['no_group', 'bigint'] as [string, string]] : []),
    ...(terms.length > 0 ? [['search', 'text'] as [string, string]] : []),
  ];
}

/** The same as a SELECT over the views of a build's catalogue, whose macro `fold` it uses; in the default order. */
export function selectOf({name, columns, partial, terms, order}: Table): string {
  const whole = Object.entries(columns).map(([column, {type}]) =>
    TYPES[type] === 'json' ? `to_json(${ident(column)})` : ident(column),
  );
  const more = partial.flatMap((column) => {
    const text = ident(column);
    return [`fold(${text})`, `CASE WHEN ${text} IS NOT NULL THEN dense_rank() OVER (ORDER BY ${text}) END`];
  });
  const search = `concat_ws(chr(10), ${terms.map((column) => `fold(${ident(column)})`).join(', ')})`;
  const group = columns[GROUP]
    ? [`CASE WHEN ${GROUP} <> '' THEN CAST(hash(${GROUP}) >> 1 AS BIGINT) END`]
    : [];
  const all = [...whole, ...more, ...group, ...(terms.length > 0 ? [search] : [])];
  return `SELECT ${all.join(', ')} FROM ${ident(name)} ORDER BY ${order}`;
}

/** Tables of different names that the variant `names` goes through, as `dataset_column`. */
export const NAME_TABLES: readonly string[] = [
  'contracts_vendor',
  'contracts_department',
  'grants_recipient',
  'grants_department',
];
