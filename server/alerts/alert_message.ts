/** What a message of the queue tells of a saved search. */
import type {DueMail} from '../accounts/mail_queue.ts';
import type {SavedSearch} from '../accounts/searches.ts';
import type {Tables} from '../accounts/tables.ts';
import type {BuildSource} from '../api/context.ts';
import {type Alert, alertOf} from './alert.ts';

export interface ToldAlert {
  search: SavedSearch;
  alert: Alert;
}

export interface AlertSources {
  tables: Pick<Tables, 'searches' | 'searchChanges'>;
  builds: Pick<BuildSource, 'acquire'>;
}

/**
 * Made when it is sent, of the current build. Null where its search is off or gone, or nothing is known of the
 * changes any more. Throws without a build.
 */
export function alertOfMessage(
  {parts}: Pick<DueMail, 'parts'>,
  {tables, builds}: AlertSources,
): ToldAlert | null {
  const search = tables.searches.byId(Number(parts['search']));
  if (search?.state !== 'on') return null;
  const all = tables.searchChanges.between(search.list, Number(parts['after']), Number(parts['up_to']));
  const {engine, release} = builds.acquire();
  try {
    const alert = alertOf(engine, search, all);
    return alert && {search, alert};
  } finally {
    release();
  }
}
