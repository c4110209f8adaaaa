/** Converts the filters of a call to engine conditions. */
import {billNumberIn} from '../../../datasets/rules/bill_numbers.ts';
import {bodiesMatching, keysOfBodies} from '../../../datasets/rules/bodies.ts';
import {mayNameNumber} from '../../../datasets/rules/plain_numbers.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Comparison, Condition} from '../../../engine/types.ts';
import {parametersOf} from '../routes/parameters.ts';
import type {Parameters} from '../routes/types.ts';
import type {Call} from './call.ts';

interface Filter {
  name: string;
  op: Comparison;
  columns: readonly string[];
  /** Of words with a digit. */
  with_numbers: readonly string[] | undefined;
  /** True for a closed set, whose values are compared folded. */
  set: boolean;
  /** True for a column of public bodies. */
  bodies: boolean;
  /** The column of numbers of bills, which the text may be. */
  bills: string | undefined;
  /** The value that adds no condition. */
  lifted_by: boolean | undefined;
}

const filters = new WeakMap<Parameters, readonly Filter[]>();

/** The parameters that are filters, computed once per table. */
function filtersOf(parameters: Parameters): readonly Filter[] {
  const cached = filters.get(parameters);
  if (cached) return cached;
  const parameterFilters = Object.entries(parameters).flatMap(
    ([name, {op, columns, with_numbers, type, bodies = false, bills, no_filter_value: lifted_by}]) =>
      op && op !== 'geo' && columns
        ? [{name, op, columns, with_numbers, set: type === 'set', bodies, bills, lifted_by}]
        : [],
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

/** The bills of the number that a text means. */
function billsOf(text: string, column: string): Pick<Condition, 'or'> {
  const number = billNumberIn(text);
  return number === null ? {} : {or: [{op: 'exact', columns: [column], value: number}]};
}

/** The given filters, each with its condition. */
export function conditionsByFilter({route, values}: Call): {name: string; condition: Condition}[] {
  const added: {name: string; condition: Condition}[] = [];
  for (const {name, op, columns: own, with_numbers, set, bodies, bills, lifted_by} of filtersOf(
    parametersOf(route).own,
  )) {
    const value = values[name];
    if (value === undefined || value === lifted_by) continue;
    const isText = typeof value === 'string';
    const compared = typeof value === 'number' ? String(value) : set && isText ? fold(value) : value;
    const columns = with_numbers && isText && mayNameNumber(value) ? with_numbers : own;
    const names = bodies && isText ? namesFor(value) : {};
    const orBills = bills !== undefined && isText ? billsOf(value, bills) : {};
    added.push({name, condition: {op, columns, value: compared, ...names, ...orBills}});
  }
  return added;
}

/** The given filters as conditions. */
export const conditions = (call: Call): Condition[] =>
  conditionsByFilter(call).map(({condition}) => condition);

/**
 * The given filter whose values are public bodies, or null: its column, its text folded, and the filter by
 * key beside it.
 */
export function bodyFilter({route, values}: Call): {column: string; text: string; exact: string} | null {
  const {own} = parametersOf(route);
  const filter = filtersOf(own).find(({bodies}) => bodies);
  const text = filter && values[filter.name];
  if (!filter || typeof text !== 'string') return null;
  const exact = Object.keys(own).find((name) => own[name]!.key?.of === filter.name) ?? '';
  return {column: filter.columns[0]!, text, exact};
}
