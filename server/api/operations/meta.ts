/** What `meta` of some operations says besides the page (specification 6.1, 6.2): a row each, named by the routes. */
import type {Column, Json} from '../../../datasets/types.ts';
import type {BuildInfo} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import {META_COLUMNS, type MetaName} from '../routes/meta.ts';

type Value = (call: Call, info: BuildInfo) => Json;

const own =
  (name: string): Value =>
  (call) => {
    const value = call.own[name];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(',') : (value as Json);
  };

const VALUES: Record<MetaName, Value> = {
  municipality: own('municipality'),
  sort_by: own('sort_by'),
  sort_order: own('sort_order'),
  period: own('period'),
  as_of: (_, {data_as_of}) => data_as_of.slice(0, 10),
  proximity: ({proximity}) => proximity && {...proximity},
};

/** The further members, in the order of the route. */
export function furtherMeta(call: Call, info: BuildInfo): Record<string, Json> {
  const {route} = call;
  const names = 'further' in route && route.further ? route.further : [];
  return Object.fromEntries(names.map((name) => [name, VALUES[name](call, info)]));
}

/** Their columns, for the documents. */
export const furtherColumns = (names: readonly MetaName[]): Record<string, Column> =>
  Object.fromEntries(names.map((name) => [name, META_COLUMNS[name]]));
