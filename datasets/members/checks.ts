/** Checks of members, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'members have mandates',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE len(mandates) = 0) <= 0.05 * count(*)',
    reason:
      'ministers who never sat are no members; more without a mandate mean that lists and profiles were not joined',
  },
  {
    name: 'no more sitting members than seats',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE len(list_filter(mandates, m -> m.to_date IS NULL AND m.from_date >= $as_of - INTERVAL 6 YEAR)) > 0) <= 360',
    reason:
      'the House has 343 seats since 2025; more open mandates mean that old captures hold ends that were never fetched',
  },
  {
    name: 'mandates begin before they end',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE len(list_filter(mandates, m -> m.from_date IS NULL OR m.to_date < m.from_date)) > 0) <= 0.001 * count(*)',
    reason:
      'a mandate without its first day, or one that ends before it, means that days and months were swapped',
  },
  {
    name: 'ridings have a province',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE len(list_filter(mandates, m -> m.province IS NULL)) > 0) <= 0.01 * count(*)',
    reason: 'the House names the province of every riding in English',
  },
];
