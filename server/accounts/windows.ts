/** Counts of the current windows, so that they survive a restart. Written at most every second. */
import type {Database} from './database.ts';

/** The windows of the quotas, from the shortest to the longest: the order of all triples of counts. */
export const WINDOWS = ['minute', 'day', 'month'] as const;

export type WindowName = (typeof WINDOWS)[number];

export interface WindowCount {
  /** Number of the window since 1970: of the UTC minute, day or month. */
  number: number;
  used: number;
}

export interface WindowCounts {
  /** The newest window of each kind that was written; null for none. */
  of(account: number): Record<WindowName, WindowCount | null>;
  /** Adds to the count of the window that is written; any other window takes its place. */
  add(account: number, kind: WindowName, count: WindowCount): void;
}

export function windowsTable({sql}: Database): WindowCounts {
  const of = sql.prepare('SELECT kind, number, used FROM windows WHERE account = ?');
  const add = sql.prepare(
    `INSERT INTO windows (account, kind, number, used) VALUES (?, ?, ?, max(0, ?))
     ON CONFLICT (account, kind) DO UPDATE SET
       used = CASE WHEN number = excluded.number THEN max(0, used + ?4) ELSE excluded.used END,
       number = excluded.number`,
  );
  return {
    of(account) {
      const rows = new Map(of.all(account).map((row) => [String(row['kind']), row]));
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
