/** Checks that registrations and communications share. */
import type {Check} from './types.ts';

/** At most this share of the records lacks the column. */
export const known = (column: string, share: number, reason: string): Check => ({
  name: `${column} is known`,
  severity: 'ERROR',
  sql: `count(*) FILTER (WHERE ${column} IS NULL) <= ${share} * count(*)`,
  reason,
});

/** At most this share of the records has an empty list. */
export const listed = (column: string, share: number, reason: string): Check => ({
  name: `${column} are known`,
  severity: 'ERROR',
  sql: `count(*) FILTER (WHERE len(${column}) = 0) <= ${share} * count(*)`,
  reason,
});

export const LABELS_ARE_NAMES: Check = {
  name: 'subjects have names',
  severity: 'WARN',
  sql: `count(*) FILTER (WHERE len(list_filter(subject_list, lambda label: regexp_full_match(label, 'SMT-\\d+'))) > 0) <= 0.001 * count(*)`,
  reason: 'a code stands for itself where the table of codes that comes with the archive does not name it',
};
