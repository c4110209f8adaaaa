/** The search over all datasets. */
import {SEARCH} from '../../datasets/global_search.ts';
import {compareText} from '../../datasets/rules/text.ts';
import {sortKey} from '../query/list.ts';
import {matchingRows} from '../query/plan.ts';
import {requiredTerms} from '../query/predicates.ts';
import type {Table} from '../query/table.ts';
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords} from '../rowset/set_ops.ts';
import {labelsOfRows} from '../text/labels.ts';
import type {Hit, Hits, SearchQuery} from '../types.ts';
import {type ClosestRow, closestLabels} from './closest_labels.ts';

/** A row that may be among the results of a group. */
interface Candidate extends ClosestRow {
  table: Table;
  /** Index of its dataset in the group. */
  dataset: number;
  /** Read on demand. */
  date?: string | null;
}

/** Membership of a dataset in a group. */
interface Member {
  group: string;
  dataset: number;
}

/** The groups of each dataset, which is searched once for all of them. */
function membersByTable(): Map<string, Member[]> {
  const members = new Map<string, Member[]>();
  for (const [group, datasets] of Object.entries(SEARCH)) {
    for (const [dataset, {table}] of datasets.entries()) {
      members.set(table, [...(members.get(table) ?? []), {group, dataset}]);
    }
  }
  return members;
}

const MEMBERS = membersByTable();

/** All groups in declared order, including those without a match. */
export function search(tableOf: (name: string) => Table, query: SearchQuery, scratch: Scratch): Hits[] {
  const terms = requiredTerms(query.text);
  const groups = new Map(
    Object.keys(SEARCH).map((group) => [group, {total: 0, candidates: [] as Candidate[]}]),
  );
  for (const [name, members] of MEMBERS) {
    const table = tableOf(name);
    const matches = rowsWithTerms(table, query.text, terms, scratch);
    for (const {group, dataset} of sizeOf(matches) > 0 ? members : []) {
      const set = membersOfGroup(table, matches, group, scratch);
      const result = groups.get(group)!;
      result.total += sizeOf(set);
      result.candidates.push(...candidatesOf(table, set, dataset, query, scratch));
    }
    scratch.release();
  }
  return [...groups].map(([group, {total, candidates}]) => {
    const best = candidates.sort(compare).slice(0, query.limit);
    const labels = labelsOf(best, scratch);
    scratch.release();
    return {group, total, results: best.map((one, i) => hitOf(one, labels[i]!))};
  });
}

/** The rows in which every term occurs inside a token. */
function rowsWithTerms(table: Table, text: string, terms: readonly string[], scratch: Scratch): RowSet {
  const {search: index, layout, rows} = table;
  if (!index) throw new Error(`${layout.declaration.name} is not covered by the search`);
  if (index.tokens) return index.tokens.rows(terms, rows, scratch);
  return matchingRows(table, [{op: 'terms', columns: layout.search, value: text}], scratch);
}

/** The rows of the set that belong to the group. */
function membersOfGroup({search: index, rows}: Table, set: RowSet, group: string, scratch: Scratch): RowSet {
  const words = index?.members.get(group);
  if (!index || !words) return set;
  index.source.read(words, 0, words.length);
  return intersectWords(set, words, rows, scratch);
}

function candidatesOf(
  table: Table,
  set: RowSet,
  dataset: number,
  {text, limit}: SearchQuery,
  scratch: Scratch,
): Candidate[] {
  if (sizeOf(set) === 0) return [];
  const closest = closestLabels(table, set, Buffer.from(text), limit, scratch);
  return closest.map((one) => ({...one, table, dataset}));
}

/** By closeness, then newest first, then by dataset and id. */
function compare(a: Candidate, b: Candidate): number {
  return (
    a.closeness - b.closeness ||
    compareNewestFirst(dateOf(a), dateOf(b)) ||
    a.dataset - b.dataset ||
    compareText(a.table.ids.text(a.row), b.table.ids.text(b.row))
  );
}

/** The default sort key of datasets with dates, else null. */
function dateOf(one: Candidate): string | null {
  if (one.date === undefined) {
    const {declaration, globalSearch} = one.table.layout;
    one.date = globalSearch?.dated ? sortKey(one.table, declaration.sort.default, one.row) : null;
  }
  return one.date;
}

function compareNewestFirst(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  // Days and fiscal years are ASCII, so that text order is their order.
  return a === b ? 0 : a < b ? 1 : -1;
}

/** The labels of rows, in their order; those of one table are read together. */
function labelsOf(candidates: readonly Candidate[], scratch: Scratch): string[] {
  const byTable = new Map<Table, Map<number, string>>();
  for (const {table} of candidates) {
    if (byTable.has(table)) continue;
    const rows = candidates.filter((one) => one.table === table).map(({row}) => row);
    byTable.set(table, labelsOfRows(table.search!.labels, rows, scratch));
  }
  return candidates.map(({table, row}) => byTable.get(table)!.get(row)!);
}

const hitOf = ({table, row}: Candidate, label: string): Hit => ({
  dataset: table.layout.declaration.name,
  record_id: table.ids.text(row),
  label,
});
