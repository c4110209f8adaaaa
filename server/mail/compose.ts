/** Makes the letter of a message when it is sent: its tokens are made then, so that none waits in the store. */
import MailComposer from 'nodemailer/lib/mail-composer';
import type {Account} from '../accounts/accounts.ts';
import {type LetterKind, MAIL_KINDS} from '../accounts/mail_kinds.ts';
import type {DueMail} from '../accounts/mail_queue.ts';
import type {TokenPurpose} from '../accounts/mail_tokens.ts';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import type {Tables} from '../accounts/tables.ts';
import {alertOfMessage} from '../alerts/alert_message.ts';
import type {BuildSource} from '../api/context.ts';
import {mailPage} from '../site/navigation.ts';
import {alertLines} from './alert_lines.ts';
import {type MailLinks, mailText} from './message.tsx';
import type {Letter} from './types.ts';

export interface ComposeContext {
  tables: Pick<Tables, 'accounts' | 'mailTokens' | 'searches' | 'searchChanges'>;
  /** What changed in saved searches is told from the current build. */
  builds: Pick<BuildSource, 'acquire'>;
  /** Public address of the service: links never come from a request. */
  origin: string;
  /** Sender, as the setting says. */
  from: string;
}

/** The account of a message; null where nobody is to get it. */
export function readerOf({accounts}: Pick<Tables, 'accounts'>, mail: DueMail): Account | null {
  const account = mail.account === null ? accounts.byName(mail.recipient) : accounts.byId(mail.account);
  if (!account) return null;
  const {optional, link, search} = MAIL_KINDS[mail.kind];
  if (search && account.closed) return null;
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
  {recipient, language}: DueMail,
  now: Date,
  search: number | null = null,
): string {
  const token = makeSecret('mail');
  tables.mailTokens.add(hashSecret(token), {account, purpose, address: recipient, search}, now);
  return origin + mailPage(purpose, token, language);
}

/** What a message says, and its links; null where there is nothing to say any more. */
function contentOf(
  mail: DueMail<LetterKind>,
  account: Account,
  context: ComposeContext,
  now: Date,
): {mail: DueMail<LetterKind>; links: MailLinks} | null {
  const {link, optional, search} = MAIL_KINDS[mail.kind];
  const linkFor = (purpose: TokenPurpose, about?: number): string =>
    linkWithToken(context, purpose, account.id, mail, now, about);
  const {origin} = context;
  if (search) {
    const told = alertOfMessage(mail, context);
    if (!told) return null;
    const {parts, lines} = alertLines(told, mail.language, origin);
    const unsubscribe = linkFor('pause', told.search.id);
    return {mail: {...mail, parts}, links: {origin, action: null, unsubscribe, lines}};
  }
  const action = link === null ? null : linkFor(link);
  return {mail, links: {origin, action, unsubscribe: optional ? linkFor('unsubscribe') : null}};
}

/** The letter of a message to this account; null where there is nothing to say any more. */
export async function compose(
  due: DueMail<LetterKind>,
  account: Account,
  context: ComposeContext,
  now: Date,
): Promise<Letter | null> {
  const content = contentOf(due, account, context, now);
  if (!content) return null;
  const {mail, links} = content;
  const {unsubscribe} = links;
  const {subject, text, html} = mailText(mail, links);
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
