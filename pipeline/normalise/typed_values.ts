/** Dates, amounts and whole numbers as SQL over a staged relation (alias `s`). */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {cellOf, firstValue, isOneOf} from './cells.ts';

/** Cells of a field that are reported: the SQL condition, their text and the reason. */
export interface CellNote {
  when: string;
  text: string;
  reason: string;
  /** Where they count as unreadable: what they do, and the condition of all cells that are not blank. */
  judged?: {says: string; filled: string};
}

/** Note on a non-blank cell that could not be read. */
export const UNREADABLE = 'cell could not be read, null instead';

/** The note on cells that are not blank and cannot be read. */
export const unreadable = (when: string, text: string, filled = `coalesce(${text}, '') <> ''`): CellNote => ({
  when,
  text,
  reason: UNREADABLE,
  judged: {says: 'cannot be read', filled},
});

export interface FieldSql {
  value: string;
  /** SQL type of the value. */
  type: string;
  joins: readonly string[];
  notes: readonly CellNote[];
  /** True of every row that may have a note, where that is cheaper than the notes' own conditions. */
  suspect?: string;
}

/** What a field function gives: VARCHAR without joins and notes, unless it says otherwise. */
export type FieldParts = Pick<FieldSql, 'value'> & Partial<FieldSql>;

/** True of a cell that is blank, a placeholder or one of some texts. */
export const isBlank = (name: string, blank: readonly string[] = []): string =>
  isOneOf(`fold(${cellOf(name)})`, ['', ...PLACEHOLDERS, ...blank]);

/** WHEN clauses with the values of cells in a usual form; the first cell that is not null counts. */
export const quickly = (
  cells: readonly string[],
  usual: (cell: string) => readonly {when: string; value: string}[],
): string =>
  cells
    .flatMap((cell, at) => {
      const before = cells.slice(0, at).map((other) => `${other} IS NULL AND `);
      return usual(cell).map(({when, value}) => `WHEN ${before.join('')}${when} THEN ${value}`);
    })
    .join(' ');

const DATE_FORM = "'^(\\d{4}-\\d{2}-\\d{2})(?:[T ].*)?$'";
const INTEGER_FORM = "'^\\d{1,15}(?:\\.0+)?$'";
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2100;

/**
 * Amount of a text: larger ones than 13 digits hold are no real amounts, and their sums would not be exact.
 */
const moneyOf = (text: string): string =>
  `CAST(TRY_CAST(amount_text(${text}) AS DECIMAL(15, 2)) AS DECIMAL(18, 2))`;

/** A day or time, null outside of the years that publishers write about. */
export const inYears = (day: string, since = FIRST_YEAR): string =>
  `CASE WHEN year(${day}) BETWEEN ${since} AND ${LAST_YEAR} THEN ${day} END`;

export const dateOf = (text: string, since?: number): string =>
  inYears(`TRY_CAST(regexp_extract(${text}, ${DATE_FORM}, 1) AS DATE)`, since);

const TIME_FORM = "'^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})(?:\\.\\d+)?Z?$'";

const timeOf = (text: string): string =>
  inYears(`(TRY_CAST(regexp_extract(${text}, ${TIME_FORM}, 1) AS TIMESTAMP) AT TIME ZONE 'UTC')`);

const integerOf = (text: string): string =>
  `CASE WHEN regexp_matches(${text}, ${INTEGER_FORM}) THEN TRY_CAST(split_part(${text}, '.', 1) AS BIGINT) END`;

/** A type of value: the pattern of nearly all cells, and the parser of any cell. */
export interface ValueType {
  type: string;
  fastPattern: string;
  parse: (text: string) => string;
}

export const DATE: ValueType = {type: 'DATE', fastPattern: "'(19|20)\\d\\d-\\d\\d-\\d\\d'", parse: dateOf};
export const TIMESTAMP: ValueType = {
  type: 'TIMESTAMP WITH TIME ZONE',
  fastPattern: "'(19|20)\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d'",
  parse: timeOf,
};
export const MONEY: ValueType = {
  type: 'DECIMAL(18,2)',
  fastPattern: "'-?\\d{1,13}(\\.\\d{1,2})?'",
  parse: moneyOf,
};
/** Money where a comma separates thousands, never cents. */
export const GROUPED_MONEY: ValueType = {
  ...MONEY,
  parse: (text) => `CASE WHEN NOT regexp_matches(${text}, ',\\d{1,2}(\\D|$)') THEN ${moneyOf(text)} END`,
};
export const INTEGER: ValueType = {type: 'BIGINT', fastPattern: "'\\d{1,15}'", parse: integerOf};

/**
 * The typed value of the first cell that is neither blank nor one of the `blank` texts; `zero`: 0 becomes
 * null. Only cells in an unusual form are cleaned and parsed in full.
 */
export function typedSql(
  from: readonly string[],
  {type, fastPattern, parse}: ValueType,
  {blank = [], zero}: {blank?: readonly string[]; zero?: 'null' | undefined} = {},
): Pick<FieldSql, 'value' | 'type'> & {notes: [CellNote]} {
  const cells = from.map(cellOf);
  const quick = quickly(cells, (one) => {
    const notBlank = blank.length ? ` AND NOT ${isOneOf(one, blank)}` : '';
    return [
      {when: `regexp_full_match(${one}, ${fastPattern})${notBlank}`, value: `TRY_CAST(${one} AS ${type})`},
    ];
  });
  const given = firstValue(cells);
  // A placeholder is neither a date nor a number: a single cell need not be compared with them.
  const isPlain = from.length === 1 && !blank.length;
  const text = firstValue(
    from.map((one) => {
      const cleaned = `clean(${cellOf(one)})`;
      return isPlain ? cleaned : `CASE WHEN NOT ${isBlank(one, blank)} THEN ${cleaned} END`;
    }),
  );
  const value = `CASE ${quick} WHEN ${given} IS NOT NULL THEN ${parse(text)} END`;
  const notBlank = from.map((one) => `NOT ${isBlank(one, blank)}`).join(' OR ');
  const isUnread = `${given} IS NOT NULL AND ${value} IS NULL AND (${notBlank})`;
  return {value: zero ? `nullif(${value}, 0)` : value, type, notes: [unreadable(isUnread, text)]};
}
