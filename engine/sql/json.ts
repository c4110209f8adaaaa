/** Values as JSON text, by SQL: byte for byte what `JSON.stringify` makes of the reference executor's values. */
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Column, Columns} from '../../datasets/types.ts';

/** Control characters whose escapes DuckDB writes with capital digits, JavaScript with small ones. */
const CAPITAL = [0x0b, 0x0e, 0x0f, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f];

const SHORT: Record<number, string> = {8: '\\b', 9: '\\t', 10: '\\n', 12: '\\f', 13: '\\r'};
const escapeOf = (code: number): string => SHORT[code] ?? `\\u${code.toString(16).padStart(4, '0')}`;

/** Every escape of JSON one after the other, the backslash first: right for any text, and slow. */
const patient = Array.from({length: 32}, (_, code) => code).reduce(
  (sql, code) => `replace(${sql}, chr(${code}), ${literal(escapeOf(code))})`,
  `replace(replace(x, '\\', '\\\\'), '"', '\\"')`,
);

/** Money below 2^46 is the text of its digits; above, numbers lie wider than cents, and JavaScript gives the nearest one. */
const EXACT_MONEY = String(2 ** 46);

/**
 * Macros for `jsonValue`. Numbers: no point where nothing stands behind it, and beyond the exact range the shortest
 * digits that name the same number, which DuckDB prints alike up to 2^53.
 */
export const JSON_MACROS = [
  `CREATE OR REPLACE MACRO json_of_text(x) AS CASE
    WHEN regexp_matches(x, '[${CAPITAL.map((code) => `\\x${code.toString(16).padStart(2, '0')}`).join('')}]')
    THEN '"' || ${patient} || '"' ELSE CAST(to_json(x) AS VARCHAR) END`,
  `CREATE OR REPLACE MACRO json_of_double(x) AS CASE
    WHEN x = trunc(x) AND abs(x) < 1e18 THEN CAST(CAST(x AS BIGINT) AS VARCHAR)
    WHEN abs(x) >= 1e-6 AND abs(x) < 1e15 THEN CAST(x AS VARCHAR)
    WHEN abs(x) < 1e16 AND abs(x) >= 1e15
    THEN regexp_replace(CAST(x AS VARCHAR), '^(-?\\d)\\.(\\d{15})(\\d+)e\\+15$', '\\1\\2.\\3')
    ELSE error('no JSON form for the number ' || x) END`,
  `CREATE OR REPLACE MACRO json_of_money(x) AS CASE
    WHEN abs(x) < ${EXACT_MONEY} THEN rtrim(rtrim(CAST(x AS VARCHAR), '0'), '.')
    ELSE json_of_double(CAST(CAST(x AS VARCHAR) AS DOUBLE)) END`,
] as const;

/** SQL of the JSON text of a value; the text `null` for null. */
export function jsonValue(column: Column, sql: string): string {
  return `coalesce(${given(column, sql)}, 'null')`;
}

/** Null for null. */
function given({type, fields}: Column, sql: string): string {
  switch (type) {
    case 'text':
      return `json_of_text(${sql})`;
    case 'money':
      return `json_of_money(CAST(${sql} AS DECIMAL(38, 2)))`;
    case 'number':
      return `json_of_double(${sql})`;
    case 'integer':
    case 'boolean':
      return `CAST(${sql} AS VARCHAR)`;
    case 'date':
      return `'"' || CAST(CAST(${sql} AS DATE) AS VARCHAR) || '"'`;
    case 'timestamp':
      return `strftime(${sql}, '"%Y-%m-%dT%H:%M:%S"')`;
    // JSON already.
    case 'geometry':
      return sql;
    case 'text[]':
      return arrayOf(sql, (item) => `coalesce(json_of_text(${item}), 'null')`);
    case 'rows':
      return arrayOf(sql, (item) => jsonStruct(fields ?? {}, item));
    case 'object':
      return `CASE WHEN ${sql} IS NOT NULL THEN ${jsonStruct(fields ?? {}, sql)} END`;
  }
}

const arrayOf = (sql: string, item: (name: string) => string): string =>
  `'[' || array_to_string(list_transform(${sql}, lambda item: ${item('item')}), ',') || ']'`;

function jsonStruct(fields: Columns, sql: string): string {
  return `'{' || ${jsonFields(
    Object.entries(fields).map(([name, column]) => ({name, column, sql: `${sql}.${ident(name)}`})),
  )} || '}'`;
}

export interface JsonField {
  name: string;
  column: Column;
  sql: string;
}

/** SQL of `"name":value,"name":value` in this order, without braces; never null. */
export function jsonFields(fields: readonly JsonField[]): string {
  return fields
    .map(({name, column, sql}, i) => {
      const label = literal(`${i === 0 ? '' : ','}${JSON.stringify(name)}:`);
      return `${label} || ${jsonValue(column, sql)}`;
    })
    .join(' || ');
}
