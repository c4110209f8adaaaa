/** The filters of a call as conditions of the engine. */
import {fold} from '../../datasets/rules/text.ts';
import type {Condition, Operator} from '../../engine/types.ts';
import type {Parameters} from '../routes/types.ts';
import type {Call} from './call.ts';

interface Filter {
  name: string;
  op: Operator;
  columns: readonly string[];
  /** Whether the value is one of a set, which is compared folded. */
  set: boolean;
}

const filters = new WeakMap<Parameters, readonly Filter[]>();

/** The parameters that are filters, worked out once a table. */
function filtersOf(parameters: Parameters): readonly Filter[] {
  const known = filters.get(parameters);
  if (known) return known;
  const found = Object.entries(parameters).flatMap(([name, {op, columns, type}]) =>
    op && columns ? [{name, op, columns, set: type === 'set'}] : [],
  );
  filters.set(parameters, found);
  return found;
}

/** The filters that are given, as conditions. */
export function conditions({route, own}: Call): Condition[] {
  const given: Condition[] = [];
  for (const {name, op, columns, set} of filtersOf(route.parameters)) {
    const value = own[name];
    if (value === undefined) continue;
    if (typeof value === 'number') given.push({op, columns, value: String(value)});
    else given.push({op, columns, value: set && typeof value === 'string' ? fold(value) : value});
  }
  return given;
}
