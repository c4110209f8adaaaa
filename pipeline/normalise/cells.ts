/** SQL of the cells of a staged relation (alias `s`): cleaned, folded, and null where blank. */
import {ident, literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';

export const cellOf = (name: string): string => `s.${ident(name)}`;
/** The cleaned cell, null where nothing is left. */
export const textOf = (name: string): string => `s.${ident(`${name}#text`)}`;
export const foldOf = (name: string): string => `s.${ident(`${name}#fold`)}`;

/**
 * Dictionary-encoded columns of a relation, with few distinct texts: functions of them cost next to nothing.
 */
export type EncodedColumns = ReadonlySet<string>;

/**
 * A relation with the cleaned and the folded form of the cells that fields read, each computed once. `read`
 * is the SQL over it: forms that it does not name are left out, since DuckDB takes longer to prepare a
 * folding than to drop it.
 */
export function withForms(
  table: string,
  columns: readonly string[],
  coded: EncodedColumns,
  read: string,
): string {
  const forms = columns.flatMap((name) => {
    const how = coded.has(name) ? '_coded' : '';
    const cell = ident(name);
    return [
      ...(read.includes(textOf(name))
        ? [`nullif(clean${how}(${cell}), '') AS ${ident(`${name}#text`)}`]
        : []),
      ...(read.includes(foldOf(name)) ? [`fold${how}(${cell}) AS ${ident(`${name}#fold`)}`] : []),
    ];
  });
  return `(SELECT ${['*', ...forms].join(', ')} FROM ${table}) AS s`;
}

/** A declared JavaScript pattern in RE2 syntax. */
export const re2 = (pattern: RegExp): string =>
  literal((pattern.flags.includes('i') ? '(?i)' : '') + pattern.source);

/** Replacements for the matches of patterns; groups are written `$1`. */
export type Changes = readonly (readonly [RegExp, string])[];

/**
 * Applies the replacements in turn, each to all matches; `finish` makes the end of a text that was changed.
 */
export function replaced(text: string, changes: Changes, finish = (sql: string) => sql): string {
  const changed = changes.reduce((sql, [pattern, by]) => {
    const into = by.replaceAll('\\', '\\\\').replace(/\$(\d)/g, '\\$1');
    return `regexp_replace(${sql}, ${re2(pattern)}, ${literal(into)}, 'g')`;
  }, text);
  // Few texts have anything to replace: one match against all patterns skips the rest.
  const any = changes.map(([{source, flags}]) => `(?${flags.includes('i') ? 'i' : ''}:${source})`).join('|');
  return `CASE WHEN regexp_matches(${text}, ${literal(any)}) THEN ${finish(changed)} ELSE ${text} END`;
}

/** Pattern that matches any of some texts literally. */
export const anyOf = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');

/**
 * True where a folded text is one of the given ones. A single pattern: a long IN list would become a join.
 */
export const isOneOf = (folded: string, texts: readonly string[]): string =>
  `regexp_full_match(${folded}, ${literal(anyOf(texts.map(fold)))})`;

/** Combining marks that one character may carry in a text that is still compared with the blank texts. */
const MARKS = 8;

/**
 * A cleaned text, null where it is one of the blank texts. Longer texts are recognised without folding them:
 * folding never shortens ASCII, and other texts only by their marks.
 */
function nullIfBlank(text: string, blank: readonly string[]): string {
  if (!blank.length) return text;
  const longest = Math.max(...blank.map((one) => Buffer.byteLength(one)));
  return `CASE WHEN strlen(${text}) > ${longest} AND strlen(${text}) = length(${text}) OR length(${text}) > ${MARKS * longest}
    THEN ${text} WHEN NOT ${isOneOf(`fold(${text})`, blank)} THEN ${text} END`;
}

/** A cleaned cell, null where it is empty or one of the blank texts. */
export function cell(coded: EncodedColumns, name: string, blank: readonly string[]): string {
  if (!blank.length || !coded.has(name)) return nullIfBlank(textOf(name), blank);
  return `CASE WHEN NOT ${isOneOf(foldOf(name), blank)} THEN ${textOf(name)} END`;
}

/** The first of some SQL values that is not null. */
export const firstValue = ([first = 'NULL', ...others]: readonly string[]): string =>
  others.length ? `coalesce(${[first, ...others].join(', ')})` : first;

export const firstOf = (coded: EncodedColumns, names: readonly string[], blank: readonly string[]): string =>
  firstValue(names.map((one) => cell(coded, one, blank)));

/** The first cell that says more than what matches of a pattern say. */
export function firstBeside(
  coded: EncodedColumns,
  names: readonly string[],
  blank: readonly string[],
  filler: RegExp,
): string {
  const texts = names.map((name) => {
    const text = cell(coded, name, blank);
    const rest = `regexp_replace(${text}, ${re2(filler)}, '', 'g')`;
    return `CASE WHEN NOT regexp_matches(${text}, ${re2(filler)}) OR trim(${rest}) <> '' THEN ${text} END`;
  });
  return firstValue(texts);
}
