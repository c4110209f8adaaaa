/** The search over all datasets. */

import {SEARCH, widerColumns} from '../../datasets/global_search.ts';
import {takeAll} from '../file/far_elements.ts';
import {matchingRows} from '../query/plan.ts';
import type {Table} from '../query/table.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords} from '../rowset/set_ops.ts';
import type {Condition, Hits, SearchQuery} from '../types.ts';
import {closestLabels} from './closest_labels.ts';
import {bestHits, type Found} from './hits.ts';

/** The groups of each dataset, which is searched once for all of them, and its place there. */
const MEMBERS = Map.groupBy(
  Object.entries(SEARCH).flatMap(([group, datasets]) =>
    datasets.map(({table}, dataset) => ({table, group, dataset})),
  ),
  ({table}) => table,
);

/** All groups in declared order, including those without a match. */
export function search(tableOf: (name: string) => Table, query: SearchQuery, scratch: Scratch): Hits[] {
  const groups = new Map(Object.keys(SEARCH).map((group) => [group, groupOf(group)]));
  const steps = [...MEMBERS].map(([name, members]) => () => {
    const table = tableOf(name);
    const matches = matchingRows(table, [conditionOf(table, query)], scratch);
    if (sizeOf(matches) > 0) {
      const closestOf = closestLabels(table, textOf(table, query), query.limit, scratch);
      for (const {group, dataset} of members) {
        const bitmap = table.search!.members.get(group);
        const set = bitmap ? intersectWords(matches, bitmap, table.rows, scratch) : matches;
        const result = groups.get(group)!;
        result.total += sizeOf(set);
        result.totals[dataset] = sizeOf(set);
        if (sizeOf(set) > 0) result.found.push({table, dataset, closest: closestOf(set)});
      }
    }
    scratch.release();
  });
  takeAll(steps);
  return [...groups].map(([group, {total, totals, found}]) => ({
    group,
    total,
    results: bestHits(found, query.limit, scratch),
    ...(query.wider
      ? {datasets: SEARCH[group]!.map(({table}, i) => ({dataset: table, total: totals[i]!}))}
      : {}),
  }));
}

/** What is found of a group so far: all in all, by dataset, and the closest of each. */
const groupOf = (group: string): {total: number; totals: number[]; found: Found[]} => ({
  total: 0,
  totals: SEARCH[group]!.map(() => 0),
  found: [],
});

/** The text that labels are compared with: of bills the number, whose labels begin with it. */
const textOf = ({layout}: Table, {text, bill}: SearchQuery): Buffer =>
  Buffer.from(bill !== undefined && layout.declaration.globalSearch?.bills ? `${bill} ` : text);

/**
 * Every term inside a token of the columns of a table; in the wider search also in its numbers, or the number
 * of a bill.
 */
function conditionOf({layout: {declaration}}: Table, {text, bill, wider}: SearchQuery): Condition {
  const {bills, columns: own} = declaration.globalSearch ?? {};
  if (!own) throw new Error(`${declaration.name} is not covered by the search`);
  const words: Condition = {op: 'terms', columns: wider ? widerColumns(declaration, text) : own, value: text};
  return wider && bill !== undefined && bills !== undefined
    ? {...words, or: [{op: 'exact', columns: [bills], value: bill}]}
    : words;
}
