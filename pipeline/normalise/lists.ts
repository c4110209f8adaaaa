/** Lists of the items of a cell as SQL over a staged relation (alias `s`). */
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Field} from '../../datasets/types.ts';
import {cellOf, foldOf, isOneOf} from './cells.ts';
import {codeTable, rowsByCode} from './codes.ts';
import {withLineFeeds} from './long_text.ts';
import type {FieldSql} from './typed_values.ts';

/** Cleaned items of a list without blank ones; an absent list is empty. */
export function listOf(list: string, item: string, blank: readonly string[]): string {
  const unwanted = isOneOf('fold(x)', ['', ...blank]);
  return `coalesce(list_filter(list_transform(${list}, x -> clean(${item})), x -> NOT ${unwanted}), [])`;
}

/** The texts of a JSON array; other values are reported as unreadable. */
export function jsonItems(from: string, among: readonly string[] | undefined): FieldSql {
  const isArray = `CASE WHEN json_valid(${cellOf(from)}) THEN json_type(${cellOf(from)}) = 'ARRAY' ELSE false END`;
  const each = `CASE WHEN ${isArray} THEN json_extract_string(${cellOf(from)}, '$[*]') END`;
  const list = listOf(each, 'x', []);
  return {
    value: among ? `list_filter(${list}, x -> ${isOneOf('fold(x)', among)})` : list,
    type: 'VARCHAR[]',
    joins: [],
    unreadable: {when: `${cellOf(from)} IS NOT NULL AND NOT ${isArray}`, text: cellOf(from)},
  };
}

/** The lines of the first column that has any. */
export function cellLines(from: readonly string[], blank: readonly string[]): string {
  const each = from.map((one) =>
    listOf(`string_split(${withLineFeeds(cellOf(one))}, chr(10))`, "ltrim(clean(x), '*')", blank),
  );
  return firstNonEmptyList(each);
}

/** The first list that has items. */
export const firstNonEmptyList = (lists: readonly string[]): string =>
  lists.reduceRight((rest, one) => `coalesce(nullif(${one}, []), ${rest})`);

export const listOrText = (list: string, joined: string | undefined): FieldSql =>
  joined === undefined
    ? {value: list, type: 'VARCHAR[]', joins: []}
    : {value: `nullif(array_to_string(${list}, ${literal(joined)}), '')`, type: 'VARCHAR', joins: []};

/**
 * Codes or names of the texts in a cell. The code table is a single row of maps, so no join by text is
 * needed.
 */
export function namedSql(field: Extract<Field, {op: 'decode'}>, alias: string): FieldSql {
  const parts =
    field.separator === undefined
      ? `[${cellOf(field.from)}]`
      : `string_split(${cellOf(field.from)}, ${literal(field.separator)})`;
  const known = `map_extract_value(${alias}.${field.value}s, fold(x))`;
  const value = field.value === 'code' ? known : `coalesce(${known}, x)`;
  return {
    value: `list_transform(${listOf(parts, 'x', [])}, x -> ${value})`,
    type: 'VARCHAR[]',
    joins: [`LEFT JOIN ${codeTable(field.table)} AS ${alias} ON true`],
  };
}

/** A field of the code-table row whose code is in the cell. Fields with the same lookup share one join. */
export function lookedUpSql(field: Extract<Field, {op: 'lookup'}>): FieldSql {
  const alias = ident(`${field.table} by ${field.from}`);
  const type = field.as === 'number' ? 'DOUBLE' : 'VARCHAR';
  return {
    value: `CAST(${alias}.${ident(field.value)} AS ${type})`,
    type,
    joins: [`LEFT JOIN ${rowsByCode(field.table)} AS ${alias} ON ${alias}._code = ${foldOf(field.from)}`],
  };
}
