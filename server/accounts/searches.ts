/** The table of saved searches: what somebody follows, how they are told, and how far they were. */
import type {MailLanguage} from './accounts.ts';
import type {Database} from './database.ts';

/** How often one is told. */
export const CADENCES = ['build', 'day', 'week'] as const;
export type Cadence = (typeof CADENCES)[number];

/** How one is told: by e-mail, by a request to an address of one's own, by a feed that one reads. */
export const CHANNELS = ['mail', 'hook', 'feed'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `failed`: its address did not take messages for so long that it gets no more. */
export type SearchState = 'on' | 'paused' | 'failed';

/** Longest name, in characters. */
export const MAX_SEARCH_NAME = 120;

export interface NewSearch {
  account: number;
  name: string;
  /** Path of the list below the API with its filters, in one form for equal lists. */
  list: string;
  language: MailLanguage;
  cadence: Cadence;
  channel: Channel;
  /** Of a `hook`: where messages go. */
  address: string | null;
  /** Of a `hook`: key of the signature, in the clear, since both sides compute it. */
  secret: string | null;
  /** Of a `feed`: SHA-256 of the token in its address. */
  token: string | null;
  /** Id of the build of its beginning, where its list has no other search; empty: the next one that is looked at. */
  build: string;
}

export interface SavedSearch extends NewSearch {
  id: number;
  state: SearchState;
  /** The newest changes that its owner was told of: an id of `search_changes`. */
  told: number;
  /** ISO 8601, UTC, as below. */
  created_at: string;
  /** When its owner is told next; null: there is nothing to tell. */
  due_at: string | null;
  sent_at: string | null;
}

/** The newest changes of any list: what was before a search is not told. */
const NEWEST = '(SELECT coalesce(max(id), 0) FROM search_changes)';

/**
 * The build that a search of a list begins with: that of the others, whose changes it shares, since changes of two
 * spans that overlap would count twice; without others the one given.
 */
const BEGINNING = `coalesce((SELECT build FROM searches AS other
  WHERE other.list = ?1 AND other.state = 'on' LIMIT 1), ?2)`;

const countOf = ({get}: Pick<Database, 'get'>, account: number): number =>
  get<{n: number}>('SELECT count(*) AS n FROM searches WHERE account = ?', account)!.n;

/** What pages and commands do with the searches of an account. */
const ownerColumns = ({get, all, run, transaction}: Database) => ({
  /** Null where the account has `most` already. */
  add: (search: NewSearch, most: number | null, now: Date): SavedSearch | null =>
    transaction(() => {
      const {account, name, list, language, cadence, channel, address, secret, token, build} = search;
      if (most !== null && countOf({get}, account) >= most) return null;
      return get<SavedSearch>(
        `INSERT INTO searches
           (list, build, account, name, language, cadence, channel, address, secret, token, told, created_at)
         VALUES (?1, ${BEGINNING}, ?, ?, ?, ?, ?, ?, ?, ?, ${NEWEST}, ?) RETURNING *`,
        list,
        build,
        account,
        name,
        language,
        cadence,
        channel,
        address,
        secret,
        token,
        now,
      )!;
    }),
  /** How many an account has. */
  count: (account: number) => countOf({get}, account),
  /** Oldest first. */
  ofAccount: (account: number) =>
    all<SavedSearch>('SELECT * FROM searches WHERE account = ? ORDER BY id', account),
  byId: (id: number) => get<SavedSearch>('SELECT * FROM searches WHERE id = ?', id) ?? null,
  /** Of an open account; null for an unknown token. */
  byToken: (hash: string) =>
    get<SavedSearch>(
      `SELECT * FROM searches WHERE token = ?
       AND account IN (SELECT id FROM accounts WHERE closed = 0)`,
      hash,
    ) ?? null,
  /** Ends what waits to be told; false where the account has no such search. */
  pause: (id: number, account: number) =>
    run(`UPDATE searches SET state = 'paused', due_at = NULL WHERE id = ? AND account = ?`, id, account) > 0,
  /** Is told of the next build after `build`, as a new one: what was between is not told. */
  resume: (id: number, account: number, build: string) =>
    run(
      `UPDATE searches SET state = 'on', build = ${BEGINNING.replace('?1', 'searches.list')}, due_at = NULL,
         told = ${NEWEST}
       WHERE id = ?1 AND account = ?3 AND state <> 'on'`,
      id,
      build,
      account,
    ) > 0,
  /** The token before opens nothing any more. */
  renew: (id: number, account: number, token: string) =>
    run(
      `UPDATE searches SET token = ? WHERE id = ? AND account = ? AND channel = 'feed'`,
      token,
      id,
      account,
    ) > 0,
  remove: (id: number, account: number) =>
    transaction(() => run('DELETE FROM searches WHERE id = ? AND account = ?', id, account) > 0),
});

/** What telling does. */
const tellerColumns = ({all, run, get}: Database) => ({
  /** Searches whose owners are to be told now, at most `most`. */
  due: (now: Date, most: number) =>
    all<SavedSearch>(
      `SELECT * FROM searches WHERE due_at <= ? AND state = 'on' ORDER BY due_at, id LIMIT ?`,
      now,
      most,
    ),
  /** Its owner is told of all up to these changes. */
  tell: (id: number, told: number) =>
    run('UPDATE searches SET told = max(told, ?), due_at = NULL WHERE id = ?', told, id),
  /** The last message has arrived. */
  setSent: (id: number, now: Date) => run('UPDATE searches SET sent_at = ? WHERE id = ?', now, id),
  /** No more messages go to its address; false where that was so before. */
  fail: (id: number) =>
    run(`UPDATE searches SET state = 'failed', due_at = NULL WHERE id = ? AND state = 'on'`, id) > 0,
  /** Searches that are to be told now or later, and how many seconds ago the first of them was due. */
  waiting: (now: Date): {searches: number; seconds: number} => {
    const {searches, due} = get<{searches: number; due: string | null}>(
      'SELECT count(*) AS searches, min(due_at) AS due FROM searches WHERE due_at IS NOT NULL',
    )!;
    return {searches, seconds: due ? Math.max(0, (now.getTime() - Date.parse(due)) / 1000) : 0};
  },
});

export const searchesTable = (database: Database) => ({
  ...ownerColumns(database),
  ...tellerColumns(database),
});
