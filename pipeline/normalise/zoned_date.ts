/** Dates of times with and without a zone, as SQL over a staged relation (alias `s`). */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {cellOf, isOneOf} from './cells.ts';
import {dateOf, FIRST_YEAR, type FieldSql, LAST_YEAR} from './typed_values.ts';

/** Programs write the first representable day for an absent one. */
const NONE = '0001-01-01';

const ZONED =
  "'^(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(?:Z|([+-])([01]\\d):?([0-5]\\d))$'";
const AMERICAN = "'^(\\d{1,2})/(\\d{1,2})/(\\d{4})(?: \\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp][Mm])?)?$'";

/**
 * The UTC date of a value with an offset, the date as written of any other; `0001-01-01` becomes null without a note.
 */
export function zonedDate(from: readonly string[]): FieldSql {
  const given = from.map((name) => {
    const text = `clean(${cellOf(name)})`;
    const blank = `${isOneOf(`fold(${cellOf(name)})`, ['', ...PLACEHOLDERS])} OR starts_with(${text}, '${NONE}')`;
    return `CASE WHEN NOT (${blank}) THEN ${text} END`;
  });
  const text = given.length === 1 ? (given[0] ?? '') : `coalesce(${given.join(', ')})`;
  const value = zonedOf(text);
  return {
    value,
    type: 'DATE',
    joins: [],
    unreadable: {when: `${text} IS NOT NULL AND ${value} IS NULL`, text},
  };
}

function zonedOf(text: string): string {
  const zoned = (group: number) => `regexp_extract(${text}, ${ZONED}, ${group})`;
  const minutes = `(CASE ${zoned(3)} WHEN '-' THEN -1 ELSE 1 END)
    * (60 * coalesce(TRY_CAST(${zoned(4)} AS INTEGER), 0) + coalesce(TRY_CAST(${zoned(5)} AS INTEGER), 0))`;
  const utc = `CAST(TRY_CAST(${zoned(1)} || ' ' || ${zoned(2)} AS TIMESTAMP) - to_minutes(${minutes}) AS DATE)`;
  const part = (group: number) => `regexp_extract(${text}, ${AMERICAN}, ${group})`;
  const american = `TRY_CAST(concat_ws('-', ${part(3)}, lpad(${part(1)}, 2, '0'), lpad(${part(2)}, 2, '0')) AS DATE)`;
  const within = (day: string) =>
    `CASE WHEN year(${day}) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR} THEN ${day} END`;
  return `CASE WHEN regexp_matches(${text}, ${ZONED}) THEN ${within(utc)}
    WHEN regexp_matches(${text}, ${AMERICAN}) THEN ${within(american)} ELSE ${dateOf(text)} END`;
}
