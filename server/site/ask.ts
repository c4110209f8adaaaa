/**
 * Asks the engine as the API asks it, in this process: the same parsing, operations and errors, and rows in
 * place of bytes.
 */

import type {Engine, MatchedBy, Row, Similar, ValueCount} from '../../engine/types.ts';
import {valuesOf} from '../api/answer.ts';
import {ApiError} from '../api/errors.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {compile} from '../api/routes/compile.ts';
import type {Hint} from '../api/routes/hints.ts';
import {type Match, matchRoute} from '../api/routes/match.ts';
import type {Route} from '../api/routes/types.ts';
import {isUnfiltered, LISTS, type Pairs, pathTo} from './paths.ts';

/** The most frequent values of a filter, over the records that match all others. */
export interface Facet {
  /** Number of different values. */
  total: number;
  /** Of filters by key `value` is the key and `label` the name. */
  values: readonly {value: string; label?: string; count: number}[];
}

/** An answer of the API. */
export interface Answer<T> {
  data: T;
  /** Each member only where the operation has it. */
  meta: {
    total: number;
    limit: number;
    offset: number;
    next_cursor: string | null;
    /** By filter. */
    facets?: Readonly<Record<string, Facet>>;
    /** Why nothing matches. */
    hints?: readonly Hint[];
    /** Sum over all records; null where nothing is summed or no amount is published. */
    sum_value: number | null;
    /** How the name of a profile was found. */
    matched_by?: MatchedBy;
    similar?: readonly Similar[];
    /** What a text may mean that finds nothing. */
    did_you_mean?: string;
  };
}

export interface ZoneCounts {
  total: number;
  categories: readonly ValueCount[];
}

/** Lists that programs may ask for with a filter alone, as pages have them: without one they begin at the first row. */
const OPEN = new Map<Route, Route>(
  [...LISTS.values()]
    .filter((route) => !isUnfiltered(route))
    .map((route) => {
      const all = Object.entries(route.parameters).map(([name, {required: _, ...open}]) => [name, open]);
      return [route, compile({...route, parameters: Object.fromEntries(all)})];
    }),
);

/** The call of a path below `/api/v1`. Throws the error of the API for what it refuses or does not have. */
export function callOf(at: string | Match, pairs: Pairs): Call {
  const match = typeof at === 'string' ? matchRoute(at.slice(1).split('/').map(decodeURIComponent)) : at;
  if (!match) throw new ApiError('path');
  const route = OPEN.get(match.route) ?? match.route;
  return parseCall({...match, route}, pairs, undefined, 'free');
}

/** The answer to a call that was parsed already. Throws the error of the API where nothing is found. */
export const answer = <T = Row[]>(engine: Engine, call: Call): Answer<T> =>
  valuesOf(call, engine) as unknown as Answer<T>;

export const ask = <T = Row[]>(engine: Engine, at: string | Match, pairs: Pairs): Answer<T> =>
  answer(engine, callOf(at, pairs));

/** What `work` returns; `otherwise` has the error of the API with the status. */
export function unless<T>(status: number, work: () => T, otherwise: (error: ApiError) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.status === status) return otherwise(error);
    throw error;
  }
}

/** The record at a path; null where there is none. */
export const recordAt = (engine: Engine, path: string, pairs: Pairs): Row | null =>
  unless<Row | null>(
    404,
    () => ask<Row>(engine, path, pairs).data,
    () => null,
  );

/** The profile of an entity by name or key; null where there is none. */
export function profileOf(engine: Engine, entity: string, id: string, pairs: Pairs = []): Row | null {
  const path = pathTo(entity, id);
  return path === null ? null : recordAt(engine, path, pairs);
}
