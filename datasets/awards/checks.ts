/** Checks of award notices, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'department is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE department IS NULL) <= 0.05 * count(*)',
    reason: 'every notice names its contracting entity; more blanks mean that a column was misread',
  },
  {
    name: 'a value in another currency is not CAD',
    severity: 'ERROR',
    sql: "count(*) FILTER (WHERE value IS NOT NULL AND currency IS NOT NULL AND currency <> 'CAD') = 0",
    reason: 'sums are in CAD',
  },
];
