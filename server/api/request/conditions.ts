/** The filters of a call as conditions of the engine. */
import {fold} from '../../../datasets/rules/text.ts';
import type {Comparison, Condition} from '../../../engine/types.ts';
import type {Parameters} from '../routes/types.ts';
import type {Call} from './call.ts';

interface Filter {
  name: string;
  op: Comparison;
  columns: readonly string[];
  /** Whether the value is one of a set, which is compared folded. */
  set: boolean;
  /** The value that sets no condition. */
  lifted_by: boolean | undefined;
}

const filters = new WeakMap<Parameters, readonly Filter[]>();

/** The parameters that are filters, worked out once a table. */
function filtersOf(parameters: Parameters): readonly Filter[] {
  const known = filters.get(parameters);
  if (known) return known;
  const found = Object.entries(parameters).flatMap(([name, {op, columns, type, lifted_by}]) =>
    op && op !== 'geo' && columns ? [{name, op, columns, set: type === 'set', lifted_by}] : [],
  );
  filters.set(parameters, found);
  return found;
}

/** The filters that are given, as conditions. */
export function conditions({route, own}: Call): Condition[] {
  const given: Condition[] = [];
  for (const {name, op, columns, set, lifted_by} of filtersOf(route.parameters)) {
    const value = own[name];
    if (value === undefined || value === lifted_by) continue;
    if (typeof value === 'number') given.push({op, columns, value: String(value)});
    else given.push({op, columns, value: set && typeof value === 'string' ? fold(value) : value});
  }
  return given;
}
