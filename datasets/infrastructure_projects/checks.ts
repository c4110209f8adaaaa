/** Checks of infrastructure projects, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'titles are read',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE title_en IS NULL) <= 0.5 * count(*)',
    reason: 'every project of the list has an English title; mostly blanks mean that a column was misread',
  },
  {
    name: 'title is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE title_en IS NULL) <= 0.02 * count(*)',
    reason: 'single blanks are the publisher’s and kept',
  },
  {
    name: 'federal contribution is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE federal_contribution IS NULL) <= 0.02 * count(*)',
    reason: 'the list is about federal shares; blanks in number mean that the form of amounts changed',
  },
  {
    name: 'province is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE province IS NULL) <= 0.02 * count(*)',
    reason: 'only projects of several provinces have none',
  },
  {
    name: 'program is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE program_en IS NULL) <= 0.02 * count(*)',
    reason: 'money comes from a program; blanks in number mean that a column was renamed',
  },
  {
    name: 'approval date is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE approved_date IS NULL) <= 0.2 * count(*)',
    reason: 'lists, date filters and their order rest on it; the header of 2026 is known only in part',
  },
  {
    name: 'construction does not end before it starts',
    severity: 'INFO',
    sql: 'count(*) FILTER (WHERE end_date < start_date) <= 0.01 * count(*)',
    reason: 'an actual date may accompany an outdated forecast; kept as published',
  },
];
