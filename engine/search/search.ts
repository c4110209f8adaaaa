/** The search over all datasets (specification 7.1). */

import {SEARCH} from '../../datasets/global_search.ts';
import {compareText} from '../../datasets/rules/text.ts';
import {sortKey} from '../query/list.ts';
import {matchingRows} from '../query/plan.ts';
import {requiredTerms} from '../query/predicates.ts';
import type {Table} from '../query/table.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersection} from '../rowset/set_ops.ts';
import type {Hit, Hits, SearchQuery} from '../types.ts';
import {type ClosestRow, closestLabels} from './closest_labels.ts';

/** One row that may be among the results of a group. */
interface Candidate extends ClosestRow {
  table: Table;
  /** Number of its dataset in the group. */
  place: number;
  /** Worked out where it decides. */
  date?: string | null;
}

/** A dataset in one of the groups. */
interface Member {
  group: string;
  place: number;
}

/** The groups in which each dataset counts: its rows are looked for once. */
function membersByTable(): Map<string, Member[]> {
  const members = new Map<string, Member[]>();
  for (const [group, all] of Object.entries(SEARCH)) {
    for (const [place, {of}] of all.entries()) {
      members.set(of, [...(members.get(of) ?? []), {group, place}]);
    }
  }
  return members;
}

const MEMBERS = membersByTable();

/** All groups in order, those without a match included. */
export function search(
  tableOf: (name: string) => Table,
  {text, most}: SearchQuery,
  scratch: Scratch,
): Hits[] {
  const terms = requiredTerms(text);
  const groups = new Map(Object.keys(SEARCH).map((group) => [group, {total: 0, found: [] as Candidate[]}]));
  for (const [name, members] of MEMBERS) {
    const table = tableOf(name);
    const all = rowsWith(table, text, terms, scratch);
    for (const {group, place} of sizeOf(all) > 0 ? members : []) {
      const set = only(table, all, group, scratch);
      const known = groups.get(group)!;
      known.total += sizeOf(set);
      known.found.push(...candidates(table, set, place, {text, most}, scratch));
    }
    scratch.release();
  }
  return [...groups].map(([group, {total, found}]) => {
    const best = found.sort(compare).slice(0, most);
    const labels = labelsOf(best, scratch);
    scratch.release();
    return {group, total, results: best.map((one, i) => hitOf(one, labels[i]!))};
  });
}

/** The rows that have a word with each of the terms. */
function rowsWith(table: Table, text: string, terms: readonly string[], scratch: Scratch): RowSet {
  const {search: found, layout: plan, rows} = table;
  if (!found) throw new Error(`${plan.of.name} is not found by the search`);
  if (found.tokens) return found.tokens.rows(terms, rows, scratch);
  return matchingRows(table, [{op: 'terms', columns: plan.search, value: text}], scratch);
}

/** Those of the set that count in the group. */
function only({search: found}: Table, set: RowSet, group: string, scratch: Scratch): RowSet {
  const stored = found?.members.get(group);
  if (!stored) return set;
  const words = scratch.u32(stored.length);
  stored.read(0, stored.length, words);
  return intersection(
    set,
    {kind: 'bitmap', bitmap: new Bitmap(words, true), count: Number.POSITIVE_INFINITY},
    scratch,
  );
}

function candidates(
  table: Table,
  set: RowSet,
  place: number,
  {text, most}: SearchQuery,
  scratch: Scratch,
): Candidate[] {
  if (sizeOf(set) === 0) return [];
  const near = closestLabels(table, set, Buffer.from(text), most, scratch);
  return near.map((one) => ({...one, table, place}));
}

/** By nearness, then newest first, then by dataset and id. */
function compare(a: Candidate, b: Candidate): number {
  return (
    a.closeness - b.closeness ||
    newestFirst(dateOf(a), dateOf(b)) ||
    a.place - b.place ||
    compareText(a.table.ids.text(a.rank), b.table.ids.text(b.rank))
  );
}

/** The text that newer results are told by; null for none. */
function dateOf(one: Candidate): string | null {
  if (one.date === undefined) {
    const {of, globalSearch: found} = one.table.layout;
    one.date = found?.dated ? sortKey(one.table, of.sort.default, one.rank) : null;
  }
  return one.date;
}

function newestFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  // Days and fiscal years: plain characters, whose order is that of the texts.
  return a === b ? 0 : a < b ? 1 : -1;
}

/** The labels of some rows in their order; those of a table are read together. */
function labelsOf(rows: readonly Candidate[], scratch: Scratch): string[] {
  const byTable = new Map<Table, Map<number, string>>();
  for (const {table} of rows) {
    if (byTable.has(table)) continue;
    const ranks = rows.filter((one) => one.table === table).map(({rank}) => rank);
    byTable.set(table, table.search!.labels.of(ranks, scratch));
  }
  return rows.map(({table, rank}) => byTable.get(table)!.get(rank)!);
}

const hitOf = ({table, rank}: Candidate, label: string): Hit => ({
  dataset: table.layout.of.name,
  record_id: table.ids.text(rank),
  label,
});
