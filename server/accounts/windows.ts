/** Stored counts of the current rate limit windows, so that they survive a restart. Written at most once a second. */
import type {Database} from './database.ts';

/** The quota windows from shortest to longest: the order of all triples of counts. */
export const WINDOWS = ['minute', 'day', 'month'] as const;

export type WindowName = (typeof WINDOWS)[number];

export interface WindowCount {
  /** Number of the UTC minute, day or month since 1970. */
  number: number;
  used: number;
}

export interface WindowCounts {
  /** The last written window of each kind; null if none. */
  get(account: number): Record<WindowName, WindowCount | null>;
  /** Adds to the count if the same window is stored, else replaces it. */
  add(account: number, kind: WindowName, count: WindowCount): void;
}

export function windowsTable({sql}: Database): WindowCounts {
  const select = sql.prepare('SELECT kind, number, used FROM windows WHERE account = ?');
  const add = sql.prepare(
    `INSERT INTO windows (account, kind, number, used) VALUES (?, ?, ?, max(0, ?))
     ON CONFLICT (account, kind) DO UPDATE SET
       used = CASE WHEN number = excluded.number THEN max(0, used + ?4) ELSE excluded.used END,
       number = excluded.number`,
  );
  return {
    get(account) {
      const rows = new Map(select.all(account).map((row) => [String(row['kind']), row]));
      const count = (kind: WindowName): WindowCount | null => {
        const row = rows.get(kind);
        return row ? {number: Number(row['number']), used: Number(row['used'])} : null;
      };
      const [minute, day, month] = WINDOWS.map(count);
      return {minute: minute!, day: day!, month: month!};
    },
    add(account, kind, {number, used}) {
      add.run(account, kind, number, used);
    },
  };
}
