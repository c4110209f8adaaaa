/** Plain numbers and their sums as SQL over a staged relation (alias `s`). */
import type {Field, Sum} from '../../datasets/types.ts';
import {cellOf, isOneOf, textOf} from './cells.ts';
import {type FieldParts, typedSql, unreadable, type ValueType} from './typed_values.ts';

/**
 * The number of a text as DOUBLE; null where it is none. At most 15 digits before the point: more are not
 * exact.
 */
export const decimalOf = (text: string): string => `TRY_CAST(amount_text(${text}) AS DOUBLE)`;

const DECIMAL: ValueType = {type: 'DOUBLE', fastPattern: "'-?\\d{1,15}(\\.\\d+)?'", parse: decimalOf};

const scaled = (number: string, factor: number | undefined): string =>
  factor === undefined ? number : `${factor} * (${number})`;

/** Rounds, and turns 0 into null where that means absent. Adding 0 removes the sign of -0. */
function finished(number: string, {decimals, zero}: {decimals?: number; zero?: 'null'}): string {
  const rounded = `${decimals === undefined ? number : `round(${number}, ${decimals})`} + 0`;
  return zero ? `nullif(${rounded}, 0)` : rounded;
}

/** The number of the first non-blank cell, times a factor; never -0. */
export function numberSql(field: Extract<Field, {op: 'number'}>): FieldParts {
  const number = typedSql(field.from, DECIMAL);
  return {...number, value: finished(scaled(number.value, field.factor), field)};
}

/** The sum of some columns, or of others where it is null; notes each column that is not a number. */
export function totalSql(field: Extract<Field, {op: 'sum'}>): FieldParts {
  const isInteger = field.as === 'integer';
  const sum = (terms: Sum): string => {
    const each = terms.terms.map(({column, factor, absolute: size}) => {
      const {value} = typedSql([column], DECIMAL);
      return scaled(size ? `abs(${value})` : value, factor);
    });
    // The sum of a list without numbers is null.
    const all = each.length === 1 ? (each[0] ?? 'NULL') : `list_sum([${each.join(', ')}])`;
    return finished(all, isInteger ? {decimals: 0, ...field} : field);
  };
  const value = field.or ? `coalesce(${sum(field)}, ${sum(field.or)})` : sum(field);
  const columns = [...new Set([...field.terms, ...(field.or?.terms ?? [])].map(({column}) => column))];
  const unread = columns.map((column) => `(${typedSql([column], DECIMAL).notes[0].when})`);
  const text = columns.map(
    (column) => `CASE WHEN NOT ${isOneOf(`fold(${cellOf(column)})`, [''])} THEN ${textOf(column)} END`,
  );
  return {
    value: isInteger ? `CAST(${value} AS BIGINT)` : value,
    type: isInteger ? 'BIGINT' : 'DOUBLE',
    notes: [unreadable(unread.join(' OR '), `concat_ws(' / ', ${text.join(', ')})`)],
  };
}
