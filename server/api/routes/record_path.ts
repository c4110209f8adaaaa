/** Paths of single records, by route: below `/api/v1` for the API, below a language for the site. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Row} from '../../../engine/types.ts';
import {ROUTES} from './index.ts';
import type {Route} from './types.ts';

type Single = Extract<Route, {kind: 'detail' | 'profile'}>;

const SINGLES: ReadonlyMap<string, Single> = new Map(
  ROUTES.flatMap((route): [string, Single][] => {
    if (route.kind === 'detail') return [[route.dataset, route]];
    return route.kind === 'profile' ? [[route.entity, route]] : [];
  }),
);

/** Fills the `{...}` segments of a route's path, in order. */
function fill(path: string, values: readonly string[]): string {
  let next = 0;
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(values[next++] ?? ''));
}

const pathOfSingle = (name: string, values: readonly string[]): string | null => {
  const route = SINGLES.get(name);
  return route && values.every((value) => value !== '') ? fill(route.path, values) : null;
};

/** Path of one record by its list item; null where no operation shows single records. */
export function recordPath(dataset: string, row: Row): string | null {
  const route = SINGLES.get(dataset);
  if (!route) return null;
  const columns =
    route.kind === 'detail' && route.id
      ? Object.values(route.id).map(({column}) => column)
      : [idColumn(datasetOrEntity(dataset))];
  return pathOfSingle(
    dataset,
    columns.map((column) => String(row[column] ?? '')),
  );
}

/** Path of one record by its identifiers; null without one or where no operation shows single records. */
export const pathTo = (dataset: string, ...ids: (string | null | undefined)[]): string | null =>
  pathOfSingle(
    dataset,
    ids.map((id) => id ?? ''),
  );
