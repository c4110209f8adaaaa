/**
 * The oracle of lists and statistics: text rules in JavaScript, SQL over the Parquet files in an independent
 * DuckDB.
 */

import {join} from 'node:path';
import type {DuckDBValue} from '@duckdb/node-api';
import {namesOf} from '../../datasets/codes/bodies.ts';
import {bodiesMatching} from '../../datasets/rules/bodies.ts';
import {withGroupKeys} from './group_keys.ts';
import {type OracleDatabase, oracleDatabase, type Values} from './oracle_database.ts';

/** Text folding, as docs/API.md describes it. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[‘’‚‛‹›ʻʼ]/g, "'")
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/\p{Dash}/gu, '-')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');

const COMPANY =
  /^(inc|incorporated|ltd|limited|ltee|limitee|corp|corporation|co|company|compagnie|cie|llc|plc|ulc|srl)$/;
const OTHER_FORM = /^(llp|lp|senc|sencrl|sa)$/;

/**
 * The vendor key, as docs/DATASETS.md describes it; the corpus has no operating names but with these marks.
 */
export function groupKey(name: string): string {
  const own = folded(name).split(/ \(?(?:o\/a|operating as|dba) /)[0]!;
  const signs = [...own.replace(/\d[-\d]*\d/g, (digits) => digits.replaceAll('-', ''))].filter(
    (sign) => !".'’".includes(sign),
  );
  const words = signs
    .map((sign) => (sign === '&' ? ' and ' : /[\p{L}\p{N}]/u.test(sign) ? sign : ' '))
    .join('')
    .split(' ')
    .filter((word) => word !== '');
  if (words.length > 1 && words[0] === 'the') words.shift();
  if (words.length > 1 && words.at(-1) === 'the') words.pop();
  if (/^\d{4} \d{3,4} (quebec|canada)\b/.test(words.join(' '))) words.splice(0, 2, words[0]! + words[1]!);
  const forms: string[] = [];
  while (words.length > 1 && (COMPANY.test(words.at(-1)!) || OTHER_FORM.test(words.at(-1)!)))
    forms.unshift(words.pop()!);
  const kept = forms.filter((form) => OTHER_FORM.test(form)).slice(0, 1);
  return [...words, ...kept.map((form) => (form === 'sencrl' ? 'llp' : form))].join(' ');
}

export const LISTS = ['contracts', 'disclosures', 'awards', 'tenders'] as const;
export type List = (typeof LISTS)[number];

const RECORD = `record_id, event_type, vendor, department, value, date, description, procurement_method,
  source_dataset, source_url, solicitation_number`;

/** Item fields of the lists. */
export const ITEM: Record<List, string> = {
  contracts: RECORD,
  disclosures: 'record_id, source_dataset, vendor, department, value, date',
  awards: RECORD,
  tenders: `${RECORD}, closing_date`,
};

/**
 * Whether one half of a value is a name of a body that the text finds. The corpus puts nothing in brackets
 * behind names.
 */
export function namesBody(column: string, text: string): string {
  const names = bodiesMatching(text).flatMap((body) => namesOf(body).map(folded));
  const list = ['', ...names].map((name) => `'${name.replaceAll("'", "''")}'`).join(', ');
  return `len(list_filter(string_split(${column}, ' | '), lambda half: half <> '' AND half IN (${list}))) > 0`;
}

/** Filters of the four lists by parameter, over the tables that `openOracle` makes. */
const FILTERS: Record<string, (value: string) => [sql: string, value: DuckDBValue]> = {
  vendor: (text) => ['contains(vendor_folded, $vendor)', folded(text)],
  department: (text) => [
    `(contains(department_folded, $department) OR ${namesBody('department_folded', text)})`,
    folded(text),
  ],
  method: (text) => ['method_folded = $method', folded(text)],
  source: (text) => ['source_folded = $source', folded(text)],
  min_value: (text) => ['value >= CAST($min_value AS DECIMAL(30, 6))', text],
  max_value: (text) => ['value <= CAST($max_value AS DECIMAL(30, 6))', text],
  date_from: (text) => ['date >= CAST($date_from AS DATE)', text],
  date_to: (text) => ['date <= CAST($date_to AS DATE)', text],
};

export type Filters = Record<string, string>;

function filtered(filters: Filters): {where: string; values: Record<string, DuckDBValue>} {
  const parts = Object.entries(filters).map(([name, text]) => ({name, part: FILTERS[name]!(text)}));
  return {
    where: ['true', ...parts.map(({part}) => part[0])].join(' AND '),
    values: Object.fromEntries(parts.map(({name, part}) => [name, part[1]])),
  };
}

export interface ListRequest {
  filters: Filters;
  sort_by?: string;
  sort_order?: string;
  limit: number;
  offset: number;
}

export interface ListResult {
  total: number;
  rows: Values[];
}

const GROUPS: Record<string, string> = {
  department: 'department',
  vendor: '(SELECT name FROM vendors WHERE vendors.key = c.vendor_key_text)',
  year: "strftime(date, '%Y')",
};

const FOLDED: Record<string, string> = {
  vendor: 'vendor_folded',
  department: 'department_folded',
  procurement_method: 'method_folded',
  source_dataset: 'source_folded',
  solicitation_number: 'solicitation_folded',
};

async function fill(db: OracleDatabase, parquet: string): Promise<void> {
  const read = (dataset: string) => `read_parquet('${join(parquet, dataset)}/*.parquet')`;
  const columns = Object.keys(FOLDED);
  const raw = await db.rows(
    ['contracts', 'awards', 'tenders']
      .flatMap((dataset) =>
        columns.map((column) => `SELECT DISTINCT ${column} AS text FROM ${read(dataset)}`),
      )
      .join(' UNION '),
  );
  const texts = raw.map(({text}) => text).filter((text) => typeof text === 'string');
  await db.texts(
    'texts',
    ['text', 'folded', 'key'],
    texts.map((text) => [text, folded(text), groupKey(text)]),
  );
  const look = (column: string, normalised: string, name: string) =>
    `(SELECT ${normalised} FROM texts WHERE texts.text = p.${column}) AS ${name}`;
  for (const dataset of ['contracts', 'awards', 'tenders']) {
    const more = Object.entries(FOLDED).map(([column, name]) => look(column, 'folded', name));
    await db.rows(`CREATE TABLE ${dataset} AS SELECT *, ${more.join(', ')}, ${look('vendor', 'key', 'vendor_key_text')}
      FROM ${read(dataset)} AS p`);
  }
  await db.rows(
    `CREATE VIEW disclosures AS FROM contracts WHERE source_dataset = 'Proactive Disclosure Contracts'`,
  );
  await db.rows(`CREATE TABLE spellings AS
    SELECT vendor_key_text AS key, vendor AS name, vendor_folded AS folded, count(*) AS n, coalesce(sum(value), 0) AS total
    FROM contracts WHERE vendor IS NOT NULL GROUP BY ALL`);
  await db.rows(`ALTER TABLE spellings ADD COLUMN place INTEGER`);
  await db.rows(`UPDATE spellings SET place = ranked.place FROM (
    SELECT name, row_number() OVER (PARTITION BY key ORDER BY n DESC, total DESC, name) AS place FROM spellings
  ) AS ranked WHERE ranked.name = spellings.name`);
  await db.rows(`CREATE TABLE vendors AS
    SELECT names.key, names.name, sum(spellings.total) AS total_value, sum(spellings.n) AS contract_count
    FROM spellings AS names JOIN spellings ON spellings.key = names.key WHERE names.place = 1 GROUP BY ALL`);
  await db.rows(`CREATE TABLE departments AS
    SELECT department AS name, count(*) AS record_count, coalesce(sum(value) FILTER (event_type = 'contract'), 0) AS total_value
    FROM (SELECT department, event_type, value FROM contracts UNION ALL BY NAME
      SELECT department, event_type, value FROM awards UNION ALL BY NAME SELECT department, event_type, value FROM tenders)
    WHERE department IS NOT NULL GROUP BY department`);
}

export type Oracle = Awaited<ReturnType<typeof openOracle>>;

/**
 * Reads the Parquet files of a build folder. Tables: contracts, disclosures, awards, tenders, spellings,
 * vendors, departments.
 */
export async function openOracle(build: string) {
  const db = await oracleDatabase();
  await fill(db, join(build, 'parquet'));
  const counted = async (from: string, values: Record<string, DuckDBValue>) =>
    Number((await db.rows(`SELECT count(*) AS n FROM ${from}`, values))[0]!['n']);
  return {
    rows: db.rows,
    close: db.close,
    async list(
      list: List,
      {filters, sort_by = 'date', sort_order = 'desc', limit, offset}: ListRequest,
    ): Promise<ListResult> {
      const {where, values} = filtered(filters);
      const rows = await db.rows(
        `SELECT ${ITEM[list]} FROM ${list} WHERE ${where}
        ORDER BY ${sort_by} ${sort_order} NULLS LAST, record_id ASC LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
      return {total: await counted(`${list} WHERE ${where}`, values), rows};
    },
    async stats(group_by: string, {filters, limit, offset}: ListRequest): Promise<ListResult> {
      const {where, values} = filtered(filters);
      const groups = `SELECT '${group_by}' AS group_by, group_value, count(*) AS record_count,
        'value' AS sum_field, sum(value) AS sum_value, count(value) AS value_count
        FROM (SELECT coalesce(${GROUPS[group_by]}, 'Unknown') AS group_value, value FROM contracts AS c WHERE ${where})
        GROUP BY group_value`;
      const order =
        group_by === 'year'
          ? `CASE group_value WHEN 'Unknown' THEN 1 ELSE 0 END, group_value DESC`
          : 'sum_value DESC NULLS LAST, record_count DESC, group_value ASC';
      const rows = await db.rows(`${groups} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`, values);
      return {total: await counted(`(${groups})`, values), rows: withGroupKeys(group_by, rows)};
    },
  };
}
