/** The table of accounts: names, tiers and quotas. */
import type {Database} from './database.ts';
import {PRINCIPAL_COLUMNS, type Principal, parseTier, quotasOf, toPrincipal} from './principal.ts';
import type {Quotas, TierName} from './tiers.ts';

export interface Account {
  id: number;
  /** E-mail address, trimmed and in lower case, or the name that the operator chose. */
  name: string;
  tier: TierName;
  /** Quotas in force: those of the tier; for enterprise the account's own, null for unlimited. */
  quotas: Quotas;
  /** ISO 8601, UTC. */
  created_at: string;
  closed: boolean;
}

export interface Accounts {
  byName(name: string): Account | null;
  /** Finds by e-mail address in any spelling, or by the operator's name. */
  findByName(text: string): Account | null;
  byId(id: number): Account | null;
  /** All accounts, sorted by name. */
  all(): Account[];
  /** Adds an account without key or password; throws if the name is taken. */
  add(name: string, tier: TierName, now: Date): Account;
  /** Takes effect with the next request. Custom quotas are kept but apply on enterprise only. */
  setTier(id: number, tier: TierName): void;
  /** Quotas that apply while the tier is enterprise. */
  setQuotas(id: number, quotas: Quotas): void;
  /** Revokes everything that acts for the account: key, sessions and tool clients. The name stays taken. */
  close(id: number, now: Date): void;
  /**
   * The principal of an open account that acts without a key, such as a tool client; null if closed or
   * unknown.
   */
  principal(id: number): Principal | null;
}

const COLUMNS = `${PRINCIPAL_COLUMNS}, accounts.created_at AS created_at, accounts.closed AS closed`;

function accountOf(row: Record<string, unknown>): Account {
  const name = String(row['account']);
  const tier = parseTier(row['tier'], name);
  return {
    id: Number(row['id']),
    name,
    tier,
    quotas: quotasOf(tier, row),
    created_at: String(row['created_at']),
    closed: row['closed'] !== 0,
  };
}

/** E-mail addresses and names as stored. */
export const normalizeName = (text: string): string => text.trim().toLowerCase();

export function accountsTable({sql, transaction, notifyChange: changed}: Database): Accounts {
  const byName = sql.prepare(`SELECT ${COLUMNS} FROM accounts WHERE name = ?`);
  const byId = sql.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`);
  const all = sql.prepare(`SELECT ${COLUMNS} FROM accounts ORDER BY name`);
  const openById = sql.prepare(`SELECT ${PRINCIPAL_COLUMNS} FROM accounts WHERE id = ? AND closed = 0`);
  const add = sql.prepare('INSERT INTO accounts (name, tier, created_at) VALUES (?, ?, ?)');
  const setTier = sql.prepare('UPDATE accounts SET tier = ? WHERE id = ?');
  const setQuotas = sql.prepare(
    'UPDATE accounts SET month_quota = ?, day_quota = ?, minute_quota = ? WHERE id = ?',
  );
  const closeStatements = [
    sql.prepare('UPDATE accounts SET closed = 1 WHERE id = :id AND :at = :at'),
    sql.prepare('UPDATE keys SET revoked_at = :at WHERE account = :id AND revoked_at IS NULL'),
    sql.prepare('DELETE FROM sessions WHERE account = :id AND :at = :at'),
    sql.prepare('UPDATE oauth_grants SET revoked_at = :at WHERE account = :id AND revoked_at IS NULL'),
  ];
  const toAccount = (row: Record<string, unknown> | undefined) => (row ? accountOf(row) : null);
  return {
    byName: (name) => toAccount(byName.get(name)),
    findByName: (text) => toAccount(byName.get(text.trim()) ?? byName.get(normalizeName(text))),
    byId: (id) => toAccount(byId.get(id)),
    all: () => all.all().map(accountOf),
    add(name, tier, now) {
      const {lastInsertRowid} = add.run(name, tier, now.toISOString());
      return accountOf(byId.get(lastInsertRowid)!);
    },
    setTier(id, tier) {
      setTier.run(tier, id);
      changed();
    },
    setQuotas(id, {month, day, minute}) {
      setQuotas.run(month, day, minute, id);
      changed();
    },
    close(id, now) {
      const at = now.toISOString();
      transaction(() => {
        for (const statement of closeStatements) statement.run({id, at});
      });
      changed();
    },
    principal(id) {
      const row = openById.get(id);
      return row ? toPrincipal(row, null) : null;
    },
  };
}
