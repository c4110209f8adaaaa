/** Checks of grants, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'recipient is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE recipient IS NULL) <= 0.01 * count(*)',
    reason: 'the legal name is mandatory at the publisher; blanks are theirs, not ours, and stay rare',
  },
  {
    name: 'department is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE department IS NULL) <= 0.01 * count(*)',
    reason: 'every row carries its institution; more blanks mean that a column was misread',
  },
  {
    name: 'value is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE value IS NULL) <= 0.05 * count(*)',
    reason:
      'the agreement value is mandatory and always in CAD; more blanks mean that its form was not understood',
  },
  {
    name: 'date is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date IS NULL) <= 0.05 * count(*)',
    reason: 'old rows lack the start date now and then; many mean that another form of dates came up',
  },
  {
    name: 'the kind of recipient is missing in old rows only',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE recipient_type IS NULL) <= 0.2 * count(*)',
    reason: 'about 148,000 of 1.27 million rows had none in 2026, all of them old',
  },
  {
    name: 'agreements do not end in debt',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE value < 0) <= 0.02 * count(*)',
    reason: 'about 4,600 rows of 2026 are negative, nearly all of them terminations by amendment',
  },
  {
    name: 'start dates are not in the future',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date > $as_of + INTERVAL 732 DAY) <= 0.001 * count(*)',
    reason: 'agreements are signed a year ahead at most; typing errors are kept as published and stay rare',
  },
  {
    name: 'an agreement counts once',
    severity: 'ERROR',
    sql: 'count(*) = count(DISTINCT record_id)',
    reason: 'a repeated id would count an agreement twice in every sum',
  },
];
