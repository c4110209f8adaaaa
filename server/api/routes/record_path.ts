/** Paths of single records, by route: below `/api/v1` for the API, below a language for the site. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Row} from '../../../engine/types.ts';
import {SINGLES} from './index.ts';
import type {RouteOf} from './types.ts';

/** Records that another one shows: by dataset that whose operation does. A ballot is a part of its division. */
const SHOWN_BY: Readonly<Record<string, string>> = {ballots: 'votes'};

/** The columns of a composite id, in the order of the path; undefined for an id of one column. */
const partsOf = (route: RouteOf<'detail' | 'profile'>): string[] | undefined =>
  route.kind === 'detail' && route.id ? Object.values(route.id).map(({column}) => column) : undefined;

/** Path of one record by its identifiers; null without one or where no operation shows single records. */
export function pathTo(dataset: string, ...ids: (string | null | undefined)[]): string | null {
  const route = SINGLES.get(dataset);
  if (!route || !ids.every(Boolean)) return null;
  let next = 0;
  return route.path.replace(/\{\w+\}/g, () => encodeURIComponent(ids[next++] ?? ''));
}

/** Path of one record, or of that which shows it, by its list item; null where no operation does. */
export function recordPath(dataset: string, row: Row): string | null {
  const shown = SHOWN_BY[dataset] ?? dataset;
  const route = SINGLES.get(shown);
  if (!route) return null;
  const columns = partsOf(route) ?? [idColumn(datasetOrEntity(shown))];
  return pathTo(shown, ...columns.map((column) => String(row[column] ?? '')));
}

/** Path of one record by its whole id, whose parts are joined by `/`. */
export function pathOfId(dataset: string, id: string): string | null {
  const route = SINGLES.get(dataset);
  return route ? pathTo(dataset, ...(partsOf(route) ? id.split('/') : [id])) : null;
}
