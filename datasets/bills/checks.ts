/** Checks of bills, in addition to the base checks of the schema. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [
  {
    name: 'titles are read',
    severity: 'ERROR',
    sql: 'count(*) FILTER (WHERE name_en = number) <= 0.5 * count(*)',
    reason:
      'every bill has a long title; the number instead of it on most of them means that a key was renamed',
  },
  {
    name: 'status is known',
    severity: 'WARN',
    sql: `count(*) FILTER (WHERE status_code = 'UNKNOWN') <= 0.01 * count(*)`,
    reason: 'a wording outside the table of statuses is in the rejects file with its text',
  },
  {
    name: 'introduction is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE introduced IS NULL) <= 0.02 * count(*)',
    reason: 'every bill was read a first time; the order of lists and the links of sponsors rest on the day',
  },
  {
    name: 'sponsor is known',
    severity: 'WARN',
    sql: 'count(*) FILTER (WHERE sponsor_name IS NULL) <= 0.05 * count(*)',
    reason: 'the lists leave it out, so blanks in number mean that the pages of bills are not loaded',
  },
  {
    name: 'readings stand behind introductions',
    severity: 'INFO',
    sql: 'count(*) FILTER (WHERE list_min(list_transform(readings, lambda one: one.date)) < introduced) <= 0.01 * count(*)',
    reason: 'an earlier reading in the other chamber would be a misread date',
  },
  {
    name: 'royal assent agrees with the status',
    severity: 'INFO',
    sql: `count(*) FILTER (WHERE law AND status_code <> 'ROYAL_ASSENT') <= 0.01 * count(*)`,
    reason: 'the publisher states it three ways; any one of them makes a bill law',
  },
  {
    name: 'titles give sectors',
    severity: 'INFO',
    sql: 'count(*) FILTER (WHERE len(sectors) = 0) <= 0.5 * count(*)',
    reason: 'appropriations, days of remembrance and other bills of no sector are a minority',
  },
];
