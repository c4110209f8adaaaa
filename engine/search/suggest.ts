/** Suggestions while a search is typed: labels alone, by the words that the terms begin. */
import {SEARCH} from '../../datasets/global_search.ts';
import type {Table} from '../query/table.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Hits, SearchQuery} from '../types.ts';
import {bestHits, type Candidate} from './hits.ts';

/** All groups in declared order, including those without a match. */
export const suggest = (
  tableOf: (name: string) => Table,
  {text, limit}: SearchQuery,
  scratch: Scratch,
): Hits[] =>
  Object.entries(SEARCH).map(([group, members]) => {
    let total = 0;
    const candidates: Candidate[] = [];
    for (const [dataset, {table: name}] of members.entries()) {
      const table = tableOf(name);
      if (!table.search) throw new Error(`${name} is not covered by the search`);
      const found = table.search.labelWords.find(group, text, limit, scratch);
      total += found.total;
      for (const one of found.closest) candidates.push({...one, table, dataset});
    }
    return {group, total, results: bestHits(candidates, limit, scratch)};
  });
