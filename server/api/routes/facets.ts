/** Facets of lists: the filters whose values the dataset counts, by the name of the parameter. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Operator} from '../../../engine/types.ts';
import type {Route} from './types.ts';

/** Operators of filters that select values. */
const SELECTS: ReadonlySet<Operator | undefined> = new Set(['exact', 'partial', 'in', 'flag'] as const);

/** Most facets of one request: each takes as long as statistics. */
export const MAX_FACETS = 5;

const computed = new WeakMap<Route, Readonly<Record<string, string>>>();

function compute(route: Route): Readonly<Record<string, string>> {
  if (route.kind !== 'list') return {};
  const {facets = []} = datasetOrEntity(route.dataset);
  return Object.fromEntries(
    Object.entries(route.parameters).flatMap(([name, {op, columns}]) => {
      const column = columns?.[0];
      return SELECTS.has(op) && column !== undefined && facets.includes(column) ? [[name, column]] : [];
    }),
  );
}

/**
 * By name of a filter: the column that is counted, the first one of the filter. Empty for all routes but
 * lists.
 */
export function facetsOf(route: Route): Readonly<Record<string, string>> {
  const known = computed.get(route) ?? compute(route);
  computed.set(route, known);
  return known;
}
