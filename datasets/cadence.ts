/** How old the files of a source may be, by how often its publisher renews them. */
import type {Cadence} from './types.ts';

/** Days after which a file is overdue: one period of its cadence and some days of delay; null: never. */
const OVERDUE_AFTER: Record<Cadence, number | null> = {
  daily: 3,
  weekly: 10,
  monthly: 40,
  quarterly: 120,
  yearly: 400,
  irregular: null,
};

/** Whether a file of this age in days is overdue. Files without a regular cadence never are. */
export const isOverdue = (cadence: string, days: number): boolean =>
  days > (OVERDUE_AFTER[cadence as Cadence] ?? Number.POSITIVE_INFINITY);

const DAY_MS = 86_400_000;

/**
 * Whole days from one time to another, both UTC `YYYY-MM-DDTHH:MM:SS`; 0 where it is earlier or not known.
 */
export function daysBetween(from: string, to: string): number {
  const age = Date.parse(`${to}Z`) - Date.parse(`${from}Z`);
  return Number.isFinite(age) ? Math.max(0, Math.floor(age / DAY_MS)) : 0;
}
