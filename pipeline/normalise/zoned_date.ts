/** Dates of times with and without a zone, as SQL over a staged relation (alias `s`). */
import {cellOf, firstValue} from './cells.ts';
import {dateOf, FIRST_YEAR, type FieldParts, isBlank, LAST_YEAR, unreadable} from './typed_values.ts';

/** Programs write the first representable day for an absent one. */
const NONE = '0001-01-01';

const ZONED =
  "'^(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(?:Z|([+-])([01]\\d):?([0-5]\\d))$'";
const AMERICAN = "'^(\\d{1,2})/(\\d{1,2})/(\\d{4})(?: \\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp][Mm])?)?$'";

/**
 * The day of a time, null and a warning where there is none; `0001-01-01` becomes null without a warning. A
 * time with an offset belongs to the day as written: a sitting that goes on after midnight belongs to the day
 * on which it began. Exact midnight UTC is a day without a time that a program has moved to the evening
 * before: its day is that of UTC. A sitting that decides at exactly that moment cannot be told from it.
 */
export function zonedDate(from: readonly string[]): FieldParts {
  const given = from.map((name) => {
    const text = `clean(${cellOf(name)})`;
    return `CASE WHEN NOT (${isBlank(name)} OR starts_with(${text}, '${NONE}')) THEN ${text} END`;
  });
  const text = firstValue(given);
  const value = named('written', text, zonedOf('written'));
  return {value, type: 'DATE', notes: [unreadable(`${text} IS NOT NULL AND ${value} IS NULL`, text)]};
}

/**
 * `sql` over a name for an expression that it reads many times: written out each time, statements had 600 kB.
 */
const named = (name: string, expression: string, sql: string): string =>
  `list_transform([${expression}], lambda ${name}: ${sql})[1]`;

function zonedOf(text: string): string {
  const zoned = `regexp_extract(${text}, ${ZONED}, ['day', 'time', 'sign', 'hours', 'minutes'])`;
  const minutes = `(CASE zoned.sign WHEN '-' THEN -1 ELSE 1 END)
    * (60 * coalesce(TRY_CAST(zoned.hours AS INTEGER), 0) + coalesce(TRY_CAST(zoned.minutes AS INTEGER), 0))`;
  const local = `TRY_CAST(zoned.day || ' ' || zoned.time AS TIMESTAMP)`;
  const utc = `(${local} - to_minutes(${minutes}))`;
  const day = `CAST(CASE WHEN ${utc} = date_trunc('day', ${utc}) THEN ${utc} ELSE ${local} END AS DATE)`;
  const parts = `regexp_extract(${text}, ${AMERICAN}, ['month', 'day', 'year'])`;
  const american = `TRY_CAST(concat_ws('-', parts.year, lpad(parts.month, 2, '0'), lpad(parts.day, 2, '0')) AS DATE)`;
  const within = (date: string) =>
    `list_filter([${date}], lambda one: year(one) BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR})[1]`;
  return `CASE WHEN regexp_matches(${text}, ${ZONED}) THEN ${named('zoned', zoned, within(day))}
    WHEN regexp_matches(${text}, ${AMERICAN}) THEN ${named('parts', parts, within(american))} ELSE ${dateOf(text)} END`;
}
