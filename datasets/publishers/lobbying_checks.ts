/** Checks that registrations and communications share. */
import type {Check, Severity} from '../types.ts';

/** Records that may lack something however few there are: a small file is no sign of a changed form. */
const FEW = 20;

const atMost = (condition: string, share: number): string =>
  `count(*) FILTER (WHERE ${condition}) <= greatest(${share} * count(*), ${FEW})`;

/** At most this share of the records lacks the column. */
export const known = (
  column: string,
  share: number,
  reason: string,
  severity: Severity = 'ERROR',
): Check => ({
  name: `${column} is known`,
  severity,
  sql: atMost(`${column} IS NULL`, share),
  reason,
});

/** At most this share of the records has an empty list. */
export const listed = (column: string, share: number, reason: string): Check => ({
  name: `${column} are known`,
  severity: 'ERROR',
  sql: atMost(`len(${column}) = 0`, share),
  reason,
});

export const LABELS_ARE_NAMES: Check = {
  name: 'subjects have names',
  severity: 'WARN',
  sql: atMost(
    `len(list_filter(subject_list, lambda label: regexp_full_match(label, 'SMT-\\d+'))) > 0`,
    0.001,
  ),
  reason: 'a code is kept if the code table of the archive does not name it',
};
