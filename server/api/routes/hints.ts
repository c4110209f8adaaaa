/** The hints on empty answers, and their columns for the documents. */
import type {Columns} from '../../../datasets/types.ts';
import {column, integerColumn, textColumn} from './columns.ts';

/** `no_match`: nothing matches this alone. `excludes`: without it something matches. */
const HINT_REASONS = ['no_match', 'excludes', 'outside_period', 'blank'] as const;
export type HintReason = (typeof HINT_REASONS)[number];

/** What one filter has to do with an empty answer. */
export type Hint = {
  filter: string;
  value: string;
  reason: HintReason;
  /** Another filter that must be dropped with it. */
  and?: string;
  nearest?: string[];
  /** The days that the records have. */
  from?: string;
  to?: string;
  /** Records without the filter. */
  total?: number;
};

export const HINT: Columns = {
  filter: textColumn('name of the filter', 'method'),
  value: textColumn('its value as it is compared', 'sole source'),
  reason: textColumn(
    '`no_match`: nothing matches this filter alone; `excludes`: without it something matches; `outside_period`: the records have other days; `blank`: the municipality publishes no such values',
    'no_match',
    {values: HINT_REASONS},
  ),
  and: textColumn('only where two filters must be dropped together: the other one', 'vendor'),
  nearest: column(
    'text[]',
    'values that there are and that the text nearly is, nearest first, at most 5 (of closed sets all); of a bound on days the nearest day without it',
    ['Non-competitive'],
  ),
  from: column('date', 'only with `outside_period`: the first day of the records', '2004-01-05'),
  to: column('date', 'only with `outside_period`: the last day', '2026-11-20'),
  total: integerColumn('records without the filter; absent for none', 120),
};
