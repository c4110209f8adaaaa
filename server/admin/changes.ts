/** Commands that change an account. */
import {randomInt} from 'node:crypto';
import {type Account, accountsTable} from '../accounts/accounts.ts';
import {parseEmail} from '../accounts/credentials.ts';
import type {Database} from '../accounts/database.ts';
import {keysTable} from '../accounts/keys.ts';
import {passwordHashing, passwordsTable} from '../accounts/passwords.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type CommandContext, CommandError, type CommandOutput, type Given, quotaText} from './command.ts';

/** Finds by e-mail address in any spelling; throws `CommandError` if there is none. */
export function findAccount(database: Database, email: string): Account {
  const account = accountsTable(database).findByName(email);
  if (!account) throw new CommandError(`there is no account ${email}`);
  return account;
}

/** The same, but also throws `CommandError` for a closed account. */
function findOpenAccount(database: Database, email: string): Account {
  const account = findAccount(database, email);
  if (account.closed) throw new CommandError(`account ${account.name} is closed`);
  return account;
}

const quotasText = (quotas: Quotas): string =>
  `requests a ${WINDOWS.map((window) => `${window} ${quotaText(quotas[window])}`).join(', ')}`;

export function setTier({email, tier}: Given, {database}: CommandContext): CommandOutput {
  const {name, quotas} = database.transaction(() => {
    const {id} = findOpenAccount(database, email);
    const accounts = accountsTable(database);
    accounts.setTier(id, tier);
    return accounts.byId(id)!;
  });
  return {stdout: `${name}: tier ${tier}, ${quotasText(quotas)}\n`};
}

/** Quotas not given stay unchanged. */
export function setQuotas({email, quotas: given}: Given, {database}: CommandContext): CommandOutput {
  return database.transaction(() => {
    const {id, name, tier, quotas: before} = findOpenAccount(database, email);
    if (tier !== 'enterprise') {
      throw new CommandError(`account ${name} is on the tier ${tier}: only enterprise has quotas of its own`);
    }
    const quotas = {...before, ...given};
    accountsTable(database).setQuotas(id, quotas);
    return {stdout: `${name}: ${quotasText(quotas)}\n`};
  });
}

/** Letters and digits that are easy to read out and type, without lookalikes. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A one-time password of 23 characters with 99 random bits, e.g. `k3x9m-...`. */
const oneTimePassword = (): string =>
  'xxxxx-xxxxx-xxxxx-xxxxx'.replace(/x/g, () => LETTERS[randomInt(LETTERS.length)]!);

export async function resetPassword({email}: Given, {database}: CommandContext): Promise<CommandOutput> {
  const {id, name} = findOpenAccount(database, email);
  const password = oneTimePassword();
  const hash = await passwordHashing().hash(password);
  database.transaction(() => {
    // The account may have been closed while the password was hashed.
    findOpenAccount(database, email);
    passwordsTable(database).setOneTime(id, hash);
    sessionsTable(database).endOthers(id, null);
  });
  const useless =
    parseEmail(name) === null ? ' It has no e-mail address, and so nobody can sign in to it.' : '';
  return {
    stdout: `${password}\n`,
    stderr: `account ${name}: the password signs in once and is shown only now; all sessions have ended.${useless}\n`,
  };
}

export function closeAccount({email}: Given, {database, now}: CommandContext): CommandOutput {
  const {name} = database.transaction(() => {
    const account = findOpenAccount(database, email);
    accountsTable(database).close(account.id, now);
    return account;
  });
  return {stdout: `${name}: closed\n`};
}

export function revokeKey({email}: Given, {database, now}: CommandContext): CommandOutput {
  const {id, name} = findAccount(database, email);
  if (!keysTable(database).revoke(id, now)) throw new CommandError(`account ${name} has no key`);
  return {stdout: `${name}: keys revoked\n`};
}
