/** Tender, award and contract rows of one solicitation number, from the lists of any executor. */
import {rowsOf} from '../rows/json_lines.ts';
import type {Answer, Lifecycle, ListQuery, Page, Position, Row} from '../types.ts';

/** In the order of a purchase; of rows with equal dates the earlier stage counts as newer. */
const STAGES = ['tenders', 'awards', 'contracts'] as const;

/** Rows per query. */
const PAGE = 1000;

type List = (query: ListQuery) => Answer<Page>;
/** A computation that yields the queries whose pages it needs. */
type Queries<T> = Generator<ListQuery, T, Page>;

/**
 * The rows whose folded solicitation number equals `solicitation` (folded), or null; synchronous if the lists are. Rows
 * are sorted by date ascending, nulls last, then id. `tender` is the newest: the latest date, then the first id.
 */
export const lifecycle = (list: List, solicitation: string): Answer<Lifecycle | null> =>
  run(purchase(solicitation), list);

function* purchase(solicitation: string): Queries<Lifecycle | null> {
  const rows: Record<(typeof STAGES)[number], Row[]> = {tenders: [], awards: [], contracts: []};
  for (const stage of STAGES) rows[stage] = yield* allRows(stage, solicitation);
  const {tenders, awards, contracts} = rows;
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
function* allRows(dataset: string, solicitation: string): Queries<Row[]> {
  const where = [{op: 'exact', columns: ['solicitation_number'], value: solicitation}] as const;
  const rows: Row[] = [];
  let after: Position | undefined;
  for (;;) {
    const page = yield {dataset, where, sort: 'date', order: 'asc', limit: PAGE, offset: 0, after};
    for (const row of rowsOf(page.items)) rows.push(row);
    if (page.items.count < PAGE || !page.last) return rows;
    after = page.last;
  }
}

/** Runs the computation; returns a promise only if one of the lists does. */
function run<T>(work: Queries<T>, list: List): Answer<T> {
  const resume = (from: IteratorResult<ListQuery, T>): Answer<T> => {
    let step = from;
    while (!step.done) {
      const page = list(step.value);
      if (page instanceof Promise) return page.then((result) => resume(work.next(result)));
      step = work.next(page);
    }
    return step.value;
  };
  return resume(work.next());
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
