/**
 * Renders values as JSON by SQL, byte for byte as `JSON.stringify` renders those of the reference executor,
 * but for the case of the digits in escapes of control characters (`../rows/escapes.ts`).
 */
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Column, Columns} from '../../datasets/types.ts';

/**
 * Below 2^46 money is printed as its digits; above, doubles are coarser than cents and print as the nearest
 * one.
 */
const EXACT_MONEY = String(2 ** 46);

/**
 * Macros for `jsonValue`. Integers have no decimal point; other doubles are the shortest digits that parse to
 * the same number, which DuckDB prints the same way up to 2^53.
 */
export const JSON_MACROS = [
  `CREATE OR REPLACE MACRO json_of_double(x) AS CASE
    WHEN x = trunc(x) AND abs(x) < 1e18 THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
    WHEN abs(x) >= 1e-6 AND abs(x) < 1e15 THEN CAST(x AS VARCHAR)
    WHEN abs(x) < 1e16 AND abs(x) >= 1e15
    THEN regexp_replace(CAST(x AS VARCHAR), '^(-?\\d)\\.(\\d{15})(\\d+)e\\+15$', '\\1\\2.\\3')
    ELSE error('no JSON form for the number ' || x) END`,
  // Digits of 18 places fit 64 bits, over which DuckDB computes six times as fast.
  `CREATE OR REPLACE MACRO json_of_small_money(x) AS CASE
    WHEN x % 1 = 0 THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
    WHEN x % 0.1 = 0 THEN left(CAST(x AS VARCHAR), -1)
    ELSE CAST(x AS VARCHAR) END`,
  `CREATE OR REPLACE MACRO json_of_money(x) AS CASE
    WHEN x > -${EXACT_MONEY} AND x < ${EXACT_MONEY} THEN json_of_small_money(CAST(x AS DECIMAL(18, 2)))
    ELSE json_of_double(CAST(CAST(x AS VARCHAR) AS DOUBLE)) END`,
] as const;

/**
 * By functions alone, without a CASE: DuckDB computes it once for each different text of a column stored as
 * codes.
 */
const jsonText = (sql: string): string => `CAST(to_json(${sql}) AS VARCHAR)`;

/** SQL of the JSON text of a value; the text `null` for null. */
export function jsonValue(column: Column, sql: string): string {
  return `coalesce(${nullableJson(column, sql)}, 'null')`;
}

/** As `jsonValue`, but SQL null for null. */
function nullableJson({type, fields}: Column, sql: string): string {
  switch (type) {
    case 'text':
      return jsonText(sql);
    case 'money':
      return `json_of_money(CAST(${sql} AS DECIMAL(38, 2)))`;
    case 'number':
      return `json_of_double(${sql})`;
    case 'integer':
    case 'boolean':
      return `CAST(${sql} AS VARCHAR)`;
    case 'date':
      return `strftime(CAST(${sql} AS DATE), '"%Y-%m-%d"')`;
    case 'timestamp':
      // Without a zone: formatting an instant in its zone takes 0.6 instead of 0.2 us.
      return `strftime(make_timestamp(epoch_us(${sql})), '"%Y-%m-%dT%H:%M:%S"')`;
    // Stored as JSON.
    case 'geometry':
      return sql;
    case 'wkb':
      return jsonText(`hex(${sql})`);
    case 'text[]':
      return arrayOf(sql, (item) => `coalesce(${jsonText(item)}, 'null')`);
    case 'rows':
      return arrayOf(sql, (item) => jsonStruct(fields ?? {}, item));
    case 'object':
      return `CASE WHEN ${sql} IS NOT NULL THEN ${jsonStruct(fields ?? {}, sql)} END`;
  }
}

const arrayOf = (sql: string, item: (name: string) => string): string =>
  `'[' || array_to_string(list_transform(${sql}, lambda item: ${item('item')}), ',') || ']'`;

function jsonStruct(fields: Columns, sql: string): string {
  const all = Object.entries(fields).map(([name, column]) => ({name, column, sql: `${sql}.${ident(name)}`}));
  return `concat('{', ${jsonArguments(all).join(', ')}, '}')`;
}

export interface JsonField {
  name: string;
  column: Column;
  sql: string;
}

/**
 * Arguments of one `concat` that gives `"name":value,"name":value` in this order, without braces; never null.
 * One call copies each byte once; a chain of `||` copies all that stands before it again at every step.
 */
export const jsonArguments = (fields: readonly JsonField[]): string[] =>
  fields.flatMap(({name, column, sql}, i) => [
    literal(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`),
    jsonValue(column, sql),
  ]);
