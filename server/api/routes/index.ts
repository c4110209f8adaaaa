/** The route table: every operation under `/api/v1`, in the order of the documents. */
import {changesRoutes} from './changes.ts';
import {compileAll} from './compile.ts';
import {exportRoute, exportRoutes, ocdsRoute} from './export.ts';
import {grants} from './grants.ts';
import {lobbying} from './lobbying.ts';
import {permits} from './municipal.ts';
import {zoneLists, zones} from './municipal_zone.ts';
import {linkLists, organizations} from './organizations.ts';
import {parliament} from './parliament.ts';
import {procurement} from './procurement.ts';
import {search} from './search.ts';
import type {ListRoute, Route, RouteOf} from './types.ts';
import {usage} from './usage.ts';
import {valuesRoute} from './values.ts';

export const BASE_PATH = '/api/v1';

const unplaced = compileAll([...procurement, ...grants, ...lobbying, ...parliament]);
const placed = compileAll([...permits, ...zones]);
const entities = compileAll(organizations);

/** Lists in the order of the exports; some of them have no path of their own. */
const exported = [...unplaced, ...compileAll(linkLists), ...entities, ...placed, ...compileAll(zoneLists)];

export const ROUTES: readonly Route[] = [
  ...unplaced,
  ...placed,
  ...compileAll([search, valuesRoute([...unplaced, ...placed])]),
  ...entities,
  ...compileAll(changesRoutes([...unplaced, ...placed])),
  ...compileAll([usage]),
  exportRoute(exported),
  ocdsRoute,
];

/** Lists by dataset or entity. */
export const LISTS: ReadonlyMap<string, ListRoute> = new Map(
  ROUTES.flatMap((route) => (route.kind === 'list' ? [[route.dataset, route] as const] : [])),
);

/** Statistics by dataset. */
export const STATISTICS: ReadonlyMap<string, RouteOf<'stats'>> = new Map(
  ROUTES.flatMap((route) => (route.kind === 'stats' ? [[route.dataset, route] as const] : [])),
);

/** Routes of one record by dataset or entity. */
export const SINGLES: ReadonlyMap<string, RouteOf<'detail' | 'profile'>> = new Map(
  ROUTES.flatMap((route): [string, RouteOf<'detail' | 'profile'>][] => {
    if (route.kind === 'detail') return [[route.dataset, route]];
    return route.kind === 'profile' ? [[route.entity, route]] : [];
  }),
);

/** The routes behind the export operation, one per dataset. */
export const EXPORTS = exportRoutes(exported);
