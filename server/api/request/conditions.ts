/** Converts the filters of a call to engine conditions. */
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
  /** The value that adds no condition. */
  lifted_by: boolean | undefined;
}

const filters = new WeakMap<Parameters, readonly Filter[]>();

/** The parameters that are filters, computed once per table. */
function filtersOf(parameters: Parameters): readonly Filter[] {
  const cached = filters.get(parameters);
  if (cached) return cached;
  const parameterFilters = Object.entries(parameters).flatMap(
    ([name, {op, columns, type, no_filter_value: lifted_by}]) =>
      op && op !== 'geo' && columns ? [{name, op, columns, set: type === 'set', lifted_by}] : [],
  );
  filters.set(parameters, parameterFilters);
  return parameterFilters;
}

/** The given filters as conditions. */
export function conditions({route, values}: Call): Condition[] {
  const added: Condition[] = [];
  for (const {name, op, columns, set, lifted_by} of filtersOf(parametersOf(route).own)) {
    const value = values[name];
    if (value === undefined || value === lifted_by) continue;
    if (typeof value === 'number') added.push({op, columns, value: String(value)});
    else added.push({op, columns, value: set && typeof value === 'string' ? fold(value) : value});
  }
  return added;
}
