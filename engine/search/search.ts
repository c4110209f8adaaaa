/** The search over all datasets. */
import {SEARCH} from '../../datasets/global_search.ts';
import {matchingRows} from '../query/plan.ts';
import {requiredTerms} from '../query/predicates.ts';
import type {Table} from '../query/table.ts';
import {type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords} from '../rowset/set_ops.ts';
import type {Hits, SearchQuery} from '../types.ts';
import {closestLabels} from './closest_labels.ts';
import {bestHits, type Found} from './hits.ts';

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
  const text = Buffer.from(query.text);
  const groups = new Map(Object.keys(SEARCH).map((group) => [group, {total: 0, found: [] as Found[]}]));
  for (const [name, members] of MEMBERS) {
    const table = tableOf(name);
    const matches = rowsWithTerms(table, query.text, terms, scratch);
    if (sizeOf(matches) > 0) {
      const closestOf = closestLabels(table, text, query.limit, scratch);
      for (const {group, dataset} of members) {
        const set = membersOfGroup(table, matches, group, scratch);
        const result = groups.get(group)!;
        result.total += sizeOf(set);
        if (sizeOf(set) > 0) result.found.push({table, dataset, closest: closestOf(set)});
      }
    }
    scratch.release();
  }
  return [...groups].map(([group, {total, found}]) => ({
    group,
    total,
    results: bestHits(found, query.limit, scratch),
  }));
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
