/** Checks of registrations, in addition to the base checks of the schema. */
import {known, LABELS_ARE_NAMES, listed} from '../publishers/lobbying_checks.ts';
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  known('client', 0.01, 'every filing names its client; more blanks mean that both names moved'),
  known(
    'lobbyist_id',
    0.01,
    'every filing names its registrant, whose number joins profiles and communications',
    'WARN',
  ),
  known('effective_date', 0.01, 'every version has its first day, by which links are found'),
  listed(
    'institutions',
    0.5,
    'a filing names the institutions it lobbies; without their file every list is empty',
  ),
  listed('subject_list', 0.5, 'a filing names its subjects; without their files every list is empty'),
  {
    name: 'most versions have ended',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE end_date IS NULL) <= greatest(0.5 * count(*), 100)',
    reason:
      'about 4% were open in 2026; many more mean that the end date was not understood, and all of them would count as active',
  },
  {
    name: 'a version ends after it begins',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE end_date < effective_date) <= 0.01 * count(*)',
    reason: 'a filing that is withdrawn at once may end before its first day; such stay rare',
  },
  {
    name: 'first days are not in the future',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE effective_date > $as_of + INTERVAL 366 DAY) <= 0.001 * count(*)',
    reason: 'filings come before the first day by weeks at most; typing errors are kept as published',
  },
  LABELS_ARE_NAMES,
];
