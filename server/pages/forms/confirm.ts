/**
 * Form: confirms an address by the token of a message and the password: a link alone, opened by whom it went
 * to by mistake, gives nobody an account.
 */
import type {Account} from '../../accounts/accounts.ts';
import type {MailToken} from '../../accounts/mail_tokens.ts';
import {hashSecret} from '../../accounts/secrets.ts';
import type {Text} from '../../site/messages.ts';
import {MAIL_TOKEN, mailPage} from '../../site/navigation.ts';
import {guessesOf} from '../attempt_limits.ts';
import type {SubmittedForm} from '../page_services.ts';
import {visitor} from '../session.ts';
import {enter} from './enter.ts';
import {hashAttempt} from './hash_attempt.ts';

/** The account and what its token proves; null for a token that is not good, or of another address. */
export function toConfirm(
  {tables: {accounts, mailTokens}, now}: Pick<SubmittedForm, 'tables' | 'now'>,
  token: string,
): {account: Account; proof: MailToken} | null {
  const proof = mailTokens.find(hashSecret(token), now);
  const account = proof && accounts.byId(proof.account);
  if (!account) return null;
  const isGood = proof.purpose === 'change' || (proof.purpose === 'verify' && proof.address === account.name);
  return isGood ? {account, proof} : null;
}

/** Makes the address that of the account; returns the text to show. */
function take({tables, now}: SubmittedForm, {account, proof}: {account: Account; proof: MailToken}): Text {
  const {accounts, mail, mailTokens, sessions} = tables;
  mailTokens.end(account.id, proof.purpose);
  if (proof.purpose === 'verify') {
    accounts.setProof(account.id, 'given');
    return 'forms.confirmed';
  }
  if (accounts.byName(proof.address)) return 'forms.address_taken';
  mail.tell(account, 'address_changed', now, {parts: {address: proof.address}});
  accounts.rename(account.id, proof.address);
  // Links that went to the address before.
  for (const purpose of ['reset', 'verify'] as const) mailTokens.end(account.id, purpose);
  sessions.endOthers(account.id, null);
  return 'forms.address_changed';
}

export async function confirmAddress(submitted: SubmittedForm): Promise<boolean | string> {
  const {c, services, tables, fields, flashes} = submitted;
  const {passwords} = tables;
  const token = fields.get(MAIL_TOKEN) ?? '';
  const page = mailPage('verify', token);
  const asked = toConfirm(submitted, token);
  if (!asked) return page;
  const {id, name} = asked.account;
  const hash = passwords.hashForSignIn(id);
  const {done: isRight, undo} = await hashAttempt(
    submitted,
    guessesOf(name, c.get('address')),
    'guesses',
    () => services.hashing.verify(fields.get('password') ?? '', hash),
  );
  const entered = services.database.transaction(() => {
    // Meanwhile the token may have been used, or the password changed.
    const held = toConfirm(submitted, token);
    if (!isRight || !held || hash === null || !passwords.recordSignIn(id, hash)) return null;
    undo();
    const done = take(submitted, held);
    return {session: enter(submitted, tables.accounts.byId(id)!, {byMail: true}), done};
  });
  if (!entered) {
    const errors = [{field: 'password', text: 'forms.bad_password_here'} as const];
    flashes.set(visitor(c, services).id, {form: 'confirm', errors});
    return page;
  }
  flashes.set(entered.session, {done: entered.done});
  return true;
}
