/** Compares the age of a source with how often its publisher renews it. */
import type {SourceEntry} from '../../datasets/artefacts.ts';
import type {Cadence} from '../../datasets/types.ts';

/** Days after which a file is overdue: one period of its cadence and some days of delay. */
const LONGEST: Record<Cadence, number | null> = {
  daily: 3,
  weekly: 10,
  monthly: 40,
  quarterly: 120,
  yearly: 400,
  irregular: null,
};

const DAY_MS = 86_400_000;

export interface Freshness {
  /** Whole days between the fetch of the newest file and the load. */
  days: number;
  /** `stale`: the last run could not renew it; `old`: overdue by its cadence. */
  state: 'fresh' | 'old' | 'stale';
}

/** Judged by the load time, not the clock, so that a build's report never changes. */
export function freshness(source: SourceEntry, builtAt: string): Freshness {
  const age = Date.parse(`${builtAt}Z`) - Date.parse(`${source.fetched_at}Z`);
  const days = Number.isFinite(age) ? Math.max(0, Math.floor(age / DAY_MS)) : 0;
  const longest = LONGEST[source.cadence as Cadence] ?? null;
  const old = longest !== null && days > longest;
  return {days, state: source.stale ? 'stale' : old ? 'old' : 'fresh'};
}
