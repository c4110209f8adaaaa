/** Days as SQL over a staged relation (alias `s`): ISO dates, other forms of a day, and days that nobody can mean. */
import type {Field} from '../../datasets/types.ts';
import {DATE, dateOf, FIRST_YEAR, type FieldSql, type Kind, LAST_YEAR, typed} from './typed.ts';

/** No register of a town reaches back farther (sources/permits 0.3, rule 4). */
const FIRST_PLAUSIBLE = "DATE '1950-01-01'";
/** The last plausible day of a row: a year after its file was fetched. */
const LATEST = 'CAST(fetched.fetched_on + INTERVAL 1 YEAR AS DATE)';
const FETCHED = 'LEFT JOIN files AS fetched ON fetched._file = s._file';

/** What is said of a day that is not plausible. */
export const IMPLAUSIBLE = 'day before 1950 or more than a year after the fetch, null instead';

/** `2024-03-05`, alone or as the day of a midnight, as Socrata writes days. */
const USUAL = "'(19|20)\\d\\d-\\d\\d-\\d\\d(T00:00:00(\\.0+)?)?'";

/** The day of a cell in one of the forms of a field. */
export function daySql(field: Extract<Field, {op: 'date'}>): FieldSql {
  const since = field.since ?? FIRST_YEAR;
  const parse = (text: string): string => {
    if (field.form === 'compact') return dateOf(dashed(text), since);
    if (field.form === 'slashes') return dateOf(unslashed(text), since);
    // The same column stands as a day with slashes in the CSV files of the portals that write milliseconds elsewhere.
    if (field.form === 'epoch')
      return `coalesce(${dayOfEpoch(text, since)}, ${dateOf(unslashed(text), since)})`;
    if (field.form === 'workbook') return `coalesce(${dayOfWorkbook(text, since)}, ${dateOf(text, since)})`;
    return dateOf(text, since);
  };
  const kind: Kind = {...DATE, usual: USUAL, plain: (cell) => `left(${cell}, 10)`, parse};
  const day = typed(field.from, field.plausible ? kind : {...DATE, parse});
  if (!field.plausible) return day;
  const plausible = `${day.value} BETWEEN ${FIRST_PLAUSIBLE} AND ${LATEST}`;
  return {
    ...day,
    value: `CASE WHEN ${plausible} THEN ${day.value} END`,
    joins: [FETCHED],
    remarks: [{when: `NOT (${plausible})`, text: day.unreadable?.text ?? 'NULL', what: IMPLAUSIBLE}],
  };
}

/** `20240305`, alone or in front of what is no digit, as `2024-03-05`; other texts as they are. */
const dashed = (text: string): string =>
  `regexp_replace(${text}, '^(\\d{4})(\\d{2})(\\d{2})(?:\\D.*)?$', '\\1-\\2-\\3')`;

/** `2024/03/05` and `03/05/2024`, alone or in front of a time, as `2024-03-05`; other texts as they are. */
const unslashed = (text: string): string =>
  [
    ['^(\\d{4})/(\\d{2})/(\\d{2})(?: .*)?$', '\\1-\\2-\\3'],
    ['^(\\d{2})/(\\d{2})/(\\d{4})(?: .*)?$', '\\3-\\1-\\2'],
  ].reduce((sql, [form, iso]) => `regexp_replace(${sql}, '${form}', '${iso}')`, text);

/** Day by its number in a workbook, whose cell lacks the format of a date, and `14-Jan-20`. */
function dayOfWorkbook(text: string, since: number): string {
  const number = `TRY_CAST(regexp_extract(${text}, '^(\\d{5})(?:\\.\\d+)?$', 1) AS INTEGER)`;
  const named = `CAST(try_strptime(${text}, ['%d-%b-%y', '%d-%b-%Y']) AS DATE)`;
  const day = `coalesce(DATE '1899-12-30' + ${number}, ${named})`;
  return `CASE WHEN year(${day}) BETWEEN ${since} AND ${LAST_YEAR} THEN ${day} END`;
}

/** Day in UTC of milliseconds since 1970. */
function dayOfEpoch(text: string, since: number): string {
  const time = `epoch_ms(TRY_CAST(regexp_extract(${text}, '^(-?\\d{1,14})(?:\\.0+)?$', 1) AS BIGINT))`;
  return `CASE WHEN year(${time}) BETWEEN ${since} AND ${LAST_YEAR} THEN CAST(${time} AS DATE) END`;
}
