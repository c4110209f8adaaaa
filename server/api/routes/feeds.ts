/** Which lists are feeds, and sorted by what: the rows of a feed come in the order of a date or a time. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Route} from './types.ts';

/** Columns that say when. */
const TIMES: ReadonlySet<string> = new Set(['date', 'timestamp']);

/** Sort keys of a list by a date or a time; none for a list that is no feed, and for all other routes. */
export function feedSorts(route: Route): readonly string[] {
  if (route.kind !== 'list') return [];
  const {columns, sort} = datasetOrEntity(route.dataset);
  return Object.entries(sort.keys).flatMap(([key, column]) =>
    TIMES.has(columns[column]?.type ?? '') ? [key] : [],
  );
}
