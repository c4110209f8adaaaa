/** Checks of tender notices, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'publication date is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date IS NULL) <= 0.01 * count(*)',
    reason: 'a notice is published on a day; more blanks mean that a date form changed',
  },
  {
    name: 'title is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE description IS NULL) <= 0.01 * count(*)',
    reason: 'every notice has a title in one language at least',
  },
];
