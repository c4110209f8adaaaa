/** Converts the filters of a call to engine conditions. */
import {billNumberIn} from '../../../datasets/rules/bill_numbers.ts';
import {bodiesMatching, keysOfBodies} from '../../../datasets/rules/bodies.ts';
import {mayNameNumber} from '../../../datasets/rules/plain_numbers.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Condition} from '../../../engine/types.ts';
import {publishedFor} from '../../labels/index.ts';
import type {Call} from './call.ts';

/** Names of the bodies that a text finds; without those that contain it, which it finds by itself. */
function namesFor(text: string): Pick<Condition, 'names'> {
  const names = keysOfBodies(bodiesMatching(text)).filter(
    (name) => /['-]/.test(name) || !name.includes(text),
  );
  return names.length > 0 ? {names} : {};
}

/** The bills of the number that a text means, to be found besides. */
export function billsOf(text: string, column: string): Pick<Condition, 'or'> {
  const number = billNumberIn(text);
  return number === null ? {} : {or: [{op: 'exact', columns: [column], value: number}]};
}

/** Values of a closed list that a text names in French, where the publisher writes English alone. */
function frenchFor(text: string, [column = '']: readonly string[]): Pick<Condition, 'or'> {
  const value = publishedFor(column, text);
  return value.length > 0 ? {or: [{op: 'in', columns: [column], value}]} : {};
}

/** The given filters, each with its condition. */
export function conditionsByFilter({route, values}: Call): {name: string; condition: Condition}[] {
  const added: {name: string; condition: Condition}[] = [];
  for (const {name, op, columns: own, parameter} of route.filters) {
    const value = values[name];
    if (value === undefined || value === parameter.no_filter_value) continue;
    if (typeof value !== 'string') {
      const compared = typeof value === 'number' ? String(value) : value;
      added.push({name, condition: {op, columns: own, value: compared}});
      continue;
    }
    const {type, with_numbers, bodies, bills} = parameter;
    const condition: Condition = {
      op,
      columns: with_numbers && mayNameNumber(value) ? with_numbers : own,
      // The values of a closed set are compared folded.
      value: type === 'set' ? fold(value) : value,
      ...(bodies && namesFor(value)),
      ...(bills !== undefined && billsOf(value, bills)),
      // Bodies are found by their French names themselves.
      ...(op === 'partial' && !bodies && frenchFor(value, own)),
    };
    added.push({name, condition});
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
  const {filters} = route;
  const filter = filters.find(({parameter}) => parameter.bodies);
  const text = filter && values[filter.name];
  if (!filter || typeof text !== 'string') return null;
  const exact = filters.find(({parameter}) => parameter.key?.of === filter.name)?.name ?? '';
  return {column: filter.columns[0]!, text, exact};
}
