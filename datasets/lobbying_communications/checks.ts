/** Checks of communications, in addition to the base checks of the schema. */
import {known, LABELS_ARE_NAMES, listed} from '../publishers/lobbying_checks.ts';
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  known('client', 0.01, 'every report names its client; more blanks mean that both names moved'),
  known(
    'lobbyist_id',
    0.01,
    'every report names its registrant, whose number joins profiles and registrations',
    'WARN',
  ),
  known('date', 0.01, 'a report is of a day; more blanks mean that its form changed'),
  listed('institutions', 0.1, 'a report names at least one official with an institution'),
  listed('dpoh_names', 0.1, 'a report names at least one official'),
  listed(
    'subject_list',
    0.2,
    'subjects are in one file until September 2024 and in another since: a gap means that one is missing',
  ),
  {
    name: 'the latest year has subjects',
    severity: 'ERROR',
    sql: `count(*) FILTER (WHERE date > $as_of - INTERVAL 365 DAY AND len(subject_list) = 0)
      <= greatest(0.5 * count(*) FILTER (WHERE date > $as_of - INTERVAL 365 DAY), 20)`,
    reason:
      'new reports have their subjects in the file of details alone: without it they would seem to be about nothing',
  },
  {
    name: 'communications are not in the future',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE date > $as_of + INTERVAL 1 DAY) <= 0.001 * count(*)',
    reason: 'a report is filed after the fact; typing errors are kept as published',
  },
  LABELS_ARE_NAMES,
];
