/** Converts the filters of a call to engine conditions. */
import {bodiesMatching, keysOfBodies} from '../../../datasets/rules/bodies.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Comparison, Condition} from '../../../engine/types.ts';
import {parametersOf} from '../routes/parameters.ts';
import type {Parameters} from '../routes/types.ts';
import type {Call} from './call.ts';

interface Filter {
  name: string;
  op: Comparison;
  columns: readonly string[];
  /** True for a closed set, whose values are compared folded. */
  set: boolean;
  /** True for a column of public bodies. */
  bodies: boolean;
  /** The value that adds no condition. */
  lifted_by: boolean | undefined;
}

const filters = new WeakMap<Parameters, readonly Filter[]>();

/** The parameters that are filters, computed once per table. */
function filtersOf(parameters: Parameters): readonly Filter[] {
  const cached = filters.get(parameters);
  if (cached) return cached;
  const parameterFilters = Object.entries(parameters).flatMap(
    ([name, {op, columns, type, bodies = false, no_filter_value: lifted_by}]) =>
      op && op !== 'geo' && columns ? [{name, op, columns, set: type === 'set', bodies, lifted_by}] : [],
  );
  filters.set(parameters, parameterFilters);
  return parameterFilters;
}

/** Names of the bodies that a text finds; without those that contain it, which it finds by itself. */
function namesFor(text: string): Pick<Condition, 'names'> {
  const names = keysOfBodies(bodiesMatching(text)).filter(
    (name) => /['-]/.test(name) || !name.includes(text),
  );
  return names.length > 0 ? {names} : {};
}

/** The given filters as conditions. */
export function conditions({route, values}: Call): Condition[] {
  const added: Condition[] = [];
  for (const {name, op, columns, set, bodies, lifted_by} of filtersOf(parametersOf(route).own)) {
    const value = values[name];
    if (value === undefined || value === lifted_by) continue;
    if (bodies && typeof value === 'string') added.push({op, columns, value, ...namesFor(value)});
    else if (typeof value === 'number') added.push({op, columns, value: String(value)});
    else added.push({op, columns, value: set && typeof value === 'string' ? fold(value) : value});
  }
  return added;
}

/** The given filter whose values are public bodies, or null: its column, and its text folded. */
export function bodyFilter({route, values}: Call): {column: string; text: string} | null {
  const filter = filtersOf(parametersOf(route).own).find(({bodies}) => bodies);
  const text = filter && values[filter.name];
  return filter && typeof text === 'string' ? {column: filter.columns[0]!, text} : null;
}
