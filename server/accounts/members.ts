/**
 * The table of members: people who may act for an account of somebody else, and invitations that wait. The person
 * who signs in with the address of the account is its owner without a row, so that it always has one.
 */
import type {Account} from './accounts.ts';
import type {Database} from './database.ts';

/** From the one who may do most. */
export const ROLES = ['owner', 'manager', 'reader'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role may do what `least` may. */
export const mayDo = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);

/** The role of a form; null for another value. */
export const readRole = (text: string | null): Role | null => ROLES.find((one) => one === text) ?? null;

/** Rows of an account, invitations included. */
export const MAX_MEMBERS = 50;

/** How long an invitation waits. */
export const INVITATION_DAYS = 7;

export interface Member {
  id: number;
  /** Present address of a member; that to which an invitation went. */
  address: string;
  role: Role;
  /** ISO 8601, UTC. */
  invited_at: string;
  /** Null: it waits. */
  accepted_at: string | null;
}

/** An account for which somebody may act, or to which they are invited. */
export interface Membership {
  /** Of the row. */
  id: number;
  account: number;
  name: string;
  role: Role;
  invited_at: string;
}

const MEMBERSHIPS = `SELECT members.id AS id, account, accounts.name AS name, role, invited_at
  FROM members JOIN accounts ON accounts.id = members.account AND closed = 0`;

const DAY_MS = 86_400_000;

const lookUps = ({get, all}: Database) => ({
  /** What a person may do in an open account; null: nothing. */
  roleOf: (account: number, person: number): Role | null =>
    account === person
      ? 'owner'
      : (get<Membership>(`${MEMBERSHIPS} WHERE account = ? AND person = ?`, account, person)?.role ?? null),
  /** Oldest first. */
  ofAccount: (account: number) =>
    all<Member>(
      `SELECT members.id AS id, coalesce(name, address) AS address, role, invited_at, accepted_at
       FROM members LEFT JOIN accounts ON accounts.id = person WHERE account = ? ORDER BY members.id`,
      account,
    ),
  /** Accounts of others for which a person may act. */
  ofPerson: (person: number) => all<Membership>(`${MEMBERSHIPS} WHERE person = ? ORDER BY name`, person),
  /** Invitations that wait for an address, but those of its own account. */
  invitationsTo: (address: string, now: Date) =>
    all<Membership>(
      `${MEMBERSHIPS} WHERE person IS NULL AND address = ?1 AND expires_at > ?2 AND name <> ?1 ORDER BY members.id`,
      address,
      now,
    ),
});

/** Changes of rows; false where there is none. */
const changes = ({get, run, transaction}: Database) => {
  const removeRow = (condition: string, ...values: number[]): boolean =>
    transaction(() => run(`DELETE FROM members WHERE ${condition}`, ...values) > 0);
  return {
    /** Invites an address, again if it was; false if the account has as many members as it may. */
    invite: (account: number, address: string, role: Role, now: Date): boolean =>
      transaction(() => {
        const {n} = get<{n: number}>(
          'SELECT count(*) AS n FROM members WHERE account = ? AND address <> ?',
          account,
          address,
        )!;
        if (n >= MAX_MEMBERS) return false;
        run(
          `INSERT INTO members (account, address, role, invited_at, expires_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (account, address) WHERE person IS NULL DO UPDATE SET
             role = excluded.role, invited_at = excluded.invited_at, expires_at = excluded.expires_at`,
          account,
          address,
          role,
          now,
          new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
        );
        return true;
      }),
    setRole: (account: number, id: number, role: Role): boolean =>
      transaction(
        () => run('UPDATE members SET role = ? WHERE id = ? AND account = ?', role, id, account) > 0,
      ),
    remove: (account: number, id: number) => removeRow('id = ? AND account = ?', id, account),
    leave: (account: number, person: number) => removeRow('account = ? AND person = ?', account, person),
    /** Declines an invitation. */
    decline: ({id}: Pick<Membership, 'id'>) => removeRow('id = ? AND person IS NULL', id),
  };
};

export function membersTable(database: Database) {
  const {get, run, transaction} = database;
  const found = lookUps(database);
  const rows = changes(database);
  /** Makes a person a member; one who is already stays as they are. */
  const accept = ({id, account}: Pick<Membership, 'id' | 'account'>, person: number, now: Date): boolean =>
    transaction(() => {
      if (found.roleOf(account, person) !== null) return rows.decline({id});
      const set = 'UPDATE members SET person = ?, accepted_at = ? WHERE id = ? AND person IS NULL';
      return run(set, person, now, id) > 0;
    });
  return {
    ...found,
    ...rows,
    accept,
    /** Makes a person a member without asking them, or gives them another role; false if the account is full. */
    put: (account: number, {id, name}: Pick<Account, 'id' | 'name'>, role: Role, now: Date): boolean =>
      transaction(() => {
        const find =
          'SELECT id FROM members WHERE account = ?1 AND (person = ?2 OR person IS NULL AND address = ?3)';
        const before = get<{id: number}>(`${find} ORDER BY person IS NULL`, account, id, name);
        if (!before && !rows.invite(account, name, role, now)) return false;
        const row = before ?? get<{id: number}>(find, account, id, name)!;
        rows.setRole(account, row.id, role);
        if (found.roleOf(account, id) === null) accept({id: row.id, account}, id, now);
        return true;
      }),
  };
}
