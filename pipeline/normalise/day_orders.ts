/**
 * Whether dates like `03/05/2024` have the day or the month first: decided for each file from its own rows.
 */
import type {DuckDBConnection} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';
import type {Field, Layout} from '../../datasets/types.ts';
import {ReadError} from '../read/types.ts';
import {cellOf} from './cells.ts';
import type {Origin} from './origin.ts';

type DateField = Extract<Field, {op: 'date'}>;

/**
 * Days of municipalities may have slashes whatever the usual form: portals write another one in their CSV
 * files.
 */
export const mayHaveSlashes = ({form, plausible}: DateField): boolean =>
  plausible === true || form === 'slashes' || form === 'mixed' || form === 'epoch';

/** Cells in the rarer order are typing errors up to this share, and where there are fewer than so many. */
const [ERRORS, LEAST] = [0.02, 20];

export const CREATE_DAY_ORDERS =
  'CREATE TABLE IF NOT EXISTS day_orders (_file INTEGER PRIMARY KEY, day_first BOOLEAN)';

/** Joins the order of the row's file; null where it makes no difference. */
export const DAY_ORDER_JOIN = 'LEFT JOIN day_orders ON day_orders._file = s._file';

/** Day and month with two digits each. */
const padded = (text: string): string =>
  `regexp_replace(regexp_replace(${text}, '^(\\d)/', '0\\1/'), '^(\\d\\d)/(\\d)/', '\\1/0\\2/')`;

/** A date with slashes, the year last, as ISO; other texts unchanged. */
export const isoOfSlashes = (text: string): string =>
  `regexp_replace(${padded(text)}, '^(\\d{2})/(\\d{2})/(\\d{4})(?: .*)?$',
    CASE WHEN day_orders.day_first THEN '\\3-\\2-\\1' ELSE '\\3-\\1-\\2' END)`;

const dateFields = ({fields}: Layout): DateField[] =>
  Object.values(fields)
    .map((field) => (field.op === 'when' ? field.value : field))
    .filter((field) => field.op === 'date')
    .filter(mayHaveSlashes);

/** A file whose cells do not say which comes first, although it matters. */
export interface Undecided {
  file: number;
  columns: readonly string[];
}

/**
 * Fills `day_orders` for the files of a relation: a number above 12 decides. Returns the files where it
 * matters and none does. Throws ReadError for a file with both orders.
 */
export async function decideDayOrders(
  db: DuckDBConnection,
  from: string,
  layout: Layout,
  origin: Origin | null,
): Promise<Undecided[]> {
  const columns = [...new Set(dateFields(layout).flatMap((field) => field.from))];
  if (!columns.length) return [];
  const part = (group: number) =>
    `TRY_CAST(regexp_extract(cell, '^(\\d{1,2})/(\\d{1,2})/\\d{4}', ${group}) AS INTEGER)`;
  const reader = await db.runAndReadAll(`SELECT _file, CASE WHEN days + months = 0 THEN 'none'
      WHEN days = months OR (least(days, months) >= ${LEAST} AND least(days, months) > ${ERRORS} * (days + months)) THEN 'both'
      WHEN days > months THEN 'day' ELSE 'month' END, differ
    FROM (SELECT _file, count_if(one > 12 AND two <= 12) AS days, count_if(two > 12 AND one <= 12) AS months, bool_or(one <> two) AS differ
      FROM (SELECT _file, ${part(1)} AS one, ${part(2)} AS two
        FROM (SELECT s._file, unnest([${columns.map(cellOf).join(', ')}]) AS cell FROM ${from} AS s)
        WHERE cell LIKE '%/%/____%')
      WHERE one IS NOT NULL GROUP BY _file) ORDER BY _file`);
  const undecided: Undecided[] = [];
  for (const [file, first, differ] of reader.getRows() as [number, string, boolean][]) {
    if (first === 'both' && origin) throw refusal(first, {file, columns}, origin);
    if (first === 'day' || first === 'month') await keepOrder(db, file, first === 'day');
    else if (differ) undecided.push({file, columns});
  }
  return undecided;
}

/**
 * Gives undecided files the order of the other files of their source, else that of the build before. Throws
 * ReadError where neither is known.
 */
export async function settleDayOrders(
  db: DuckDBConnection,
  undecided: readonly Undecided[],
  origin: Origin | null,
): Promise<void> {
  if (!undecided.length || !origin) return;
  const known = (await db.runAndReadAll('SELECT DISTINCT day_first FROM day_orders')).getRows();
  const order = known.length === 1 ? known[0]?.[0] === true : known.length ? null : origin.dayFirst;
  for (const one of undecided) {
    if (order === null) throw refusal('none', one, origin);
    await keepOrder(db, one.file, order);
  }
}

const keepOrder = (db: DuckDBConnection, file: number, order: boolean) =>
  db.run(`INSERT INTO day_orders VALUES (${file}, ${order}) ON CONFLICT DO NOTHING`);

function refusal(order: 'both' | 'none', {file, columns}: Undecided, {slug, files}: Origin): ReadError {
  const names = columns.map((name) => literal(name)).join(', ');
  const problem =
    order === 'both'
      ? `dates in ${names} have the day first in some rows and the month first in others`
      : `dates in ${names} like 03/05/2024 do not show whether the day or the month comes first, nor do other files of the source`;
  const remedy = 'fetch the file again in another form, or declare the form of these dates in the source';
  return new ReadError(slug, files[file]?.name ?? `file ${file + 1}`, problem, remedy);
}
