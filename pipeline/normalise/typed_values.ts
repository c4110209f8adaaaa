/** Dates, amounts and whole numbers as SQL over a staged relation (alias `s`). */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {cellOf, isOneOf} from './cells.ts';

/** Cells worth a note: the SQL condition and their text. */
interface CellNote {
  when: string;
  text: string;
}

/** Note on a non-blank cell that could not be read. */
export const UNREADABLE = 'cell could not be read, null instead';

export interface FieldSql {
  value: string;
  /** SQL type of the value. */
  type: string;
  /**
   * Condition and text of unreadable non-blank cells; `filled`: of all non-blank ones, where the text alone
   * does not say.
   */
  unreadable?: CellNote & {filled?: string};
  /**
   * Readable cells that are reported all the same, with the reason; `judged`: what they do, where they count
   * as unreadable.
   */
  remarks?: readonly (CellNote & {reason: string; filled?: string; judged?: string})[];
  /** True of every row that may have a note, where that is cheaper than the notes' own conditions. */
  suspect?: string;
  joins: string[];
}

/** Condition of the cells that are not blank, of which some cannot be read. */
export const filledSql = ({filled, text}: {filled?: string; text: string}): string =>
  filled ?? `coalesce(${text}, '') <> ''`;

/** The first cell that is neither blank nor a placeholder, cleaned; computed only where needed. */
function firstNonBlank(names: readonly string[], blank: readonly string[]): string {
  const [only = ''] = names;
  // A placeholder is neither a date nor a number: a single cell need not be compared with them.
  if (names.length === 1 && !blank.length) return `clean(${cellOf(only)})`;
  const given = names.map((one) => `CASE WHEN NOT ${isBlank(one, blank)} THEN clean(${cellOf(one)}) END`);
  return given.length === 1 ? (given[0] ?? '') : `coalesce(${given.join(', ')})`;
}

const isBlank = (name: string, blank: readonly string[]): string =>
  isOneOf(`fold(${cellOf(name)})`, ['', ...PLACEHOLDERS, ...blank]);

const DATE_FORM = "'^(\\d{4}-\\d{2}-\\d{2})(?:[T ].*)?$'";
const INTEGER_FORM = "'^\\d{1,15}(?:\\.0+)?$'";
export const FIRST_YEAR = 1900;
export const LAST_YEAR = 2100;

/**
 * Amount of a text: larger ones than 13 digits hold are no real amounts, and their sums would not be exact.
 */
const moneyOf = (text: string): string =>
  `CAST(TRY_CAST(amount_text(${text}) AS DECIMAL(15, 2)) AS DECIMAL(18, 2))`;

export const dateOf = (text: string, since: number = FIRST_YEAR): string =>
  `CASE WHEN year(TRY_CAST(regexp_extract(${text}, ${DATE_FORM}, 1) AS DATE)) BETWEEN ${since} AND ${LAST_YEAR}
    THEN TRY_CAST(regexp_extract(${text}, ${DATE_FORM}, 1) AS DATE) END`;

const TIME_FORM = "'^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2})(?:\\.\\d+)?Z?$'";

const timeOf = (text: string): string => {
  const time = `(TRY_CAST(regexp_extract(${text}, ${TIME_FORM}, 1) AS TIMESTAMP) AT TIME ZONE 'UTC')`;
  return `CASE WHEN year(${time}) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR} THEN ${time} END`;
};

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
  {type, fastPattern: usual, parse}: ValueType,
  {blank = [], zero}: {blank?: readonly string[]; zero?: 'null' | undefined} = {},
): FieldSql {
  const columns = from.map(cellOf);
  const quick = columns.map((one, at) => {
    const before = columns.slice(0, at).map((other) => `${other} IS NULL AND `);
    const notBlank = blank.length ? ` AND NOT ${isOneOf(one, blank)}` : '';
    return `WHEN ${before.join('')}regexp_full_match(${one}, ${usual})${notBlank} THEN TRY_CAST(${one} AS ${type})`;
  });
  const given = columns.length === 1 ? columns[0] : `coalesce(${columns.join(', ')})`;
  const text = firstNonBlank(from, blank);
  const value = `CASE ${quick.join(' ')} WHEN ${given} IS NOT NULL THEN ${parse(text)} END`;
  const notBlank = from.map((one) => `NOT ${isBlank(one, blank)}`).join(' OR ');
  return {
    value: zero ? `nullif(${value}, 0)` : value,
    type,
    joins: [],
    unreadable: {when: `${given} IS NOT NULL AND ${value} IS NULL AND (${notBlank})`, text},
  };
}
