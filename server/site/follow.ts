/** Which lists can be followed, and the address that begins it. */
import {DATASETS, isLogged, loggedAs} from '../../datasets/index.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {ACCOUNT_LANGUAGE, ALERTS} from './navigation.ts';
import {type Pairs, withQuery} from './paths.ts';

/** Whether builds tell what changed in the records of a list. */
export function isFollowable({dataset}: Pick<ListRoute, 'dataset'>): boolean {
  const base = DATASETS[loggedAs(dataset)];
  return base !== undefined && isLogged(base);
}

/** The filters among the parameters of a list: what it is without its order and its page. */
export const filtersOf = ({parameters}: Pick<ListRoute, 'parameters'>, pairs: Pairs): Pairs =>
  pairs.filter(([name, value]) => parameters[name] !== undefined && value.trim() !== '');

/** Names of the parameters of the page that begins to follow a list: its path and query, and what it is called. */
export const FOLLOWED = 'list';
export const FOLLOWED_AS = 'name';

/** Address of the page that asks how to be told of a list; null for one that cannot be followed. */
export function followPath(
  route: Pick<ListRoute, 'dataset' | 'path' | 'parameters'>,
  pairs: Pairs,
  name: string,
  language: string,
): string | null {
  if (!isFollowable(route)) return null;
  return withQuery(`${ALERTS}/new`, [
    [FOLLOWED, withQuery(route.path, filtersOf(route, pairs))],
    [FOLLOWED_AS, name],
    [ACCOUNT_LANGUAGE, language],
  ]);
}
