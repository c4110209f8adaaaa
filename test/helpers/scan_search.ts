/** The search over all datasets of the oracle, by a scan of all rows. */
import {SEARCH} from '../../datasets/global_search.ts';
import {compareText} from '../../datasets/rules/text.ts';
import type {SearchQuery} from '../../engine/types.ts';
import {passes} from './scan_conditions.ts';
import type {ScanRow} from './scan_row.ts';
import {columnOf, type ScanTable, type ScanTables} from './scan_rows.ts';

interface Match {
  table: ScanTable;
  row: ScanRow;
  near: number;
  position: number;
  date: string | null;
}

function nearness(folded: string, text: string): number {
  if (folded === text) return 0;
  if (folded.startsWith(text)) return 1;
  return folded.includes(text) ? 2 : 3;
}

function compare(a: Match, b: Match): number {
  const nulls = Number(a.date === null) - Number(b.date === null);
  const dates = a.date === null || b.date === null ? nulls : compareText(b.date, a.date);
  return a.near - b.near || dates || a.position - b.position || compareText(a.row.id, b.row.id);
}

/** The first matches in order, kept in order as they come; a search that finds thousands shows a few. */
function keepFirst(kept: Match[], match: Match, count: number): void {
  const last = kept.at(-1);
  if (last && kept.length === count && compare(match, last) >= 0) return;
  const at = kept.findIndex((one) => compare(match, one) < 0);
  kept.splice(at < 0 ? kept.length : at, 0, match);
  if (kept.length > count) kept.pop();
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
    let total = 0;
    const first: Match[] = [];
    for (const [position, {table: name}] of members.entries()) {
      const table = tables.get(name)!;
      const {date} = table.declaration.globalSearch!;
      const dates = date === undefined ? null : columnOf(table, 'written', date);
      for (const row of found.get(name)!) {
        if (!row.hit!.groups.includes(group)) continue;
        total++;
        const near = nearness(row.hit!.folded, text);
        keepFirst(first, {table, row, position, near, date: dates?.[row.at] ?? null}, maxResults);
      }
    }
    const results = first.map(({table, row}) => ({
      dataset: table.declaration.name,
      record_id: row.id,
      label: row.hit!.label,
    }));
    return {group, total, results};
  });
  return JSON.stringify(groups);
}
