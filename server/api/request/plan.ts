/** What parsing a request needs of its route, computed once per route. */
import {type ParameterGroups, parametersOf} from '../routes/parameters.ts';
import type {Parameters, Route} from '../routes/types.ts';
import {queryFingerprint} from './cursor.ts';
import {type ParameterValues, parseValues} from './query.ts';

export interface RoutePlan extends ParameterGroups {
  /** All parameters. */
  known: Parameters;
  allNames: readonly string[];
  /** Names of the operation's own parameters, sorted. */
  names: readonly string[];
  /** Those of them that are compared folded. */
  folded: readonly string[];
  /** Values if none is given; null if one is required. */
  defaults: ParameterValues | null;
  /** Canonical text of the defaults. */
  defaultsText: string;
  /** Fingerprint of the defaults. */
  defaultsFingerprint: string;
}

/** Canonical text of values, by sorted names. */
export const canonicalText = (values: ParameterValues, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => values[name]));

const plans = new WeakMap<Route, RoutePlan>();

function compute(route: Route): RoutePlan {
  const groups = parametersOf(route);
  const {own, page, output} = groups;
  const names = Object.keys(own).sort();
  const defaults = names.some((name) => own[name]?.required) ? null : parseValues(new Map(), own);
  const known = {...own, ...page, ...output};
  return {
    ...groups,
    known,
    allNames: Object.keys(known),
    names,
    folded: route.kind === 'search' ? [] : names.filter((name) => route.parameters[name]?.type === 'string'),
    defaults,
    defaultsText: canonicalText(defaults ?? {}, names),
    defaultsFingerprint: queryFingerprint(route.path, defaults ?? {}),
  };
}

export function routePlan(route: Route): RoutePlan {
  let plan = plans.get(route);
  if (!plan) {
    plan = compute(route);
    plans.set(route, plan);
  }
  return plan;
}
