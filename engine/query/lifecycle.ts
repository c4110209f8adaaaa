/** Tender, award and contract rows of one solicitation number. */
import {rowsOf} from '../rows/json_lines.ts';
import type {Lifecycle, ListQuery, Page, Position, Row} from '../types.ts';

/** In the order of a purchase; of rows with equal dates the earlier stage counts as newer. */
const STAGES = ['tenders', 'awards', 'contracts'] as const;

/** Rows per query. */
const PAGE = 1000;

/**
 * The rows whose folded solicitation number equals `solicitation` (folded), or null. Rows are sorted by date
 * ascending, nulls last, then id. `tender` is the newest: the latest date, then the first id.
 */
export function lifecycle(list: (query: ListQuery) => Page, solicitation: string): Lifecycle | null {
  const [tenders, awards, contracts] = STAGES.map((stage) => allRows(list, stage, solicitation)) as [
    Row[],
    Row[],
    Row[],
  ];
  const all = [...tenders, ...awards, ...contracts];
  const newest = newestOf(all);
  if (!newest) return null;
  const dates = all.flatMap(({date}) => (typeof date === 'string' ? [date] : [])).sort();
  return {
    solicitation_number: String(newest['solicitation_number']),
    tender: newestOf(tenders),
    tenders,
    awards,
    contracts,
    summary: {
      row_count: all.length,
      first_date: dates[0] ?? null,
      last_date: dates.at(-1) ?? null,
      award_value: sumOf(awards),
      contract_value: sumOf(contracts),
    },
  };
}

/** Every row of a stage, page by page. */
function allRows(list: (query: ListQuery) => Page, dataset: string, solicitation: string): Row[] {
  const where = [{op: 'exact', columns: ['solicitation_number'], value: solicitation}] as const;
  const rows: Row[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = list({dataset, where, sort: 'date', order: 'asc', limit: PAGE, offset: 0, after});
    for (const row of rowsOf(page.items)) rows.push(row);
    if (page.items.count < PAGE || !page.last) return rows;
    after = page.last;
  }
}

/** The first row with the latest date; the first row if none has a date. */
function newestOf(rows: readonly Row[]): Row | null {
  const dateOf = ({date}: Row) => (typeof date === 'string' ? date : '');
  return rows.reduce<Row | null>((best, row) => (!best || dateOf(row) > dateOf(best) ? row : best), null);
}

/** Exact sum, by whole cents; nulls add 0. */
function sumOf(rows: readonly Row[]): number {
  const cents = rows.reduce((sum, {value}) => sum + Math.round(Number(value ?? 0) * 100), 0);
  return cents / 100;
}
