/** Dates as SQL over a staged relation (alias `s`): ISO dates, other formats, and plausibility. */
import {literal} from '../../datasets/rules/sql.ts';
import type {Field} from '../../datasets/types.ts';
import {cellOf} from './cells.ts';
import {DAY_ORDER_JOIN, isoOfSlashes, mayHaveSlashes} from './day_orders.ts';
import {DATE, dateOf, FIRST_YEAR, type FieldSql, LAST_YEAR, typedSql} from './typed_values.ts';

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
export function dateSql(field: DateField): FieldSql {
  const since = field.since ?? FIRST_YEAR;
  const hasSlashes = mayHaveSlashes(field);
  const parse = (text: string): string => {
    const plain = field.form === 'compact' ? dashed(text) : field.form === 'mixed' ? withoutTime(text) : text;
    const day = dateOf(hasSlashes ? unslashed(plain) : plain, since);
    if (field.form === 'workbook') return `coalesce(${dayOfWorkbook(text, since)}, ${day})`;
    return field.form === 'epoch' ? `coalesce(${dayOfEpoch(text, since, field.zone)}, ${day})` : day;
  };
  const joins = hasSlashes ? [DAY_ORDER_JOIN] : [];
  const day = {...typedSql(field.from, {...DATE, parse}), joins};
  return field.plausible ? plausibleSql(field, day) : day;
}

/** A fast path recognises plausible dates in the usual format; only the other cells are parsed in full. */
function plausibleSql({from, form, zone}: DateField, day: FieldSql): FieldSql {
  const cells = from.map(cellOf);
  const quick = cells.flatMap((cell, at) => {
    const first = cells.slice(0, at).map((other) => `${other} IS NULL`);
    return usual(cell, form, zone).map(({when, value}) => ({when: [...first, when].join(' AND '), value}));
  });
  const given = cells.length === 1 ? cells[0] : `coalesce(${cells.join(', ')})`;
  const plausible = `${day.value} BETWEEN DATE '${FIRST_PLAUSIBLE}' AND fetched.latest`;
  const seen = quick.map(({when, value}) => `WHEN ${when} THEN ${value}`).join(' ');
  return {
    ...day,
    value: `CASE ${seen} WHEN ${given} IS NOT NULL AND ${plausible} THEN ${day.value} END`,
    joins: [LATEST_DAY_JOIN, ...day.joins],
    suspect: `${given} IS NOT NULL AND CASE ${seen} END IS NULL`,
    remarks: [{when: `NOT (${plausible})`, text: day.unreadable?.text ?? 'NULL', reason: IMPLAUSIBLE}],
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
  if (form === 'mixed') return [iso, inText(SLASHED, `replace(${cell}, '/', '-')`)];
  if (form === 'slashes') return [inText(SLASHED, `replace(${cell}, '/', '-')`), iso];
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
  const day = `coalesce(DATE '1899-12-30' + ${number}, ${named})`;
  return `CASE WHEN year(${day}) BETWEEN ${since} AND ${LAST_YEAR} THEN ${day} END`;
}

/** Day of milliseconds since 1970. */
function dayOfEpoch(text: string, since: number, zone: string | undefined): string {
  const number = `TRY_CAST(regexp_extract(${text}, '^(-?\\d{1,14})(?:\\.0+)?$', 1) AS BIGINT)`;
  const day = dayAt(number, zone);
  return `CASE WHEN year(${day}) BETWEEN ${since} AND ${LAST_YEAR} THEN ${day} END`;
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
