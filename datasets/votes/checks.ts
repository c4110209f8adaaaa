/** Checks of divisions, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

/** Ballots of one kind in a record. */
const cast = (vote: string): string => `len(list_filter(ballots, lambda one: one.vote = '${vote}'))`;

export const checks: readonly Check[] = [
  {
    name: 'results agree with the totals',
    severity: 'WARN',
    sql: `count(*) FILTER (WHERE result <> CASE sign(yea_total - nay_total) WHEN 1 THEN 'Passed' WHEN -1 THEN 'Failed' ELSE result END) <= 0.01 * count(*)`,
    reason: 'yeas and nays were not swapped; a tie is decided by the Speaker',
  },
  {
    name: 'ballots add up to the totals',
    severity: 'INFO',
    sql: `count(*) FILTER (WHERE len(ballots) > 1 AND (${cast('Yea')} <> yea_total OR ${cast('Nay')} <> nay_total)) <= 0.02 * count(*)`,
    reason: 'files of single members give some of the ballots of a division only',
  },
  {
    name: 'French subjects are known',
    severity: 'INFO',
    sql: 'count(*) FILTER (WHERE description_fr IS NULL) <= 0.1 * count(*)',
    reason: 'they are in a separate list, which archived copies lack',
  },
];
