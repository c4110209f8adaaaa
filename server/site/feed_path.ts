/** Addresses of feeds: those of lists with an extension. */
import type {ListRoute} from '../api/routes/types.ts';
import {inLanguage, type Pairs, withQuery} from './paths.ts';
import type {View} from './view/types.ts';

export const EXTENSION = '.atom';

/**
 * Sort key of the feed of a list: the order that the reader chose if it is one by time, else the list's own,
 * else the first by time.
 */
export function sortOf(route: ListRoute, pairs: Pairs): string | null {
  const {feedSorts: sorts} = route;
  const chosen = pairs.find(([name]) => name === 'sort_by')?.[1];
  const own = route.takes['sort_by']?.default;
  return [chosen, own].find((key) => key !== undefined && sorts.includes(key)) ?? sorts[0] ?? null;
}

/** Path of the feed with the filters of a list; null for a list that is no feed. */
export function feedPath({language}: View, route: ListRoute, pairs: Pairs): string | null {
  const sort = sortOf(route, pairs);
  if (sort === null) return null;
  const filters = pairs.filter(([name]) => route.parameters[name]);
  const isDefault = route.takes['sort_by']?.default === sort;
  const query: Pairs = isDefault ? filters : [...filters, ['sort_by', sort]];
  return inLanguage(withQuery(`${route.path}${EXTENSION}`, query), language);
}
