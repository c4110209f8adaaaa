/** Stored counts of the latest rate limit windows, so that they survive a restart. */
import type {Database} from './database.ts';

/** The quota windows from shortest to longest: the order of all triples of counts. */
export const WINDOWS = ['minute', 'day', 'month'] as const;

export type WindowName = (typeof WINDOWS)[number];

/** One value for each of WINDOWS, in their order. */
export type OfWindows = readonly [minute: number, day: number, month: number];

/** Windows of a kind that are kept for an account: the present one, and those of clocks that jumped. */
const KEPT = 4;

export const windowsTable = ({get, all, run}: Database) => ({
  /** The stored counts of an account, by kind; `number` counts minutes, days or months since 1970. */
  ofAccount: (account: number) =>
    all<{kind: string; number: number; used: number}>(
      'SELECT kind, number, used FROM windows WHERE account = ? ORDER BY kind, number',
      account,
    ),
  /** The stored counts of the windows of these numbers; 0 for none. */
  get(account: number, numbers: OfWindows): OfWindows {
    const used = (i: 0 | 1 | 2) =>
      get<{used: number}>(
        'SELECT used FROM windows WHERE account = ? AND kind = ? AND number = ?',
        account,
        WINDOWS[i],
        numbers[i],
      )?.used ?? 0;
    return [used(0), used(1), used(2)];
  },
  /**
   * Adds to the count of the UTC minute, day or month with this number since 1970. The store keeps
   * the newest few windows of each kind.
   */
  add(account: number, kind: WindowName, {number, used}: {number: number; used: number}): void {
    const window = [account, kind, number, used] as const;
    const update =
      'UPDATE windows SET used = max(0, used + ?4) WHERE account = ?1 AND kind = ?2 AND number = ?3';
    if (run(update, ...window) > 0) return;
    run('INSERT INTO windows (account, kind, number, used) VALUES (?, ?, ?, max(0, ?))', ...window);
    run(
      `DELETE FROM windows WHERE account = ?1 AND kind = ?2 AND id NOT IN
         (SELECT id FROM windows WHERE account = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ${KEPT})`,
      account,
      kind,
    );
  },
});

/** Reads the stored counts of an account; may throw. */
export type LoadWindows = ReturnType<typeof windowsTable>['get'];
