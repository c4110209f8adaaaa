/** Finds the account that a command names. */
import {type Account, accountsTable} from '../accounts/accounts.ts';
import type {Database} from '../accounts/database.ts';
import {CommandError} from './command.ts';

/** Finds by e-mail address in any spelling; throws `CommandError` if there is none. */
export function findAccount(database: Database, email: string): Account {
  const account = accountsTable(database).findByName(email);
  if (!account) throw new CommandError(`there is no account ${email}`);
  return account;
}

/** The same, but also throws `CommandError` for a closed account. */
export function findOpenAccount(database: Database, email: string): Account {
  const account = findAccount(database, email);
  if (account.closed) throw new CommandError(`account ${account.name} is closed`);
  return account;
}
