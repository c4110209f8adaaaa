/** What is counted to bound guessing and mass sign-up: an event of a kind for a subject. */
import type {Database} from './database.ts';

export interface Attempts {
  /** Notes one and gives its number. `subject` is the address of a client, or the hash of an e-mail. */
  add(kind: string, subject: string, now: Date): number;
  /** Times since `since` (not included), oldest first, ISO 8601. */
  since(kind: string, subject: string, since: Date): string[];
  /** Removes one that was not what is counted, as a sign-in that worked is no failure. */
  takeBack(id: number): void;
  /** Removes what is older. */
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
    takeBack(id) {
      takeBack.run(id);
    },
    prune(before) {
      prune.run(before.toISOString());
    },
  };
}
