/** Checks of research grants, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'amount is known',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE award_amount IS NULL) <= 0.001 * count(*)',
    reason: 'every row is a payment; more blanks mean that the publisher changed how amounts are written',
  },
  {
    name: 'program is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE program_en IS NULL) <= 0.01 * count(*)',
    reason: 'neither council leaves the program blank in the files seen',
  },
  {
    name: 'researcher is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE researcher_name IS NULL) <= 0.01 * count(*)',
    reason: 'two names in nearly half a million rows are blank; more mean that a column was misread',
  },
  {
    name: 'province is known for most awards',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE province IS NULL) <= 0.25 * count(*)',
    reason:
      'blank for awards held abroad (about one in a hundred) and for scholarships of the earliest years of SSHRC',
  },
  {
    name: 'fiscal years are those of the councils',
    severity: 'ERROR',
    sql: "min(fiscal_year) >= '1978-79' AND max(fiscal_year) <= CAST(year($as_of) + 1 AS VARCHAR)",
    reason: 'both councils exist since 1978, and nothing is paid before its year begins',
  },
];
