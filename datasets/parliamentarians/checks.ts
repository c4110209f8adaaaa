/** Checks of parliamentarians, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'parliamentarians have a mandate',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE len(list_filter(roles, lambda r: r.role_id IN (718, 719))) = 0) <= 0.02 * count(*)',
    reason:
      'ParlInfo lists those who sat in a chamber; more without a mandate mean that role numbers changed or profiles failed',
  },
  {
    name: 'House numbers are given once',
    severity: 'WARN',
    sql: 'count(house_id) - count(DISTINCT house_id) <= 5',
    reason: 'two people with one number of the House: only the first of them can be that person',
  },
  {
    name: 'those elected have a date and a riding',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE len(list_filter(elections, lambda e: e.date IS NULL OR e.riding IS NULL OR e.result IS NULL)) > 0) <= 0.01 * count(*)',
    reason: 'every candidacy of ParlInfo names its day, riding and outcome',
  },
];
