/** The oracle of the section Grants and research: SQL over the Parquet files in an independent DuckDB. */

import {join} from 'node:path';
import type {DuckDBValue} from '@duckdb/node-api';
import {withGroupKeys} from './group_keys.ts';
import {type Filters, folded, type ListRequest, type ListResult, namesBody} from './oracle.ts';
import {type OracleDatabase, oracleDatabase} from './oracle_database.ts';
import {oracleRecipients} from './oracle_recipients.ts';

type Filter = (text: string) => [sql: string, value: DuckDBValue][];

interface Shape {
  /** Fields of an item. */
  item: string;
  filters: Record<string, Filter>;
  /** Column by sort key. */
  sort: Record<string, string>;
  sum: string;
  /** SQL of a group's value over the dataset (alias `p`). */
  groups: Record<string, string>;
}

/** Text columns that are compared folded; each gets a column `<name>_compared`. */
const FOLDED: Record<GrantList, string[]> = {
  grants: ['recipient', 'department'],
  research_grants: ['researcher_name', 'institution', 'program_en', 'keywords', 'source', 'province'],
  infrastructure_projects: ['title_en', 'recipient_name', 'location_en', 'program_en', 'status', 'province'],
};

const part =
  (column: string): Filter =>
  (text) => [[`contains(${column}_compared, ?)`, folded(text)]];
const body =
  (column: string): Filter =>
  (text) => [[`(contains(${column}_compared, ?) OR ${namesBody(`${column}_compared`, text)})`, folded(text)]];
const same =
  (column: string): Filter =>
  (text) => [[`${column}_compared = ?`, folded(text)]];
/** Every term in any of the columns: a term has no white space, so that it only matches inside a word. */
const words =
  (...columns: string[]): Filter =>
  (text) =>
    folded(text)
      .split(' ')
      .map((term) => [
        `contains(concat_ws(' ', ${columns.map((name) => `${name}_compared`).join(', ')}), ?)`,
        term,
      ]);
const bound =
  (column: string, sign: '>=' | '<=', type: string): Filter =>
  (text) => [[`${column} ${sign} CAST(? AS ${type})`, text]];
const between = (column: string, type: string, names: [from: string, to: string]) => ({
  [names[0]]: bound(column, '>=', type),
  [names[1]]: bound(column, '<=', type),
});
const amounts = (column: string) => between(column, 'DECIMAL(30, 6)', ['min_value', 'max_value']);

export const GRANT_LISTS = ['grants', 'research_grants', 'infrastructure_projects'] as const;
export type GrantList = (typeof GRANT_LISTS)[number];

export const SHAPES: Record<GrantList, Shape> = {
  grants: {
    item: 'record_id, source_dataset, source_url, recipient, department, value, date, description',
    filters: {
      recipient: part('recipient'),
      department: body('department'),
      ...amounts('value'),
      ...between('date', 'DATE', ['date_from', 'date_to']),
    },
    sort: {date: 'date', value: 'value'},
    sum: 'value',
    groups: {
      department: 'department',
      recipient: '(SELECT name FROM grant_recipients AS r WHERE r.record_id = p.record_id)',
      year: "strftime(date, '%Y')",
    },
  },
  research_grants: {
    item: `record_id, source, researcher_name, institution, province, award_amount, fiscal_year, program_en,
      keywords`,
    filters: {
      q: words('researcher_name', 'institution', 'program_en', 'keywords'),
      source: same('source'),
      researcher_name: part('researcher_name'),
      institution: body('institution'),
      program: part('program_en'),
      province: same('province'),
      fiscal_year: (text) => [['fiscal_year = ?', text.trim()]],
      ...amounts('award_amount'),
    },
    sort: {date: 'fiscal_year', value: 'award_amount'},
    sum: 'award_amount',
    groups: {
      source: 'source',
      institution: 'institution',
      province: 'province',
      fiscal_year: 'fiscal_year',
    },
  },
  infrastructure_projects: {
    item: `record_id, title_en, location_en, program_en, recipient_name, province, federal_contribution,
      approved_date, status`,
    filters: {
      q: words('title_en', 'recipient_name', 'location_en'),
      province: same('province'),
      program: part('program_en'),
      status: same('status'),
      ...amounts('federal_contribution'),
      ...between('approved_date', 'DATE', ['issued_after', 'issued_before']),
    },
    sort: {date: 'approved_date', value: 'federal_contribution'},
    sum: 'federal_contribution',
    groups: {province: 'province', program: 'program_en', status: 'status'},
  },
};

/** Groups that are ordered by their own value. */
const BY_TIME = ['year', 'fiscal_year'];

function where(list: GrantList, filters: Filters): {sql: string; values: Record<string, DuckDBValue>} {
  const parts = Object.entries(filters).flatMap(([name, text]) => SHAPES[list].filters[name]!(text));
  return {
    sql: ['true', ...parts.map(([sql], i) => sql.replace('?', `$p${i}`))].join(' AND '),
    values: Object.fromEntries(parts.map(([, value], i) => [`p${i}`, value])),
  };
}

async function fill(db: OracleDatabase, parquet: string): Promise<void> {
  const read = (list: GrantList) => `read_parquet('${join(parquet, list)}/*.parquet')`;
  const distinct = GRANT_LISTS.flatMap((list) =>
    FOLDED[list].map((column) => `SELECT DISTINCT ${column} AS text FROM ${read(list)}`),
  );
  const texts = (await db.rows(distinct.join(' UNION '))).map(({text}) => text);
  const rows = texts.filter((text) => typeof text === 'string');
  await db.texts(
    'texts',
    ['text', 'folded'],
    rows.map((text) => [text, folded(text)]),
  );
  for (const list of GRANT_LISTS) {
    const more = FOLDED[list].map(
      (name) => `(SELECT folded FROM texts WHERE texts.text = p.${name}) AS ${name}_compared`,
    );
    await db.rows(`CREATE TABLE ${list} AS SELECT *, ${more.join(', ')} FROM ${read(list)} AS p`);
  }
  const grants = await db.rows(
    'SELECT record_id, recipient, recipient_type, recipient_business_number, recipient_province, value FROM grants ORDER BY record_id',
  );
  const links = await db.rows(`FROM read_parquet('${join(parquet, 'organization_links')}/*.parquet')`);
  const recipients = oracleRecipients(grants, links);
  await db.texts(
    'grant_recipients',
    ['record_id', 'name', 'kind', 'key'],
    recipients.flatMap(({records, name, kind, key}) => records.map((id) => [id, name, kind, key])),
  );
  await db.texts(
    'recipient_spellings',
    ['name', 'spelling'],
    recipients.flatMap(({name, spellings}) => spellings.map((spelling) => [name, spelling])),
  );
  await db.rows(`CREATE TABLE recipients AS
    SELECT name, any_value(kind) AS kind, any_value(key) AS key, count(*) AS grant_count, coalesce(sum(value), 0) AS total_value,
      min(date) AS first_grant_date, max(date) AS last_grant_date
    FROM grants JOIN grant_recipients USING (record_id) GROUP BY name`);
}

export type GrantOracle = Awaited<ReturnType<typeof openGrantOracle>>;

/**
 * Reads the Parquet files of a build folder. Tables: the three lists, texts, recipients, their spellings and
 * those of grants.
 */
export async function openGrantOracle(build: string) {
  const db = await oracleDatabase();
  await fill(db, join(build, 'parquet'));
  const counted = async (from: string, values: Record<string, DuckDBValue>) =>
    Number((await db.rows(`SELECT count(*) AS n FROM ${from}`, values))[0]!['n']);
  return {
    rows: db.rows,
    close: db.close,
    async list(
      list: GrantList,
      {filters, sort_by = 'date', sort_order = 'desc', limit, offset}: ListRequest,
    ): Promise<ListResult> {
      const {item, sort} = SHAPES[list];
      const {sql, values} = where(list, filters);
      const rows = await db.rows(
        `SELECT ${item} FROM ${list} WHERE ${sql}
        ORDER BY ${sort[sort_by]} ${sort_order} NULLS LAST, record_id ASC LIMIT ${limit} OFFSET ${offset}`,
        values,
      );
      return {total: await counted(`${list} WHERE ${sql}`, values), rows};
    },
    async stats(
      list: GrantList,
      group_by: string,
      {filters, limit, offset}: ListRequest,
    ): Promise<ListResult> {
      const {sum, groups} = SHAPES[list];
      const {sql, values} = where(list, filters);
      const grouped = `SELECT '${group_by}' AS group_by, group_value, count(*) AS record_count,
        '${sum}' AS sum_field, sum(amount) AS sum_value, count(amount) AS value_count
        FROM (SELECT coalesce(${groups[group_by]}, 'Unknown') AS group_value, ${sum} AS amount FROM ${list} AS p WHERE ${sql})
        GROUP BY group_value`;
      const order = BY_TIME.includes(group_by)
        ? `CASE group_value WHEN 'Unknown' THEN 1 ELSE 0 END, group_value DESC`
        : 'sum_value DESC NULLS LAST, record_count DESC, group_value ASC';
      const rows = await db.rows(`${grouped} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`, values);
      return {total: await counted(`(${grouped})`, values), rows: withGroupKeys(group_by, rows)};
    },
  };
}
