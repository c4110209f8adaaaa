/** What is counted to bound guessing and mass sign-up: an event of a kind for a subject. */
import type {Database} from './database.ts';

export interface Attempts {
  /** Notes one. `subject` is an e-mail address or the address of a client. */
  add(kind: string, subject: string, now: Date): void;
  /** Times since `since` (not included), oldest first, ISO 8601. */
  since(kind: string, subject: string, since: Date): string[];
  /** Forgets a subject, as after a sign-in that worked. */
  forget(kind: string, subject: string): void;
  /** Removes what is older. */
  prune(before: Date): void;
}

export function attemptsTable({sql}: Database): Attempts {
  const add = sql.prepare('INSERT INTO attempts (kind, subject, at) VALUES (?, ?, ?)');
  const since = sql.prepare('SELECT at FROM attempts WHERE kind = ? AND subject = ? AND at > ? ORDER BY at');
  const forget = sql.prepare('DELETE FROM attempts WHERE kind = ? AND subject = ?');
  const prune = sql.prepare('DELETE FROM attempts WHERE at < ?');
  return {
    add(kind, subject, now) {
      add.run(kind, subject, now.toISOString());
    },
    since: (kind, subject, from) =>
      since.all(kind, subject, from.toISOString()).map((row) => String(row['at'])),
    forget(kind, subject) {
      forget.run(kind, subject);
    },
    prune(before) {
      prune.run(before.toISOString());
    },
  };
}
