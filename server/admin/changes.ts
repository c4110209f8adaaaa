/** Commands that change an account. */
import {randomInt} from 'node:crypto';
import type {Account} from '../accounts/accounts.ts';
import {parseEmail} from '../accounts/credentials.ts';
import {passwordHashing} from '../accounts/passwords.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type CommandContext, CommandError, type CommandOutput, type Given, quotaText} from './command.ts';

/** Finds by e-mail address in any spelling; throws `CommandError` if there is none. */
export function findAccount(context: CommandContext, email: string): Account {
  const account = accountTables(context).accounts.findByName(email);
  if (!account) throw new CommandError(`there is no account ${email}`);
  return account;
}

/** The same, but also throws `CommandError` for a closed account. */
export function findOpenAccount(context: CommandContext, email: string): Account {
  const account = findAccount(context, email);
  if (account.closed) throw new CommandError(`account ${account.name} is closed`);
  return account;
}

const quotasText = (quotas: Quotas): string =>
  `requests a ${WINDOWS.map((window) => `${window} ${quotaText(quotas[window])}`).join(', ')}`;

export function setTier({email, tier}: Given, context: CommandContext): CommandOutput {
  const {accounts, mail} = accountTables(context);
  const {name, quotas} = context.database.transaction(() => {
    const account = findOpenAccount(context, email);
    accounts.setTier(account.id, tier);
    if (account.tier !== tier) mail.tell(account, 'tier', context.now, {parts: {tier, before: account.tier}});
    return accounts.byId(account.id)!;
  });
  return {stdout: `${name}: tier ${tier}, ${quotasText(quotas)}\n`};
}

/** A closed account sees no page. */
export function setOperator({email, role}: Given, context: CommandContext): CommandOutput {
  const {id, name} = findOpenAccount(context, email);
  accountTables(context).accounts.setOperator(id, role);
  return {stdout: `${name}: ${role ? 'sees' : 'does not see'} the page of the operator\n`};
}

/** Quotas not given stay unchanged. */
export function setQuotas({email, quotas: given}: Given, context: CommandContext): CommandOutput {
  return context.database.transaction(() => {
    const {id, name, tier, quotas: before} = findOpenAccount(context, email);
    if (tier !== 'enterprise') {
      throw new CommandError(`account ${name} is on the tier ${tier}: only enterprise has quotas of its own`);
    }
    const quotas = {...before, ...given};
    accountTables(context).accounts.setQuotas(id, quotas);
    return {stdout: `${name}: ${quotasText(quotas)}\n`};
  });
}

/** Letters and digits that are easy to read out and type, without lookalikes. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A one-time password of 23 characters with 99 random bits, e.g. `k3x9m-...`. */
const oneTimePassword = (): string =>
  'xxxxx-xxxxx-xxxxx-xxxxx'.replace(/x/g, () => LETTERS[randomInt(LETTERS.length)]!);

export async function resetPassword({email}: Given, context: CommandContext): Promise<CommandOutput> {
  const {id, name} = findOpenAccount(context, email);
  const {passkeys, passwords, sessions} = accountTables(context);
  const password = oneTimePassword();
  const hash = await passwordHashing().hash(password);
  context.database.transaction(() => {
    // The account may have been closed while the password was hashed.
    findOpenAccount(context, email);
    passwords.setOneTime(id, hash);
    sessions.endOthers(id, null);
    passkeys.removeAll(id);
  });
  const useless =
    parseEmail(name) === null ? ' It has no e-mail address, and so nobody can sign in to it.' : '';
  return {
    stdout: `${password}\n`,
    stderr: `account ${name}: the password signs in once and is shown only now; all sessions and passkeys have ended.${useless}\n`,
  };
}

export function closeAccount({email}: Given, context: CommandContext): CommandOutput {
  const {name} = context.database.transaction(() => {
    const account = findOpenAccount(context, email);
    const {accounts, mail} = accountTables(context);
    accounts.close(account.id, context.now);
    mail.tell(account, 'closed', context.now, {parts: {at: context.now.toISOString()}});
    return account;
  });
  return {stdout: `${name}: closed\n`};
}

export function revokeKey({email}: Given, context: CommandContext): CommandOutput {
  const {id, name} = findAccount(context, email);
  if (!accountTables(context).keys.revoke(id, context.now))
    throw new CommandError(`account ${name} has no key`);
  return {stdout: `${name}: keys revoked\n`};
}
