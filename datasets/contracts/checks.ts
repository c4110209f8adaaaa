/** Checks of contracts, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';
import {SECOND_OPINION} from './second_opinion.ts';

export const checks: readonly Check[] = [
  {
    name: 'vendor is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE vendor IS NULL) <= 0.01 * count(*)',
    reason: 'suppliers are mandatory at both publishers; blanks are theirs, not ours, and stay rare',
  },
  {
    name: 'department is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE department IS NULL) <= 0.01 * count(*)',
    reason: 'every row carries its institution; more blanks mean that a column was misread',
  },
  {
    name: 'value is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE value IS NULL) <= 0.05 * count(*)',
    reason: 'only amounts in other currencies and unreadable cells have no value',
  },
  {
    name: 'award dates are not in the future',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date > $as_of + INTERVAL 366 DAY) <= 0.001 * count(*)',
    reason:
      'typing errors of institutions exist and are kept as published; many of them mean a misread column',
  },
  {
    name: 'a contract counts once',
    severity: 'ERROR',
    sql: 'count(*) = count(DISTINCT record_id)',
    reason: 'a repeated id would count a contract twice in every sum',
  },
  SECOND_OPINION,
];
