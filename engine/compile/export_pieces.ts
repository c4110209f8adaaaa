/** Pieces of an export: rows of a range of days each, so that a later build writes only those anew in which a record changed. */
import {directionOf} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {numericVector} from '../sql/vectors.ts';

/** A piece holds at most so many rows, or those of a month. Two of DuckDB's row groups: smaller ones compress less. */
export const MOST_ROWS = 245_760;

/** Months of a century, a decade, a year and a month. */
const SPANS = [1200, 120, 12, 1] as const;
const MONTHS = 12;
/** Years that dates are written with. */
const [FIRST_YEAR, LAST_YEAR] = [1, 9999];

/** Months from, to, counted from year 0; null for rows without a date, which come last. */
export type Months = readonly [from: number, to: number] | null;

export interface Piece {
  months: Months;
  rows: number;
}

/** Rows by month; those without a date under null. */
export type RowsByMonth = ReadonlyMap<number | null, number>;

/** The month of a column of dates. */
export const monthOf = (column: string): string =>
  `CAST(year(${ident(column)}) * ${MONTHS} + month(${ident(column)}) - 1 AS INTEGER)`;

/** The column of dates by which the rows of a dataset are sorted, newest first; null where they are sorted otherwise. */
export function dayColumn(declaration: Dataset | Derived): string | null {
  const {default: key, keys} = declaration.sort;
  const name = keys[key] ?? '';
  const isByDay = declaration.columns[name]?.type === 'date' && directionOf(declaration, key) === 'desc';
  return isByDay ? name : null;
}

/** Counts the rows of a relation by month. */
export async function rowsByMonth(db: CompileDb, name: string, column: string): Promise<RowsByMonth> {
  const rows = new Map<number | null, number>();
  const month = monthOf(column);
  const sql = `SELECT coalesce(${month}, -1), CAST(count(*) AS INTEGER) FROM ${ident(name)} GROUP BY ALL`;
  for await (const chunk of db.stream(sql)) {
    const [months, counts] = [numericVector(chunk, 0), numericVector(chunk, 1)];
    for (let i = 0; i < chunk.rowCount; i++) rows.set(months[i]! < 0 ? null : months[i]!, counts[i]!);
  }
  return rows;
}

/**
 * The pieces of so many rows by month, newest first. Where they begin and end depends on the number of rows in the same century, decade and
 * year alone: a record more changes the others seldom. Null where one piece may hold all, or a date has a year of more than four digits.
 */
export function piecesOf(rows: RowsByMonth, most = MOST_ROWS): Piece[] | null {
  const months = [...rows.keys()].filter((month) => month !== null);
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  if (all <= most) return null;
  if (months.some((month) => month < FIRST_YEAR * MONTHS || month >= (LAST_YEAR + 1) * MONTHS)) return null;
  const pieces: Piece[] = [];
  const split = (own: readonly number[], [span, ...smaller]: readonly number[]) => {
    if (span === undefined) return;
    const groups = Map.groupBy(own, (month) => Math.floor(month / span));
    for (const [at, inSpan] of [...groups].sort(([a], [b]) => b - a)) {
      const count = inSpan.reduce((sum, month) => sum + rows.get(month)!, 0);
      if (count > most && smaller.length > 0) split(inSpan, smaller);
      else pieces.push({months: [at * span, (at + 1) * span], rows: count});
    }
  };
  split(months, SPANS);
  const undated = rows.get(null) ?? 0;
  return undated > 0 ? [...pieces, {months: null, rows: undated}] : pieces;
}

/** The condition that a row belongs to a piece. */
export function conditionOf(months: Months, column: string): string {
  if (!months) return `${ident(column)} IS NULL`;
  const dayOf = (month: number) => {
    const [year, ofYear] = [Math.floor(month / MONTHS), (month % MONTHS) + 1];
    return `DATE '${String(Math.max(year, FIRST_YEAR)).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}-01'`;
  };
  const [from, to] = months;
  // The year after the last one has five digits.
  const end = to >= (LAST_YEAR + 1) * MONTHS ? '' : ` AND ${ident(column)} < ${dayOf(to)}`;
  return `${ident(column)} >= ${dayOf(from)}${end}`;
}

/** Whether a piece holds one of these months. */
export const holdsOneOf = (months: Months, of: ReadonlySet<number | null>): boolean =>
  [...of].some((month) =>
    month === null || months === null ? month === months : month >= months[0] && month < months[1],
  );
