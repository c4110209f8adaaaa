/** Lists of the items of a cell as SQL over a staged relation (alias `s`). */
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Field} from '../../datasets/types.ts';
import {cellOf, foldOf, isOneOf} from './cells.ts';
import {codeTable, rowsByCode} from './codes.ts';
import {withLineFeeds} from './long_text.ts';
import {type FieldParts, unreadable} from './typed_values.ts';

/** Cleaned items of a list without blank ones; an absent list is empty. */
export function listOf(list: string, blank: readonly string[] = [], item = 'x'): string {
  const unwanted = isOneOf('fold(x)', ['', ...blank]);
  return `coalesce(list_filter(list_transform(${list}, x -> clean(${item})), x -> NOT ${unwanted}), [])`;
}

/** The texts of a JSON array; other values are reported as unreadable. */
export function jsonItems(from: string, among: readonly string[] | undefined): FieldParts {
  const cell = cellOf(from);
  const isArray = `CASE WHEN json_valid(${cell}) THEN json_type(${cell}) = 'ARRAY' ELSE false END`;
  const list = listOf(`CASE WHEN ${isArray} THEN json_extract_string(${cell}, '$[*]') END`);
  return {
    value: among ? `list_filter(${list}, x -> ${isOneOf('fold(x)', among)})` : list,
    type: 'VARCHAR[]',
    notes: [unreadable(`${cell} IS NOT NULL AND NOT ${isArray}`, cell)],
  };
}

/** The lines of the first column that has any. */
export function cellLines(from: readonly string[], blank: readonly string[]): string {
  const each = from.map((one) =>
    listOf(`string_split(${withLineFeeds(cellOf(one))}, chr(10))`, blank, "ltrim(clean(x), '*')"),
  );
  return firstNonEmptyList(each);
}

/** The first list that has items. */
export const firstNonEmptyList = (lists: readonly string[]): string =>
  lists.reduceRight((rest, one) => `coalesce(nullif(${one}, []), ${rest})`);

export const listOrText = (list: string, joined: string | undefined): FieldParts =>
  joined === undefined
    ? {value: list, type: 'VARCHAR[]'}
    : {value: `nullif(array_to_string(${list}, ${literal(joined)}), '')`};

/**
 * Codes or names of the texts in a cell. The code table is a single row of maps, so no join by text is
 * needed.
 */
export function namedSql(field: Extract<Field, {op: 'decode'}>, alias: string): FieldParts {
  const parts =
    field.separator === undefined
      ? `[${cellOf(field.from)}]`
      : `string_split(${cellOf(field.from)}, ${literal(field.separator)})`;
  const known = `map_extract_value(${alias}.${field.value}s, fold(x))`;
  const value = field.value === 'code' ? known : `coalesce(${known}, x)`;
  return {
    value: `list_transform(${listOf(parts)}, x -> ${value})`,
    type: 'VARCHAR[]',
    joins: [`LEFT JOIN ${codeTable(field.table)} AS ${alias} ON true`],
  };
}

/** A field of the code-table row whose code is in the cell. Fields with the same lookup share one join. */
export function lookedUpSql(field: Extract<Field, {op: 'lookup'}>): FieldParts {
  const alias = ident(`${field.table} by ${field.from}`);
  const type = field.as === 'number' ? 'DOUBLE' : 'VARCHAR';
  return {
    value: `CAST(${alias}.${ident(field.value)} AS ${type})`,
    type,
    joins: [`LEFT JOIN ${rowsByCode(field.table)} AS ${alias} ON ${alias}._code = ${foldOf(field.from)}`],
  };
}
