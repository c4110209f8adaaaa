/** The lifecycle reads all pages of each list. */
import {expect, test} from 'vitest';
import {lifecycle} from '../../../engine/query/lifecycle.ts';
import {linesOf} from '../../../engine/rows/json_lines.ts';
import type {ListQuery, Page, Row} from '../../../engine/types.ts';

const award = (n: number): Row => ({
  record_id: `a_${String(n).padStart(5, '0')}`,
  solicitation_number: 'X-1',
  date: `20${10 + Math.floor(n / 1000)}-01-01`,
  value: 0.1,
});

const idOf = (row: Row) => String(row['record_id']);

/**
 * Lists `awards` by id, which is also their order by date; every page reuses the buffer of the previous one.
 */
function scratchList(awards: readonly Row[]): {queries: ListQuery[]; list: (query: ListQuery) => Page} {
  const scratch = Buffer.alloc(1_000_000);
  const queries: ListQuery[] = [];
  const list = (query: ListQuery): Page => {
    queries.push(query);
    const all = query.dataset === 'awards' ? awards : [];
    const {after} = query;
    const rows = all.filter((row) => !after || idOf(row) > after.id).slice(0, query.limit);
    const {bytes, ends} = linesOf(rows);
    scratch.fill('x');
    bytes.copy(scratch);
    const last = rows.at(-1);
    return {
      total: all.length,
      items: {bytes: scratch, count: rows.length, ends, starts: null},
      last: last ? {key: String(last['date']), id: idOf(last)} : null,
    };
  };
  return {queries, list};
}

test.each([0, 1, 999, 1000, 1001, 2500])('all %i rows are returned', (count) => {
  const awards = Array.from({length: count}, (_, n) => award(n));
  const {list, queries} = scratchList(awards);
  const answer = lifecycle(list, 'x-1');
  expect(answer?.awards ?? []).toEqual(awards);
  expect(answer?.summary['award_value'] ?? 0).toBe(Math.round(count * 10) / 100);
  expect(queries[0]).toEqual({
    dataset: 'tenders',
    where: [{op: 'exact', columns: ['solicitation_number'], value: 'x-1'}],
    sort: 'date',
    order: 'asc',
    limit: 1000,
    offset: 0,
    after: undefined,
  });
});
