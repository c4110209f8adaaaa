/** Accounts: who is known, on which tier, with which quotas. */

import type {Database} from './database.ts';
import {HOLDER_COLUMNS, holderOf, type KeyHolder, quotasOf, tierOf} from './holder.ts';
import type {Quotas, TierName} from './tiers.ts';

export interface Account {
  id: number;
  /** E-mail address, trimmed and in lower case, or what the operator called it. */
  name: string;
  tier: TierName;
  /** In force: those of the tier; of enterprise its own, null for unlimited. */
  quotas: Quotas;
  /** ISO 8601, UTC. */
  created_at: string;
  closed: boolean;
}

export interface Accounts {
  byName(name: string): Account | null;
  /** By an e-mail address, however it is written, or by what an operator called it. */
  named(text: string): Account | null;
  byId(id: number): Account | null;
  /** All, in the order of their names. */
  all(): Account[];
  /** Adds an account without key and password; throws when the name is taken. */
  add(name: string, tier: TierName, now: Date): Account;
  /** Applies to the next request. Own quotas stay noted and hold on enterprise only. */
  setTier(id: number, tier: TierName): void;
  /** Quotas that hold while the tier is enterprise. */
  setQuotas(id: number, quotas: Quotas): void;
  /** Ends all that may ask for it: the key, sessions and tool clients; its name stays taken. */
  close(id: number, now: Date): void;
  /** Who asks for an open account without a key, as a tool client does; null when closed or unknown. */
  holder(id: number): KeyHolder | null;
}

const COLUMNS = `${HOLDER_COLUMNS}, accounts.created_at AS created_at, accounts.closed AS closed`;

function accountOf(row: Record<string, unknown>): Account {
  const name = String(row['account']);
  const tier = tierOf(row['tier'], name);
  return {
    id: Number(row['id']),
    name,
    tier,
    quotas: quotasOf(tier, row),
    created_at: String(row['created_at']),
    closed: row['closed'] !== 0,
  };
}

/** E-mail addresses and names as the store has them. */
export const accountName = (text: string): string => text.trim().toLowerCase();

export function accountsTable({sql, transaction, changed}: Database): Accounts {
  const byName = sql.prepare(`SELECT ${COLUMNS} FROM accounts WHERE name = ?`);
  const byId = sql.prepare(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`);
  const all = sql.prepare(`SELECT ${COLUMNS} FROM accounts ORDER BY name`);
  const open = sql.prepare(`SELECT ${HOLDER_COLUMNS} FROM accounts WHERE id = ? AND closed = 0`);
  const add = sql.prepare('INSERT INTO accounts (name, tier, created_at) VALUES (?, ?, ?)');
  const setTier = sql.prepare('UPDATE accounts SET tier = ? WHERE id = ?');
  const setQuotas = sql.prepare(
    'UPDATE accounts SET month_quota = ?, day_quota = ?, minute_quota = ? WHERE id = ?',
  );
  const closing = [
    sql.prepare('UPDATE accounts SET closed = 1 WHERE id = :id AND :at = :at'),
    sql.prepare('UPDATE keys SET revoked_at = :at WHERE account = :id AND revoked_at IS NULL'),
    sql.prepare('DELETE FROM sessions WHERE account = :id AND :at = :at'),
    sql.prepare('UPDATE oauth_grants SET revoked_at = :at WHERE account = :id AND revoked_at IS NULL'),
  ];
  const one = (row: Record<string, unknown> | undefined) => (row ? accountOf(row) : null);
  return {
    byName: (name) => one(byName.get(name)),
    named: (text) => one(byName.get(text.trim()) ?? byName.get(accountName(text))),
    byId: (id) => one(byId.get(id)),
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
        for (const step of closing) step.run({id, at});
      });
      changed();
    },
    holder(id) {
      const row = open.get(id);
      return row ? holderOf(row, null) : null;
    },
  };
}
