/** Suggestions while a search is typed: labels alone, by the words that the terms begin. */
import {SEARCH} from '../../datasets/global_search.ts';
import type {Table} from '../query/table.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Hits, SearchQuery} from '../types.ts';
import {bestHits, type Found} from './hits.ts';

/** All groups in declared order, including those without a match. */
export const suggest = (
  tableOf: (name: string) => Table,
  {text, limit}: SearchQuery,
  scratch: Scratch,
): Hits[] =>
  Object.entries(SEARCH).map(([group, members]) => {
    let total = 0;
    const all: Found[] = [];
    for (const [dataset, {table: name}] of members.entries()) {
      const table = tableOf(name);
      if (!table.search) throw new Error(`${name} is not covered by the search`);
      const found = table.search.labelWords.find(group, text, limit, scratch);
      total += found.total;
      all.push({table, dataset, closest: found.closest});
    }
    return {group, total, results: bestHits(all, limit, scratch)};
  });
