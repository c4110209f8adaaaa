/** Commands that change an account. */
import {accountsTable} from '../accounts/accounts.ts';
import {emailOf} from '../accounts/credentials.ts';
import {keysTable} from '../accounts/keys.ts';
import {hashPassword, passwordsTable} from '../accounts/passwords.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import type {Quotas, TierName} from '../accounts/tiers.ts';
import {type Desk, Refusal, type Said} from './command.ts';
import {known, open} from './find_account.ts';
import {oneTimePassword} from './one_time.ts';
import {quotasText} from './text.ts';

interface Named {
  email: string;
}

export function setTier({email, tier}: Named & {tier: TierName}, {database}: Desk): Said {
  const {name, quotas} = database.transaction(() => {
    const {id} = open(database, email);
    const accounts = accountsTable(database);
    accounts.setTier(id, tier);
    return accounts.byId(id)!;
  });
  return {stdout: `${name}: tier ${tier}, ${quotasText(quotas)}\n`};
}

/** Quotas that are not given stay as they are. */
export function setQuotas({email, ...given}: Named & Partial<Quotas>, {database}: Desk): Said {
  return database.transaction(() => {
    const {id, name, tier, quotas: before} = open(database, email);
    if (tier !== 'enterprise') {
      throw new Refusal(`account ${name} is on the tier ${tier}: only enterprise has quotas of its own`);
    }
    const quotas = {...before, ...given};
    accountsTable(database).setQuotas(id, quotas);
    return {stdout: `${name}: ${quotasText(quotas)}\n`};
  });
}

export async function resetPassword({email}: Named, {database}: Desk): Promise<Said> {
  const {id, name} = open(database, email);
  const password = oneTimePassword();
  const hash = await hashPassword(password);
  database.transaction(() => {
    // It may have been closed while the password was hashed.
    open(database, email);
    passwordsTable(database).setOneTime(id, hash);
    sessionsTable(database).endOthers(id, null);
  });
  const useless = emailOf(name) === null ? ' It has no e-mail address, and so nobody can sign in to it.' : '';
  return {
    stdout: `${password}\n`,
    stderr: `account ${name}: the password signs in once and is shown only now; all sessions have ended.${useless}\n`,
  };
}

export function closeAccount({email}: Named, {database, now}: Desk): Said {
  const {name} = database.transaction(() => {
    const account = open(database, email);
    accountsTable(database).close(account.id, now);
    return account;
  });
  return {stdout: `${name}: closed\n`};
}

export function revokeKey({email}: Named, {database, now}: Desk): Said {
  const {id, name} = known(database, email);
  if (!keysTable(database).revoke(id, now)) throw new Refusal(`account ${name} has no key`);
  return {stdout: `${name}: key revoked\n`};
}
