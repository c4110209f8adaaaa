/** Addresses of pages: those of the API below a language, so that a page and its data have the same path and query. */
import {DERIVED, datasetOrEntity, idColumn} from '../../datasets/index.ts';
import type {Row} from '../../engine/types.ts';
import {ROUTES} from '../api/routes/index.ts';
import type {ListRoute, Route} from '../api/routes/types.ts';
import type {Language} from './language.ts';

export type Pairs = readonly (readonly [name: string, value: string])[];

type Single = Extract<Route, {kind: 'detail' | 'profile'}>;

const SINGLES: ReadonlyMap<string, Single> = new Map(
  ROUTES.flatMap((route): [string, Single][] => {
    if (route.kind === 'detail') return [[route.dataset, route]];
    return route.kind === 'profile' ? [[route.entity, route]] : [];
  }),
);

/** Lists by dataset or entity. */
export const LISTS: ReadonlyMap<string, ListRoute> = new Map(
  ROUTES.flatMap((route) => (route.kind === 'list' ? [[route.dataset, route] as const] : [])),
);

/** Statistics by dataset. */
export const STATISTICS: ReadonlyMap<string, Extract<Route, {kind: 'stats'}>> = new Map(
  ROUTES.flatMap((route) => (route.kind === 'stats' ? [[route.dataset, route] as const] : [])),
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

/** Path of the page of one record, by its list item; null where records have no page. */
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

/** Path of the page of one record by its identifiers; null without one or where records have no page. */
export const pathTo = (dataset: string, ...ids: (string | null | undefined)[]): string | null =>
  pathOfSingle(
    dataset,
    ids.map((id) => id ?? ''),
  );

/** Path of the list of a dataset with filters; null without a list, or if a filter is no parameter of it. */
export function listPath(dataset: string, filters: Readonly<Record<string, string>> = {}): string | null {
  const route = LISTS.get(dataset);
  if (!route || Object.keys(filters).some((name) => !route.parameters[name])) return null;
  return withQuery(route.path, Object.entries(filters));
}

/** A path with a query; empty values are left out. */
export function withQuery(path: string, pairs: Pairs): string {
  const query = new URLSearchParams(
    pairs.filter(([, value]) => value !== '').map(([name, value]): [string, string] => [name, value]),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A path in a language. */
export const inLanguage = (path: string, language: Language): string =>
  path === '/' ? `/${language}/` : `/${language}${path}`;

/** Whether a name belongs to an entity with profiles. */
export const isEntity = (name: string): boolean => DERIVED[name] !== undefined;
