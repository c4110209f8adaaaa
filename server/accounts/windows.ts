/**
 * Stored counts of the current rate limit windows, so that they survive a restart. Written at most once a
 * second.
 */
import type {Database} from './database.ts';

/** The quota windows from shortest to longest: the order of all triples of counts. */
export const WINDOWS = ['minute', 'day', 'month'] as const;

export type WindowName = (typeof WINDOWS)[number];

export interface WindowCount {
  /** Number of the UTC minute, day or month since 1970. */
  number: number;
  used: number;
}

/** One value for each of WINDOWS, in their order. */
export type OfWindows = readonly [minute: number, day: number, month: number];

export interface WindowCounts {
  /** The stored counts of the windows of these numbers; 0 for none. */
  get(account: number, numbers: OfWindows): OfWindows;
  /** Adds to the count of a window. Of each kind the few windows that came last are kept. */
  add(account: number, kind: WindowName, count: WindowCount): void;
}

/** Windows of a kind that are kept for an account: the present one, and those of clocks that jumped. */
const KEPT = 4;

export function windowsTable({sql}: Database): WindowCounts {
  const select = sql.prepare('SELECT used FROM windows WHERE account = ? AND kind = ? AND number = ?');
  const update = sql.prepare(
    'UPDATE windows SET used = max(0, used + ?4) WHERE account = ?1 AND kind = ?2 AND number = ?3',
  );
  const insert = sql.prepare('INSERT INTO windows (account, kind, number, used) VALUES (?, ?, ?, max(0, ?))');
  const prune = sql.prepare(
    `DELETE FROM windows WHERE account = ?1 AND kind = ?2 AND id NOT IN
       (SELECT id FROM windows WHERE account = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ${KEPT})`,
  );
  return {
    get(account, numbers) {
      const used = (i: 0 | 1 | 2) => Number(select.get(account, WINDOWS[i], numbers[i])?.['used'] ?? 0);
      return [used(0), used(1), used(2)];
    },
    add(account, kind, {number, used}) {
      if (update.run(account, kind, number, used).changes > 0) return;
      insert.run(account, kind, number, used);
      prune.run(account, kind);
    },
  };
}
