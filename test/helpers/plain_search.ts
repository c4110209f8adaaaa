/** The search over all datasets by a plain walk over all rows. */

import {SEARCH} from '../../datasets/global_search.ts';
import {compareText, fold} from '../../datasets/rules/text.ts';
import type {SearchQuery} from '../../engine/types.ts';
import {passes} from './plain_conditions.ts';
import type {PlainRow, PlainTable, PlainTables} from './plain_rows.ts';

interface Found {
  table: PlainTable;
  row: PlainRow;
  near: number;
  place: number;
  date: string | null;
}

function nearness(label: string, text: string): number {
  const folded = fold(label);
  return [folded === text, folded.startsWith(text), folded.includes(text), true].indexOf(true);
}

function compare(a: Found, b: Found): number {
  const nulls = Number(a.date === null) - Number(b.date === null);
  const dates = a.date === null || b.date === null ? nulls : compareText(b.date, a.date);
  return a.near - b.near || dates || a.place - b.place || compareText(a.row.id, b.row.id);
}

/** The answer as JSON. */
export function plainSearch(tables: PlainTables, {text, limit: most}: SearchQuery): string {
  const groups = Object.entries(SEARCH).map(([group, members]) => {
    const found = members.flatMap(({table: of}, place): Found[] => {
      const table = tables.get(of)!;
      const {columns, date} = table.of.globalSearch!;
      return table.rows
        .filter(passes(table, [{op: 'terms', columns, value: text}]))
        .filter((row) => row.found!.groups.includes(group))
        .map((row) => ({
          table,
          row,
          place,
          near: nearness(row.found!.label, text),
          date: date === undefined ? null : (row.written[date] ?? null),
        }));
    });
    const results = found
      .sort(compare)
      .slice(0, most)
      .map(({table, row}) => ({dataset: table.of.name, record_id: row.id, label: row.found!.label}));
    return {group, total: found.length, results};
  });
  return JSON.stringify(groups);
}
