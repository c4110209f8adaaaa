/** What the reading of a request needs of its route, worked out once a route. */
import {parametersOf, type Taken} from '../routes/parameters.ts';
import type {Parameters, Route} from '../routes/types.ts';
import {queryMark} from './cursor.ts';
import {readValues, type Values} from './query.ts';

export interface Plan extends Taken {
  /** All parameters. */
  known: Parameters;
  /** Names of the own parameters, sorted. */
  names: readonly string[];
  /** Names of the own parameters that are compared folded. */
  folded: readonly string[];
  /** Own values where none is given; null where one must be. */
  preset: Values | null;
  /** The preset values in one spelling. */
  presetText: string;
  /** Mark of the preset values. */
  mark: string;
}

/** Values in one spelling, by sorted names. */
export const textOf = (values: Values, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => values[name]));

const plans = new WeakMap<Route, Plan>();

function compute(route: Route): Plan {
  const taken = parametersOf(route);
  const {own, page, output} = taken;
  const names = Object.keys(own).sort();
  const preset = names.some((name) => own[name]?.required) ? null : readValues(new Map(), own);
  return {
    ...taken,
    known: {...own, ...page, ...output},
    names,
    folded: route.kind === 'search' ? [] : names.filter((name) => route.parameters[name]?.type === 'string'),
    preset,
    presetText: textOf(preset ?? {}, names),
    mark: queryMark(route.path, preset ?? {}),
  };
}

export function planOf(route: Route): Plan {
  let plan = plans.get(route);
  if (!plan) {
    plan = compute(route);
    plans.set(route, plan);
  }
  return plan;
}
