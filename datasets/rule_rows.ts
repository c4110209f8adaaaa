/** Rules as rows: a value, then what must hold. */
import {equals, matchesPattern} from './predicates.ts';
import type {Predicate, Rules} from './types.ts';

/**
 * A value and tests that must all hold. The column must equal one of the texts, and its folded text must
 * match every pattern; predicates test any columns.
 */
export type RuleRow<Value extends string | null = string | null> = readonly [
  value: Value,
  ...tests: (string | RegExp | Predicate)[],
];

/** The predicates of the tests of a row; its texts are one, in the place of the first of them. */
function predicatesOf(column: readonly string[], tests: readonly (string | RegExp | Predicate)[]) {
  const texts = tests.filter((test) => typeof test === 'string');
  return tests.flatMap((test): Predicate[] => {
    if (typeof test === 'string') return test === texts[0] ? [equals(column, ...texts)] : [];
    return [test instanceof RegExp ? matchesPattern(column, test) : test];
  });
}

/**
 * Rules by these rows in order. Texts and patterns are compared with the first of `columns`; the texts of all
 * of them are reported where no rule holds and the value is `otherwise`.
 */
export const rulesOf = (
  name: string,
  help: string,
  columns: readonly string[],
  rows: readonly RuleRow[],
  otherwise: string | null,
): Rules => ({
  name,
  help,
  rules: rows.map(([value, ...tests]) => ({value, when: predicatesOf(columns.slice(0, 1), tests)})),
  otherwise,
  reported: columns,
});
