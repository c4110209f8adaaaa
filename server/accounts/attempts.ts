/** The table of attempts that limit guessing and mass sign-up: events by kind and subject. */
import type {Database} from './database.ts';

/** A subject is a client address or the hash of an e-mail address. */
export const attemptsTable = ({get, all, run}: Database) => ({
  /** Records an attempt and returns its id. */
  add: (kind: string, subject: string, now: Date) =>
    get<{id: number}>(
      'INSERT INTO attempts (kind, subject, at) VALUES (?, ?, ?) RETURNING id',
      kind,
      subject,
      now,
    )!.id,
  /** Times after `since` (exclusive), oldest first, ISO 8601. */
  since: (kind: string, subject: string, since: Date) =>
    all<{at: string}>(
      'SELECT at FROM attempts WHERE kind = ? AND subject = ? AND at > ? ORDER BY at',
      kind,
      subject,
      since,
    ).map(({at}) => at),
  /** Removes an attempt that turned out not to count, such as a successful sign-in. */
  remove: (id: number) => run('DELETE FROM attempts WHERE id = ?', id),
});
