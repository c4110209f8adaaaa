/** Commands that change an account. */
import {accountsTable} from '../accounts/accounts.ts';
import {parseEmail} from '../accounts/credentials.ts';
import {keysTable} from '../accounts/keys.ts';
import {passwordHashing, passwordsTable} from '../accounts/passwords.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import type {Quotas, TierName} from '../accounts/tiers.ts';
import {type CommandContext, CommandError, type CommandOutput} from './command.ts';
import {findAccount, findOpenAccount} from './find_account.ts';
import {quotasText} from './format.ts';
import {oneTimePassword} from './one_time_password.ts';

interface AccountArgument {
  email: string;
}

export function setTier(
  {email, tier}: AccountArgument & {tier: TierName},
  {database}: CommandContext,
): CommandOutput {
  const {name, quotas} = database.transaction(() => {
    const {id} = findOpenAccount(database, email);
    const accounts = accountsTable(database);
    accounts.setTier(id, tier);
    return accounts.byId(id)!;
  });
  return {stdout: `${name}: tier ${tier}, ${quotasText(quotas)}\n`};
}

/** Quotas not given stay unchanged. */
export function setQuotas(
  {email, ...given}: AccountArgument & Partial<Quotas>,
  {database}: CommandContext,
): CommandOutput {
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

export async function resetPassword(
  {email}: AccountArgument,
  {database}: CommandContext,
): Promise<CommandOutput> {
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

export function closeAccount({email}: AccountArgument, {database, now}: CommandContext): CommandOutput {
  const {name} = database.transaction(() => {
    const account = findOpenAccount(database, email);
    accountsTable(database).close(account.id, now);
    return account;
  });
  return {stdout: `${name}: closed\n`};
}

export function revokeKey({email}: AccountArgument, {database, now}: CommandContext): CommandOutput {
  const {id, name} = findAccount(database, email);
  if (!keysTable(database).revoke(id, now)) throw new CommandError(`account ${name} has no key`);
  return {stdout: `${name}: keys revoked\n`};
}
