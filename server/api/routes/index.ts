/** The route table: every operation under `/api/v1`, in the order of the documents. */
import {exportRoute, exportRoutes} from './export.ts';
import {grants} from './grants.ts';
import {lobbying} from './lobbying.ts';
import {permits} from './municipal.ts';
import {zoneLists, zones} from './municipal_zone.ts';
import {parliament} from './parliament.ts';
import {procurement} from './procurement.ts';
import {search} from './search.ts';
import type {Route} from './types.ts';
import {usage} from './usage.ts';
import {valuesRoute} from './values.ts';

export const BASE_PATH = '/api/v1';

const records: readonly Route[] = [
  ...procurement,
  ...grants,
  ...lobbying,
  ...parliament,
  ...permits,
  ...zones,
];

export const ROUTES: readonly Route[] = [
  ...records,
  ...search,
  valuesRoute(records),
  usage,
  exportRoute([...records, ...zoneLists]),
];

/** The routes behind the export operation, one per dataset. */
export const EXPORTS = exportRoutes([...records, ...zoneLists]);
