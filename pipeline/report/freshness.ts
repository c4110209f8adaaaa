/** Compares the age of a source with how often its publisher renews it. */
import type {SourceEntry} from '../../builds/artefacts.ts';
import {daysBetween, isOverdue} from '../../datasets/cadence.ts';

export interface Freshness {
  /** Whole days between the fetch of the newest file and the load. */
  days: number;
  /** `stale`: the last run could not renew it; `old`: overdue by its cadence. */
  state: 'fresh' | 'old' | 'stale';
}

/** Judged by the load time, not the clock, so that a build's report never changes. */
export function freshness(source: SourceEntry, builtAt: string): Freshness {
  const days = daysBetween(source.fetched_at, builtAt);
  const old = isOverdue(source.cadence, days);
  return {days, state: source.stale ? 'stale' : old ? 'old' : 'fresh'};
}
