/** The account that a command names. */
import {type Account, accountsTable} from '../accounts/accounts.ts';
import type {Database} from '../accounts/database.ts';
import {Refusal} from './command.ts';

/** By its e-mail address, however it is written; throws `Refusal` where there is none. */
export function known(database: Database, email: string): Account {
  const account = accountsTable(database).named(email);
  if (!account) throw new Refusal(`there is no account ${email}`);
  return account;
}

/** The same; throws `Refusal` for a closed one, too. */
export function open(database: Database, email: string): Account {
  const account = known(database, email);
  if (account.closed) throw new Refusal(`account ${account.name} is closed`);
  return account;
}
