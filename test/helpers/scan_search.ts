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

/** Whether a term begins a word of a folded label: at the beginning or after a blank, or at a letter or digit after anything else. */
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
export function scanSearch(tables: ScanTables, {text, limit: maxResults, prefix}: SearchQuery): string {
  const found = prefix ? suggestedRows(tables, text) : matchingRows(tables, text);
  const groups = Object.entries(SEARCH).map(([group, members]) => {
    const rows = members.flatMap(({table: name}, position): Match[] => {
      const table = tables.get(name)!;
      const {date} = table.declaration.globalSearch!;
      const ofGroup = found.get(name)!.filter((row) => row.hit!.groups.includes(group));
      return ofGroup.map((row) => ({
        table,
        row,
        position,
        near: prefix ? Math.min(2, nearness(row.hit!.folded, text)) : nearness(row.hit!.folded, text),
        date: date === undefined ? null : (row.written[date] ?? null),
      }));
    });
    const matches = prefix ? distinctLabels(rows) : rows;
    const results = matches
      .sort(compare)
      .slice(0, maxResults)
      .map(({table, row}) => ({dataset: table.declaration.name, record_id: row.id, label: row.hit!.label}));
    return {group, total: matches.length, results};
  });
  return JSON.stringify(groups);
}
