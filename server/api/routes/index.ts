/** The route table: every operation under `/api/v1`, in the order of the documents. */
import {lookup} from '../../../datasets/lookup.ts';
import {exportRoute, exportRoutes} from './export.ts';
import {grants} from './grants.ts';
import {lobbying} from './lobbying.ts';
import {permits} from './municipal.ts';
import {zoneLists, zones} from './municipal_zone.ts';
import {linkLists, organizations} from './organizations.ts';
import {parliament} from './parliament.ts';
import {procurement} from './procurement.ts';
import {search} from './search.ts';
import type {Route} from './types.ts';
import {usage} from './usage.ts';
import {valuesRoute} from './values.ts';

export const BASE_PATH = '/api/v1';

/** Parameters are looked up by whatever a request names. */
const guarded = <R extends Route>(routes: readonly R[]): R[] =>
  routes.map((route) => ({...route, parameters: lookup(route.parameters)}));

const unplaced: readonly Route[] = guarded([...procurement, ...grants, ...lobbying, ...parliament]);
const placed: readonly Route[] = guarded([...permits, ...zones]);

/** Lists in the order of the exports; some of them have no path of their own. */
const others = {links: guarded(linkLists), organizations: guarded(organizations), zones: guarded(zoneLists)};
const exported: readonly Route[] = [
  ...unplaced,
  ...others.links,
  ...others.organizations,
  ...placed,
  ...others.zones,
];

export const ROUTES: readonly Route[] = [
  ...unplaced,
  ...placed,
  ...guarded(search),
  valuesRoute([...unplaced, ...placed]),
  ...others.organizations,
  usage,
  exportRoute(exported),
];

/** The routes behind the export operation, one per dataset. */
export const EXPORTS = exportRoutes(exported);
