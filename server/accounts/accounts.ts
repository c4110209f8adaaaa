/** The table of accounts: names, tiers and quotas. */
import type {Database} from './database.ts';
import {PRINCIPAL_COLUMNS, type Principal, type PrincipalRow, toPrincipal} from './principal.ts';
import type {Quotas, TierName} from './tiers.ts';

export interface Account extends Pick<Principal, 'id' | 'tier' | 'quotas'> {
  /** E-mail address, trimmed and in lower case, or the name that the operator chose. */
  name: string;
  /** ISO 8601, UTC. */
  created_at: string;
  closed: boolean;
  /** Of its messages: that of the pages when it last signed in. */
  language: MailLanguage;
  /** Whether its owner has shown that the address is theirs. */
  proof: Proof;
  /** Whether it takes no messages but those about its security. */
  unsubscribed: boolean;
  /** Whether it may see the page of the operator. */
  isOperator: boolean;
}

/** Languages of messages. */
export type MailLanguage = 'en' | 'fr';

/** `asked`: a message with a link is under way; `none`: from when there was no mail, or made by an operator. */
export type Proof = 'none' | 'asked' | 'given';

/** In the order of their numbers in the store. */
const PROOFS: readonly Proof[] = ['none', 'asked', 'given'];

type Row = PrincipalRow & {
  created_at: string;
  closed: number;
  language: string;
  proof: number;
  unsubscribed_at: string | null;
  operator: number;
};

function accountOf(row: Row): Account {
  const {id, account: name, tier, quotas} = toPrincipal(row, null);
  return {
    id,
    name,
    tier,
    quotas,
    created_at: row.created_at,
    closed: row.closed !== 0,
    language: row.language === 'fr' ? 'fr' : 'en',
    proof: PROOFS[row.proof] ?? 'none',
    unsubscribed: row.unsubscribed_at !== null,
    isOperator: row.operator !== 0,
  };
}

/** E-mail addresses and names as stored. */
export const normalizeName = (text: string): string => text.trim().toLowerCase();

const SELECT = `SELECT ${PRINCIPAL_COLUMNS}, created_at, closed, language, proof, unsubscribed_at, operator FROM accounts`;

/** What messages to an account depend on. */
const mailColumns = ({run, change}: Database) => ({
  setLanguage: (id: number, language: MailLanguage) =>
    run('UPDATE accounts SET language = ?1 WHERE id = ?2 AND language <> ?1', language, id),
  setProof: (id: number, proof: Proof) =>
    run('UPDATE accounts SET proof = ? WHERE id = ?', PROOFS.indexOf(proof), id),
  /** Takes notices from now on, or none but those about security. */
  subscribe: (id: number, wanted: boolean, now: Date) =>
    run(
      `UPDATE accounts SET unsubscribed_at = CASE ?1 WHEN 1 THEN NULL ELSE coalesce(unsubscribed_at, ?2) END
       WHERE id = ?3`,
      wanted ? 1 : 0,
      now,
      id,
    ),
  /** Gives the account another name, an address that its owner has shown to be theirs; throws if it is taken. */
  rename: (id: number, name: string) =>
    change(() =>
      run('UPDATE accounts SET name = ?, proof = ? WHERE id = ?', name, PROOFS.indexOf('given'), id),
    ),
});

export function accountsTable(database: Database) {
  const {get, all, run, change} = database;
  const find = (condition: string, value: string | number): Account | null => {
    const row = get<Row>(`${SELECT} WHERE ${condition} = ?`, value);
    return row ? accountOf(row) : null;
  };
  const byName = (name: string) => find('name', name);
  return {
    ...mailColumns(database),
    byName,
    byId: (id: number) => find('id', id),
    /** Finds by e-mail address in any spelling, or by the operator's name. */
    findByName: (text: string) => byName(text.trim()) ?? byName(normalizeName(text)),
    /** All accounts, sorted by name. */
    all: (): Account[] => all<Row>(`${SELECT} ORDER BY name`).map(accountOf),
    /** Adds an account without key or password; throws if the name is taken. */
    add(name: string, tier: TierName, now: Date): Account {
      run('INSERT INTO accounts (name, tier, created_at) VALUES (?, ?, ?)', name, tier, now);
      return byName(name)!;
    },
    /** Takes effect with the next request. Quotas of the account's own stay stored, but apply on the enterprise tier only. */
    setTier(id: number, tier: TierName): void {
      change(() => run('UPDATE accounts SET tier = ? WHERE id = ?', tier, id));
    },
    /** Quotas that apply while the tier is enterprise. */
    setQuotas(id: number, {month, day, minute}: Quotas): void {
      const set = 'UPDATE accounts SET month_quota = ?, day_quota = ?, minute_quota = ? WHERE id = ?';
      change(() => run(set, month, day, minute, id));
    },
    /** Shows it the page of the operator, or no more. */
    setOperator: (id: number, is: boolean) =>
      change(() => run('UPDATE accounts SET operator = ? WHERE id = ?', is ? 1 : 0, id)),
    /** Revokes everything that acts for the account: key, sessions, passkeys, saved searches, members and tool clients. The name stays taken. */
    close(id: number, now: Date): void {
      change(() => {
        run('UPDATE accounts SET closed = 1 WHERE id = ?', id);
        run('UPDATE keys SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL', now, id);
        run('DELETE FROM sessions WHERE account = ?', id);
        run('DELETE FROM passkeys WHERE account = ?', id);
        run('DELETE FROM searches WHERE account = ?', id);
        run('DELETE FROM members WHERE account = ?1 OR person = ?1', id);
        run('UPDATE oauth_grants SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL', now, id);
      });
    },
    /**
     * The principal of an open account that acts without a key, such as a tool client; null if closed or
     * unknown.
     */
    principal(id: number): Principal | null {
      const row = get<PrincipalRow>(
        `SELECT ${PRINCIPAL_COLUMNS} FROM accounts WHERE id = ? AND closed = 0`,
        id,
      );
      return row ? toPrincipal(row, null) : null;
    },
  };
}
