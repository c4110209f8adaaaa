/**
 * The tables of the comparison in ClickHouse: contracts in their default order, and their vendors counted.
 */
import {DATASETS, idColumn} from '../../../datasets/index.ts';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import type {Column} from '../../../datasets/types.ts';

export const DATASET = 'contracts';
const {columns, sort, joins, stats} = DATASETS[DATASET]!;
export const ID = idColumn(DATASETS[DATASET]!);
const DATE = sort.keys[sort.default]!;

/** Names with as many values as a tenth of the rows are faster as plain texts, all others as codes. */
const PLAIN = new Set(['vendor']);
const CODED = [
  'department',
  'procurement_method',
  'source_dataset',
  'commodity_type',
  'instrument_type',
  'event_type',
  'currency',
];

/** Columns whose parts are searched; their folded forms are columns, too. */
const FOLDED = ['vendor', 'department'];

/** Name of the group of the statistics by vendor, and its number, by which it is grouped faster. */
const GROUP_NAME = 'group_vendor';
export const GROUPS: Readonly<Record<string, {by: string; name: string}>> = {
  department: {by: 'department', name: 'by'},
  year: {by: `if(isNull(${DATE}), NULL, toString(toYear(${DATE})))`, name: 'by'},
  vendor: {by: 'no_group', name: `any(${GROUP_NAME})`},
};

const TYPES: Partial<Record<Column['type'], string>> = {
  integer: 'Nullable(Int64)',
  money: 'Nullable(Decimal(18, 2))',
  date: 'Nullable(Date32)',
};

function typeOf(name: string, {type, fields}: Column): string {
  if (name === ID) return 'String';
  if (type === 'rows') {
    const members = Object.entries(fields ?? {}).map(([field, one]) => `${field} ${typeOf('', one)}`);
    return `Array(Tuple(${members.join(', ')}))`;
  }
  return TYPES[type] ?? (CODED.includes(name) ? 'LowCardinality(Nullable(String))' : 'Nullable(String)');
}

/** The rows as a SELECT over the views of a build's catalogue, for a Parquet file. */
export function rowsSelect(): string {
  const fields = Object.entries(columns).map(([name, {type}]) => {
    if (type === 'timestamp') return `strftime(r.${ident(name)}, '%Y-%m-%dT%H:%M:%S') AS ${ident(name)}`;
    return type === 'object'
      ? `CAST(to_json(r.${ident(name)}) AS VARCHAR) AS ${ident(name)}`
      : `r.${ident(name)}`;
  });
  const group = stats?.groups['vendor'];
  const more = [
    ...FOLDED.map((name) => `coalesce(fold(r.${name}), '') AS folded_${name}`),
    `${group?.sql} AS ${GROUP_NAME}`,
    `hash(${group?.sql}) AS no_group`,
    `coalesce(r.${DATE}, DATE '1900-01-01') AS day`,
  ];
  const join = joins?.[group?.join ?? ''];
  if (!join) throw new Error(`${DATASET} joins no table by which vendors are grouped`);
  return `SELECT ${[...fields, ...more].join(', ')} FROM ${DATASET} AS r LEFT JOIN ${join}`;
}

/** What makes the tables from that file, in order. */
export function tableStatements(file: string): string[] {
  const fields = [
    ...Object.entries(columns).map(([name, column]) => `${ident(name)} ${typeOf(name, column)}`),
    ...FOLDED.map((name) => `folded_${name} ${PLAIN.has(name) ? 'String' : 'LowCardinality(String)'}`),
    `${GROUP_NAME} Nullable(String)`,
    'no_group Nullable(UInt64)',
    'day Date32',
  ];
  const indexes = [
    // A filter of trigrams for each 8,192 rows: texts that occur nowhere read nothing.
    'INDEX vendors folded_vendor TYPE ngrambf_v1(3, 16384, 2, 0) GRANULARITY 1',
    `INDEX ids ${ID} TYPE bloom_filter(0.001) GRANULARITY 1`,
    'INDEX amounts value TYPE minmax GRANULARITY 1',
  ];
  return [
    `CREATE TABLE ${DATASET} (${[...fields, ...indexes].join(', ')}) ENGINE = MergeTree ORDER BY (day, ${ID})`,
    `INSERT INTO ${DATASET} SELECT * FROM file(${literal(file)}, Parquet)`,
    `OPTIMIZE TABLE ${DATASET} FINAL`,
    `CREATE TABLE ${DATASET}_vendor (name String, folded String, n UInt64, INDEX parts folded TYPE ngrambf_v1(3, 16384, 2, 0) GRANULARITY 1)
      ENGINE = MergeTree ORDER BY folded`,
    `INSERT INTO ${DATASET}_vendor SELECT assumeNotNull(vendor), any(folded_vendor), count() FROM ${DATASET}
      WHERE isNotNull(vendor) GROUP BY 1`,
    `OPTIMIZE TABLE ${DATASET}_vendor FINAL`,
  ];
}
