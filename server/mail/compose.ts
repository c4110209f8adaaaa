/** Makes the letter of a message when it is sent: its tokens are made then, so that none waits in the store. */
import MailComposer from 'nodemailer/lib/mail-composer';
import type {Account} from '../accounts/accounts.ts';
import {MAIL_KINDS} from '../accounts/mail_kinds.ts';
import type {DueMail} from '../accounts/mail_queue.ts';
import type {TokenPurpose} from '../accounts/mail_tokens.ts';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import type {Tables} from '../accounts/tables.ts';
import {mailPage} from '../site/navigation.ts';
import {mailText} from './message.tsx';
import type {Letter} from './types.ts';

export interface ComposeContext {
  tables: Pick<Tables, 'accounts' | 'mailTokens'>;
  /** Public address of the service: links never come from a request. */
  origin: string;
  /** Sender, as the setting says. */
  from: string;
}

/** The account of a message; null where nobody is to get it. */
export function readerOf({accounts}: Pick<Tables, 'accounts'>, mail: DueMail): Account | null {
  const account = mail.account === null ? accounts.byName(mail.recipient) : accounts.byId(mail.account);
  if (!account) return null;
  const {optional, link} = MAIL_KINDS[mail.kind];
  // What happened to a closed account is told; there is nothing left to do with it.
  const isWanted = account.closed ? !optional && link === null : !(optional && account.unsubscribed);
  return isWanted ? account : null;
}

/** The address of a setting like `Name <name@example.org>`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** The address of a page with a new token, of which the store keeps the hash. */
function linkWithToken(
  {tables, origin}: ComposeContext,
  purpose: TokenPurpose,
  account: number,
  address: string,
  now: Date,
): string {
  const token = makeSecret('mail');
  tables.mailTokens.add(hashSecret(token), {account, purpose, address}, now);
  return origin + mailPage(purpose, token);
}

/** The letter of a message to this account. */
export async function compose(
  mail: DueMail,
  account: Account,
  context: ComposeContext,
  now: Date,
): Promise<Letter> {
  const {link, optional} = MAIL_KINDS[mail.kind];
  const linkFor = (purpose: TokenPurpose): string =>
    linkWithToken(context, purpose, account.id, mail.recipient, now);
  const action = link === null ? null : linkFor(link);
  const unsubscribe = optional ? linkFor('unsubscribe') : null;
  const {subject, text, html} = mailText(mail, {origin: context.origin, action, unsubscribe});
  const sender = addressIn(context.from);
  const message_id = `${mail.message_id}@${sender.split('@')[1]}`;
  const node = new MailComposer({
    from: context.from,
    // An object is no list: an address with a comma stays one.
    to: {name: '', address: mail.recipient},
    subject,
    text,
    html,
    messageId: `<${message_id}>`,
    date: new Date(mail.created_at),
    textEncoding: 'quoted-printable',
    newline: 'windows',
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': mail.language,
      ...(unsubscribe === null
        ? {}
        : {
            'List-Unsubscribe': {prepared: true, value: `<${unsubscribe}>`},
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
  }).compile();
  return {from: sender, to: mail.recipient, message_id, bytes: await node.build()};
}
