/** Field functions that make texts, codes and years, as SQL over a staged relation (alias `s`). */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {SESSION_STARTS} from '../../datasets/codes/sessions.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {CodeTable, Field} from '../../datasets/types.ts';
import {
  cell,
  cellOf,
  type EncodedColumns,
  firstOf,
  firstValue,
  foldOf,
  isOneOf,
  re2,
  textOf,
} from './cells.ts';
import {firstMeanings} from './codes.ts';
import {dateOf, FIRST_YEAR, type FieldParts, LAST_YEAR, unreadable} from './typed_values.ts';

/** Joins the texts that are not blank; equal texts appear once unless the separator is a blank. */
export function joinNonBlankSql(texts: readonly string[], separator = ' '): string {
  const parts = texts.map((text, at) => {
    const before = separator === ' ' ? [] : texts.slice(0, at);
    const isNew = before.map((other) => `${text} IS DISTINCT FROM ${other}`);
    return isNew.length ? `CASE WHEN ${isNew.join(' AND ')} THEN ${text} END` : text;
  });
  return `nullif(concat_ws(${literal(separator)}, ${parts.join(', ')}), '')`;
}

/** The latest session that started by an ISO date; null before the first session. */
export function sessionSql(day: string): string {
  const cases = SESSION_STARTS.map(([id, from]) => `WHEN ${day} >= ${literal(from)} THEN ${literal(id)}`);
  return `CASE ${cases.reverse().join(' ')} END`;
}

/**
 * Uses a map instead of a join: a dozen joins in one statement would take more memory than the rows
 * themselves.
 */
export function codeSql(coded: EncodedColumns, from: readonly string[], table: CodeTable): FieldParts {
  const key = firstValue(from.map((one) => `nullif(${foldOf(one)}, '')`));
  const meanings = Object.entries(table.values).flatMap(([value, others]) =>
    [value, ...others].map((text): [string, string] => [text, value]),
  );
  const pairs = [...firstMeanings(meanings)].map(([text, value]) => `${literal(text)}: ${literal(value)}`);
  const beginnings = Object.entries(table.prefixes ?? {}).flatMap(([value, starts]) =>
    starts.map((start) => `WHEN starts_with(${key}, ${literal(fold(start))}) THEN ${literal(value)}`),
  );
  const exact = `map_extract_value(MAP {${pairs.join(', ')}}, ${key})`;
  const known = beginnings.length ? `coalesce(${exact}, CASE ${beginnings.join(' ')} END)` : exact;
  if (table.unknown === 'keep') return {value: `coalesce(${known}, ${firstOf(coded, from, table.ignored)})`};
  if (table.unknown !== 'report') return {value: known};
  const text = firstValue(from.map((one) => `CASE WHEN ${foldOf(one)} <> '' THEN ${cellOf(one)} END`));
  const notIgnored = `NOT ${isOneOf(key, ['', ...table.ignored])}`;
  return {value: known, notes: [unreadable(`${notIgnored} AND ${known} IS NULL`, text)]};
}

export const bilingual = (en: string, fr: string): string =>
  `CASE WHEN ${en} IS NULL OR ${en} = ${fr} THEN ${fr} WHEN ${fr} IS NULL THEN ${en} ELSE ${en} || ' | ' || ${fr} END`;

/** Splits a cell at its first bar; a blank half is null. */
export function bilingualCell(from: string, blank: readonly string[]): string {
  const text = textOf(from);
  const bar = `strpos(${text}, '|')`;
  const half = (sql: string) => {
    const trimmed = `nullif(trim(${sql}), '')`;
    return blank.length ? `CASE WHEN NOT ${isOneOf(`fold(${sql})`, blank)} THEN ${trimmed} END` : trimmed;
  };
  const en = half(`CASE WHEN ${bar} > 0 THEN left(${text}, ${bar} - 1) ELSE ${text} END`);
  const fr = half(`CASE WHEN ${bar} > 0 THEN substr(${text}, ${bar} + 1) END`);
  return bilingual(en, fr);
}

const FISCAL_YEAR_FORM = "'^(\\d{4})(?: ?[-/–] ?(\\d{2}|\\d{4}))?$'";

/** `1998`, `1998-99` or `1998-1999` as `1998-99`; a second year that is not the next one is unreadable. */
export function fiscalYearSql(text: string): string {
  const first = `TRY_CAST(regexp_extract(${text}, ${FISCAL_YEAR_FORM}, 1) AS INTEGER)`;
  const second = `regexp_extract(${text}, ${FISCAL_YEAR_FORM}, 2)`;
  const ending = `lpad(CAST((${first} + 1) % 100 AS VARCHAR), 2, '0')`;
  return `CASE WHEN ${first} BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}
    AND (${second} = '' OR ${second} = ${ending} OR ${second} = CAST(${first} + 1 AS VARCHAR))
    THEN ${first} || '-' || ${ending} END`;
}

/** Unreadable dates count as absent; the date columns carry the notes. */
export function progressSql(
  coded: EncodedColumns,
  field: Extract<Field, {op: 'progress'}>,
  alias: string,
): FieldParts {
  const [start, end] = [field.start, field.end].map((from) => dateOf(firstOf(coded, from, PLACEHOLDERS)));
  const today = `${alias}.fetched_on`;
  const derived = `CASE WHEN ${end} < ${today} THEN 'Completed' WHEN ${start} <= ${today} THEN 'In Progress'
    WHEN ${start} IS NOT NULL OR ${end} IS NOT NULL THEN 'Not Started' END`;
  const published = field.published ? cell(coded, field.published, PLACEHOLDERS) : 'NULL::VARCHAR';
  const joins = [`LEFT JOIN files AS ${alias} ON ${alias}._file = s._file`];
  return {value: `coalesce(${published}, ${derived})`, joins};
}

/** Some publishers append an abbreviation in brackets: `Department of Transport (TC)`. */
const withoutAbbreviation = (text: string): string =>
  `fold(regexp_replace(${text}, '\\s*\\([^()]*\\)\\s*$', ''))`;

export function departmentSql(
  coded: EncodedColumns,
  field: Extract<Field, {op: 'department'}>,
  alias: string,
): FieldParts {
  const halves = field.both
    ? [1, 2].map((n) => `nullif(trim(split_part(${textOf(field.both ?? '')}, '|', ${n})), '')`)
    : [field.en, field.fr].map((name) => (name ? cell(coded, name, PLACEHOLDERS) : 'NULL::VARCHAR'));
  const [en, fr] = [halves[0] ?? 'NULL::VARCHAR', halves[1] ?? 'NULL::VARCHAR'];
  const joins = [
    `LEFT JOIN departments AS ${alias}e ON ${alias}e.spelling = ${withoutAbbreviation(en)}`,
    `LEFT JOIN departments AS ${alias}f ON ${alias}f.spelling = ${withoutAbbreviation(fr)}`,
  ];
  const known = [`${alias}e.title`, `${alias}f.title`];
  if (field.code) {
    joins.push(`LEFT JOIN institutions AS ${alias}c ON ${alias}c.code = ${foldOf(field.code)}`);
    known.unshift(`${alias}c.title`);
  }
  return {value: `coalesce(${known.join(', ')}, ${bilingual(en, fr)})`, joins};
}

export function addressSql(field: Extract<Field, {op: 'address'}>): string {
  const encoded = (name: string) => {
    const text = field.without
      ? `regexp_replace(${textOf(name)}, ${re2(field.without)}, '', 'g')`
      : textOf(name);
    return `encode_uri_component(${field.case === 'lower' ? `lower(${text})` : text})`;
  };
  // Texts and the names of columns by turns.
  const pieces = field.template.split(/\{([^}]+)\}/);
  const whole = pieces.map((piece, at) => (at % 2 ? encoded(piece) : literal(piece))).join(' || ');
  const when = field.when
    ? `regexp_matches(${textOf(field.when.column)}, ${re2(field.when.pattern)})`
    : 'true';
  return `coalesce(CASE WHEN ${when} THEN ${whole} END, ${literal(field.otherwise)})`;
}
