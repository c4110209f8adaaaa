/** Converts the filters of a call to engine conditions. */
import {fold} from '../../../datasets/rules/text.ts';
import type {Comparison, Condition} from '../../../engine/types.ts';
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
  const known = filters.get(parameters);
  if (known) return known;
  const found = Object.entries(parameters).flatMap(
    ([name, {op, columns, type, no_filter_value: lifted_by}]) =>
      op && op !== 'geo' && columns ? [{name, op, columns, set: type === 'set', lifted_by}] : [],
  );
  filters.set(parameters, found);
  return found;
}

/** The given filters as conditions. */
export function conditions({route, values: own}: Call): Condition[] {
  const given: Condition[] = [];
  for (const {name, op, columns, set, lifted_by} of filtersOf(route.parameters)) {
    const value = own[name];
    if (value === undefined || value === lifted_by) continue;
    if (typeof value === 'number') given.push({op, columns, value: String(value)});
    else given.push({op, columns, value: set && typeof value === 'string' ? fold(value) : value});
  }
  return given;
}
