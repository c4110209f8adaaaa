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
function matchingRows(tables: ScanTables, {text, wider, bill}: SearchQuery): Map<string, ScanRow[]> {
  const names = new Set(Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)));
  return new Map(
    [...names].map((name) => {
      const table = tables.get(name)!;
      const {search = [], globalSearch} = table.declaration;
      const {columns: own, bills} = globalSearch!;
      // Numbers are words of `q` that the search has not.
      const isWider = wider && /[0-9]/.test(text) && own.every((one) => search.includes(one));
      const holds = passes(table, [{op: 'terms', columns: isWider ? search : own, value: text}]);
      const isBill = (row: ScanRow): boolean =>
        bill !== undefined && bills !== undefined && row.folded[bills]!.includes(bill);
      return [name, table.rows.filter((row) => holds(row) || isBill(row))];
    }),
  );
}

/**
 * Whether a term begins a word of a folded label: at the beginning or after a blank, or at a letter or digit
 * after anything else.
 */
function beginsWord(label: string, term: string): boolean {
  for (let at = label.indexOf(term); at >= 0; at = label.indexOf(term, at + 1)) {
    const before = [...label.slice(0, at)].at(-1) ?? ' ';
    if (before === ' ' || (isWordCharacter([...term][0]!) && !isWordCharacter(before))) return true;
  }
  return false;
}

const isWordCharacter = (character: string): boolean => /^[\p{L}\p{N}]$/u.test(character);

/** The rows of every table of the search in whose labels every term begins a word. */
function suggestedRows(tables: ScanTables, text: string): Map<string, ScanRow[]> {
  const names = new Set(Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)));
  const begins = (label: string): boolean => text.split(' ').every((term) => beginsWord(label, term));
  return new Map(
    [...names].map((name) => [name, tables.get(name)!.rows.filter(({hit}) => begins(hit!.folded))]),
  );
}

/** The first of the matches of a table with the same label. */
function distinctLabels(matches: Match[]): Match[] {
  const seen = new Set<string>();
  return matches.sort(compare).filter(({table, row}) => {
    const key = `${table.declaration.name} ${row.hit!.folded}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The answer as JSON. */
export function scanSearch(tables: ScanTables, query: SearchQuery): string {
  const {text, limit: maxResults, prefix, wider, bill} = query;
  const found = prefix ? suggestedRows(tables, text) : matchingRows(tables, query);
  const groups = Object.entries(SEARCH).map(([group, members]) => {
    let total = 0;
    let first: Match[] = [];
    const totals = members.map(({table}) => ({dataset: table, total: 0}));
    for (const [position, {table: name}] of members.entries()) {
      const table = tables.get(name)!;
      const {date, bills} = table.declaration.globalSearch!;
      const sought = bill !== undefined && bills ? `${bill} ` : text;
      const dates = date === undefined ? null : columnOf(table, 'written', date);
      for (const row of found.get(name)!) {
        if (!row.hit!.groups.includes(group)) continue;
        total++;
        totals[position]!.total++;
        const order = nearness(row.hit!.folded, sought);
        const near = prefix ? Math.min(2, order) : order;
        const match = {table, row, position, near, date: dates?.[row.at] ?? null};
        if (prefix) first.push(match);
        else keepFirst(first, match, maxResults);
      }
    }
    if (prefix) {
      first = distinctLabels(first);
      total = first.length;
    }
    const results = first.slice(0, maxResults).map(({table, row}) => ({
      dataset: table.declaration.name,
      record_id: row.id,
      label: row.hit!.label,
    }));
    return {group, total, results, ...(wider ? {datasets: totals} : {})};
  });
  return JSON.stringify(groups);
}
