/** The search over all datasets of the oracle, by a scan of all rows. */
import {SEARCH} from '../../datasets/global_search.ts';
import {compareText} from '../../datasets/rules/text.ts';
import type {SearchQuery} from '../../engine/types.ts';
import {passes} from './scan_conditions.ts';
import type {ScanRow, ScanTable, ScanTables} from './scan_rows.ts';

interface Match {
  table: ScanTable;
  row: ScanRow;
  near: number;
  position: number;
  date: string | null;
}

function nearness(folded: string, text: string): number {
  return [folded === text, folded.startsWith(text), folded.includes(text), true].indexOf(true);
}

function compare(a: Match, b: Match): number {
  const nulls = Number(a.date === null) - Number(b.date === null);
  const dates = a.date === null || b.date === null ? nulls : compareText(b.date, a.date);
  return a.near - b.near || dates || a.position - b.position || compareText(a.row.id, b.row.id);
}

/** The rows of every table of the search that hold all words of a text. */
function matchingRows(tables: ScanTables, text: string): Map<string, ScanRow[]> {
  const names = new Set(Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)));
  return new Map(
    [...names].map((name) => {
      const table = tables.get(name)!;
      const {columns} = table.declaration.globalSearch!;
      return [name, table.rows.filter(passes(table, [{op: 'terms', columns, value: text}]))];
    }),
  );
}

/** The answer as JSON. */
export function scanSearch(tables: ScanTables, {text, limit: maxResults}: SearchQuery): string {
  const found = matchingRows(tables, text);
  const groups = Object.entries(SEARCH).map(([group, members]) => {
    const matches = members.flatMap(({table: name}, position): Match[] => {
      const table = tables.get(name)!;
      const {date} = table.declaration.globalSearch!;
      const rows = found.get(name)!.filter((row) => row.hit!.groups.includes(group));
      return rows.map((row) => ({
        table,
        row,
        position,
        near: nearness(row.hit!.folded, text),
        date: date === undefined ? null : (row.written[date] ?? null),
      }));
    });
    const results = matches
      .sort(compare)
      .slice(0, maxResults)
      .map(({table, row}) => ({dataset: table.declaration.name, record_id: row.id, label: row.hit!.label}));
    return {group, total: matches.length, results};
  });
  return JSON.stringify(groups);
}
