/** Dates as SQL over a staged relation (alias `s`): ISO dates, other formats, and plausibility. */

import {literal} from '../../datasets/rules/sql.ts';
import type {Field} from '../../datasets/types.ts';
import {cellOf, firstValue} from './cells.ts';
import {DAY_ORDER_JOIN, isoOfSlashes, mayHaveSlashes} from './day_orders.ts';
import {
  DATE,
  dateOf,
  FIRST_YEAR,
  type FieldParts,
  inYears,
  isBlank,
  LAST_YEAR,
  quickly,
  typedSql,
  unreadable,
} from './typed_values.ts';

/** No municipal register goes back further. */
const FIRST_PLAUSIBLE = '1950-01-01';
/**
 * The last plausible date of a row is a year after its file was fetched; also as text and in milliseconds.
 */
const LATEST_DAY_JOIN = `LEFT JOIN (
    SELECT _file, latest, CAST(latest AS VARCHAR) AS latest_text, epoch_ms(latest) + 86399999 AS latest_ms
    FROM (SELECT _file, CAST(fetched_on + INTERVAL 1 YEAR AS DATE) AS latest FROM files)
  ) AS fetched ON fetched._file = s._file`;

/** Note on an implausible date. */
export const IMPLAUSIBLE = 'day before 1950 or more than a year after the fetch, null instead';

/** `2024-03-05`, alone or with a midnight time, as Socrata writes dates. */
const USUAL = "'(19|20)\\d\\d-\\d\\d-\\d\\d(T00:00:00(\\.0+)?)?'";
const SLASHED = "'(19|20)\\d\\d/\\d\\d/\\d\\d'";

type DateField = Extract<Field, {op: 'date'}>;

/** The date of a cell in the format of a field. */
export function dateSql(field: DateField): FieldParts {
  const since = field.since ?? FIRST_YEAR;
  const hasSlashes = mayHaveSlashes(field);
  const parse = (text: string): string => {
    const plain = field.form === 'compact' ? dashed(text) : field.form === 'mixed' ? withoutTime(text) : text;
    const day = dateOf(hasSlashes ? unslashed(plain) : plain, since);
    if (field.form === 'workbook') return `coalesce(${dayOfWorkbook(text, since)}, ${day})`;
    return field.form === 'epoch' ? `coalesce(${dayOfEpoch(text, since, field.zone)}, ${day})` : day;
  };
  const day = typedSql(field.from, {...DATE, parse});
  if (field.plausible) return plausibleSql(field, day);
  return {...day, joins: hasSlashes ? [DAY_ORDER_JOIN] : []};
}

/** A fast path recognises plausible dates in the usual format; only the other cells are parsed in full. */
function plausibleSql({from, form, zone}: DateField, day: ReturnType<typeof typedSql>): FieldParts {
  const cells = from.map(cellOf);
  const quick = quickly(cells, (cell) => usual(cell, form, zone));
  const given = `${firstValue(cells)} IS NOT NULL`;
  const plausible = `${day.value} BETWEEN DATE '${FIRST_PLAUSIBLE}' AND fetched.latest`;
  const [unread] = day.notes;
  return {
    value: `CASE ${quick} WHEN ${given} AND ${plausible} THEN ${day.value} END`,
    type: day.type,
    joins: [LATEST_DAY_JOIN, DAY_ORDER_JOIN],
    suspect: `${given} AND CASE ${quick} END IS NULL`,
    notes: [unread, {when: `NOT (${plausible})`, text: unread.text, reason: IMPLAUSIBLE}],
  };
}

/** The usual forms of a format: when a cell is a plausible date, and its value. */
function usual(
  cell: string,
  form: DateField['form'],
  zone: string | undefined,
): {when: string; value: string}[] {
  const inText = (pattern: string, text: string) => ({
    when: `regexp_full_match(${cell}, ${pattern}) AND ${text} BETWEEN '${FIRST_PLAUSIBLE}' AND fetched.latest_text`,
    value: `TRY_CAST(${text} AS DATE)`,
  });
  const iso = inText(USUAL, `left(${cell}, 10)`);
  if (form === 'mixed' || form === 'slashes') return [iso, inText(SLASHED, `replace(${cell}, '/', '-')`)];
  if (form !== 'epoch') return [iso];
  const number = `TRY_CAST(${cell} AS BIGINT)`;
  const when = `regexp_full_match(${cell}, '\\d{1,14}') AND ${number} <= fetched.latest_ms`;
  return [{when, value: dayAt(number, zone)}];
}

/** `20240305`, optionally followed by a non-digit, as `2024-03-05`; other texts unchanged. */
const dashed = (text: string): string =>
  `regexp_replace(${text}, '^(\\d{4})(\\d{2})(\\d{2})(?:\\D.*)?$', '\\1-\\2-\\3')`;

/** `20240305` and `20240305170000` as `2024-03-05`; other texts as they are. */
const withoutTime = (text: string): string =>
  `regexp_replace(${text}, '^(\\d{4})(\\d{2})(\\d{2})(?:\\d{6})?$', '\\1-\\2-\\3')`;

/**
 * `2024/03/05`, `03/05/2024`, `3/5/2024` and `05/03/2024`, optionally followed by a time, as `2024-03-05`;
 * other texts unchanged.
 */
const unslashed = (text: string): string =>
  isoOfSlashes(`regexp_replace(${text}, '^(\\d{4})/(\\d{2})/(\\d{2})(?: .*)?$', '\\1-\\2-\\3')`);

/** Spreadsheet day number of a cell without date format, and `14-Jan-20`. */
function dayOfWorkbook(text: string, since: number): string {
  const number = `TRY_CAST(regexp_extract(${text}, '^(\\d{5})(?:\\.\\d+)?$', 1) AS INTEGER)`;
  const named = `CAST(try_strptime(${text}, ['%d-%b-%y', '%d-%b-%Y']) AS DATE)`;
  return inYears(`coalesce(DATE '1899-12-30' + ${number}, ${named})`, since);
}

/** Day of milliseconds since 1970. */
function dayOfEpoch(text: string, since: number, zone: string | undefined): string {
  const number = `TRY_CAST(regexp_extract(${text}, '^(-?\\d{1,14})(?:\\.0+)?$', 1) AS BIGINT)`;
  return inYears(dayAt(number, zone), since);
}

/** Milliseconds of a day. */
const DAY = 86_400_000;

/**
 * Midnight in UTC is a day without a time; any other time is one of the clocks of the zone, where an evening
 * is the next day in UTC already. 23:00 to the second is a midnight that a program has moved by summer time.
 */
function dayAt(number: string, zone: string | undefined): string {
  const utc = `epoch_ms(${number})`;
  if (zone === undefined) return `CAST(${utc} AS DATE)`;
  const local = `timezone(${literal(zone)}, timezone('UTC', ${utc}))`;
  return `CAST(CASE WHEN ${number} % ${DAY} = 0 THEN ${utc}
    WHEN CAST(${local} AS TIME) = TIME '23:00:00' THEN ${local} + INTERVAL 1 HOUR ELSE ${local} END AS DATE)`;
}

/** Programs write the first representable day for an absent one. */
const NONE = '0001-01-01';

const ZONED =
  "'^(\\d{4}-\\d{2}-\\d{2})[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(?:Z|([+-])([01]\\d):?([0-5]\\d))$'";
const AMERICAN = "'^(\\d{1,2})/(\\d{1,2})/(\\d{4})(?: \\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[AaPp][Mm])?)?$'";

/**
 * The day of a time, null and a warning where there is none; `0001-01-01` becomes null without a warning. A
 * time with an offset belongs to the day as written: a sitting that goes on after midnight belongs to the day
 * on which it began. Exact midnight UTC is a day without a time that a program has moved to the evening
 * before: its day is that of UTC. A sitting that decides at exactly that moment would look the same.
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
