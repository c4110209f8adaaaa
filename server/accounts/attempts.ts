/** The table of attempts that limit guessing and mass sign-up: events by kind and subject. */
import type {Database} from './database.ts';

export interface Attempts {
  /**
   * Records an attempt and returns its id. `subject` is a client address or the hash of an e-mail address.
   */
  add(kind: string, subject: string, now: Date): number;
  /** Times after `since` (exclusive), oldest first, ISO 8601. */
  since(kind: string, subject: string, since: Date): string[];
  /** Removes an attempt that turned out not to count, such as a successful sign-in. */
  remove(id: number): void;
  /** Removes attempts before a time. */
  prune(before: Date): void;
}

export function attemptsTable({sql}: Database): Attempts {
  const add = sql.prepare('INSERT INTO attempts (kind, subject, at) VALUES (?, ?, ?)');
  const since = sql.prepare('SELECT at FROM attempts WHERE kind = ? AND subject = ? AND at > ? ORDER BY at');
  const takeBack = sql.prepare('DELETE FROM attempts WHERE id = ?');
  const prune = sql.prepare('DELETE FROM attempts WHERE at < ?');
  return {
    add: (kind, subject, now) => Number(add.run(kind, subject, now.toISOString()).lastInsertRowid),
    since: (kind, subject, from) =>
      since.all(kind, subject, from.toISOString()).map((row) => String(row['at'])),
    remove(id) {
      takeBack.run(id);
    },
    prune(before) {
      prune.run(before.toISOString());
    },
  };
}
