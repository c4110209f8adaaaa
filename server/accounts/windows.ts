/** Stored counts of the latest rate limit windows, so that they survive a restart. */
import type {Database} from './database.ts';

/** The quota windows from shortest to longest: the order of all triples of counts. */
export const WINDOWS = ['minute', 'day', 'month'] as const;

export type WindowName = (typeof WINDOWS)[number];

/** One value for each of WINDOWS, in their order. */
export type OfWindows = readonly [minute: number, day: number, month: number];

/** Windows of a kind that are kept for an account: the present one, and those of clocks that jumped. */
const KEPT = 4;

/** Those of accounts, or those of keys on a lower tier than their account. */
type OfOwners = 'account' | 'key';

const TABLES: Readonly<Record<OfOwners, string>> = {account: 'windows', key: 'key_windows'};

const windowRows = ({get, all, run}: Database, owner: OfOwners, table = TABLES[owner]) => ({
  /** The stored counts of an owner, by kind; `number` counts minutes, days or months since 1970. */
  of: (id: number) =>
    all<{kind: string; number: number; used: number}>(
      `SELECT kind, number, used FROM ${table} WHERE ${owner} = ? ORDER BY kind, number`,
      id,
    ),
  /** The stored counts of the windows of these numbers; 0 for none. */
  get(id: number, numbers: OfWindows): OfWindows {
    const used = (i: 0 | 1 | 2) =>
      get<{used: number}>(
        `SELECT used FROM ${table} WHERE ${owner} = ? AND kind = ? AND number = ?`,
        id,
        WINDOWS[i],
        numbers[i],
      )?.used ?? 0;
    return [used(0), used(1), used(2)];
  },
  /**
   * Adds to the count of the UTC minute, day or month with this number since 1970. The store keeps
   * the newest few windows of each kind.
   */
  add(id: number, kind: WindowName, {number, used}: {number: number; used: number}): void {
    const window = [id, kind, number, used] as const;
    const update = `UPDATE ${table} SET used = max(0, used + ?4) WHERE ${owner} = ?1 AND kind = ?2 AND number = ?3`;
    if (run(update, ...window) > 0) return;
    run(`INSERT INTO ${table} (${owner}, kind, number, used) VALUES (?, ?, ?, max(0, ?))`, ...window);
    run(
      `DELETE FROM ${table} WHERE ${owner} = ?1 AND kind = ?2 AND id NOT IN
         (SELECT id FROM ${table} WHERE ${owner} = ?1 AND kind = ?2 ORDER BY id DESC LIMIT ${KEPT})`,
      id,
      kind,
    );
  },
});

export const windowsTable = (database: Database) => windowRows(database, 'account');
export const keyWindowsTable = (database: Database) => windowRows(database, 'key');

/** Reads the stored counts of a counter; may throw. */
export type LoadWindows = (counter: number, numbers: OfWindows) => OfWindows;
