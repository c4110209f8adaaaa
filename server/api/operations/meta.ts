/** Extra members of `meta` that some routes declare. */
import type {Column, Json} from '../../../datasets/types.ts';
import type {BuildInfo} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import {META_COLUMNS, type MetaName} from '../routes/meta.ts';

type Value = (call: Call, info: BuildInfo) => Json;

const parameterValue =
  (name: string): Value =>
  (call) => {
    const value = call.values[name];
    if (value === undefined) return null;
    return Array.isArray(value) ? value.join(',') : (value as Json);
  };

const VALUES: Record<MetaName, Value> = {
  municipality: parameterValue('municipality'),
  sort_by: parameterValue('sort_by'),
  sort_order: parameterValue('sort_order'),
  period: parameterValue('period'),
  as_of: (_, {data_as_of}) => data_as_of.slice(0, 10),
  build: (_, {build_id}) => build_id,
  kept_from: (_, {log}) => log?.builds[0]?.built_at ?? null,
  proximity: ({proximity}) => proximity && {...proximity},
};

/**
 * Members of every `meta`, each only where it has something to say: synthetic data, and names that were
 * ignored.
 */
export const commonMeta = ({ignored}: Call, {synthetic}: BuildInfo): Record<string, Json> => ({
  ...(synthetic && {synthetic: true}),
  ...(ignored.length > 0 && {ignored_parameters: [...ignored]}),
});

/** The extra members, in the order of the route. */
export function extraMeta(call: Call, info: BuildInfo): Record<string, Json> {
  const {route} = call;
  const names = 'extra_meta' in route && route.extra_meta ? route.extra_meta : [];
  return Object.fromEntries(names.map((name) => [name, VALUES[name](call, info)]));
}

/** Their columns, for the documents. */
export const extraMetaColumns = (names: readonly MetaName[]): Record<string, Column> =>
  Object.fromEntries(names.map((name) => [name, META_COLUMNS[name]]));
