/** Words of the report: numbers, shares, sizes, times, and how fresh a source is. */
import type {SourceEntry} from '../../builds/artefacts.ts';
import {daysBetween, isOverdue} from '../../datasets/cadence.ts';
import {number} from '../runtime/counts.ts';

const KILO = 1000;

/** With its sign, for differences. */
export const signed = (n: number): string => (n > 0 ? `+${number(n)}` : n < 0 ? `−${number(-n)}` : '0');

/** Share of a whole; a small share never rounds to 0%, nor an incomplete one to 100%. */
export function share(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  const percent = (100 * part) / whole;
  if (percent < 0.01) return '< 0.01%';
  if (part < whole && percent > 99.99) return '> 99.99%';
  return `${percent.toFixed(percent < 1 ? 2 : 1).replace(/\.0+$/, '')}%`;
}

export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO ** 2) return `${(bytes / KILO).toFixed(1)} kB`;
  if (bytes < KILO ** 3) return `${(bytes / KILO ** 2).toFixed(1)} MB`;
  return `${(bytes / KILO ** 3).toFixed(2)} GB`;
}

/** Named figures in a line. */
export const figuresText = (figures: Readonly<Record<string, number>>): string =>
  Object.entries(figures)
    .map(([name, figure]) => `${name}: ${number(figure)}`)
    .join(', ');

/** Formats `YYYY-MM-DDTHH:MM:SS` of a manifest for readers. */
export const formatTime = (stamp: string): string =>
  stamp ? `${stamp.replace('T', ' ').slice(0, 16)} UTC` : '';

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
