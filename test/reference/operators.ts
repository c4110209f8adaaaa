/** Filter operators as SQL. Texts are compared folded, list columns item by item. */
import {carriesName} from '../../datasets/rules/bodies.ts';
import type {Column, Dataset, Derived} from '../../datasets/types.ts';
import {columnOf} from '../../engine/file/table_layout.ts';
import {type Expression, expression} from '../../engine/sql/columns.ts';
import type {Comparison, Condition} from '../../engine/types.ts';
import type {Binder} from './binder.ts';
import {compare} from './bounds.ts';

type Test = (
  sql: string,
  column: Column,
  value: Condition['value'],
  binder: Binder,
  names?: readonly string[],
) => string;

/** Tests of one column against a value; for `terms`, against one term. */
const TESTS: Record<Comparison, Test> = {
  exact: (sql, column, value, binder) => {
    const bound = binder.bind(text(value));
    return anyItem(sql, column, (item) => `${folded(item)} = ${bound}`);
  },
  partial: (sql, column, value, binder, names = []) => {
    const part = contains(sql, column, value, binder);
    if (names.length === 0) return part;
    const list = `(${names.map((name) => binder.bind(name)).join(', ')})`;
    return `(${part} OR ${anyItem(sql, column, (item) => carriesName(folded(item), list))})`;
  },
  terms: contains,
  gte: (sql, column, value, binder) => compare(sql, column, 'gte', text(value), binder),
  lte: (sql, column, value, binder) => compare(sql, column, 'lte', text(value), binder),
  flag: (sql, _column, value, binder) => {
    if (typeof value !== 'boolean') throw new Error(`a flag must be a boolean, got ${JSON.stringify(value)}`);
    return `${sql} = ${binder.bind(value)}`;
  },
  in: (sql, column, value, binder) => {
    if (!Array.isArray(value)) throw new Error(`a set must be a list, got ${JSON.stringify(value)}`);
    if (value.length === 0) return 'false';
    const items = value.map((item: string) => binder.bind(item)).join(', ');
    return anyItem(sql, column, (item) => `CAST(${item} AS VARCHAR) IN (${items})`);
  },
};

/**
 * All conditions joined by AND, with the expressions they read. A condition holds when any of its columns
 * passes; null never does. For `terms` every term must pass, each in any of the columns.
 */
export function where(
  declaration: Dataset | Derived,
  conditions: readonly Condition[],
  binder: Binder,
): {sql: string; reads: Expression[]} {
  const reads: Expression[] = [];
  const all = conditions.flatMap((condition) => {
    const {op, columns, value, names, or} = condition;
    if (or) {
      const sides = [{...condition, or: undefined}, ...or].map((one) => where(declaration, [one], binder));
      reads.push(...sides.flatMap((one) => one.reads));
      return [`(${sides.map(({sql}) => `(${sql})`).join(' OR ')})`];
    }
    const values = op === 'terms' ? text(value).split(' ') : [value];
    return values.map((one) => {
      const tests = columns.map((name) => {
        const read = expression(declaration, name);
        reads.push(read);
        const column = columnOf(declaration, name);
        if (op === 'terms' && column.number) return inNumber(read.sql, text(value), text(one), binder);
        return TESTS[op](read.sql, column, one, binder, names);
      });
      return `(${tests.join(' OR ')})`;
    });
  });
  return {sql: all.length > 0 ? all.join(' AND ') : 'true', reads};
}

function contains(sql: string, column: Column, value: Condition['value'], binder: Binder): string {
  const bound = binder.bind(text(value));
  return anyItem(sql, column, (item) => `contains(${folded(item)}, ${bound})`);
}

/**
 * Whether a number contains the letters and digits of a term; of a text without digits no term is looked for
 * in numbers.
 */
function inNumber(sql: string, whole: string, term: string, binder: Binder): string {
  if (!/[0-9]/.test(whole)) return 'false';
  const part = `regexp_replace(${binder.bind(term)}, '[^\\p{L}\\p{N}]', '', 'g')`;
  return `(${part} <> '' AND contains(${sql}, ${part}))`;
}

const folded = (sql: string): string => `fold(CAST(${sql} AS VARCHAR))`;

function anyItem(sql: string, column: Column, test: (item: string) => string): string {
  if (column.type !== 'text[]') return test(sql);
  return `len(list_filter(${sql}, lambda item: ${test('item')})) > 0`;
}

function text(value: Condition['value']): string {
  if (typeof value !== 'string') throw new Error(`this operator takes a text, got ${JSON.stringify(value)}`);
  return value;
}
