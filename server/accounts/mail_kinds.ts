/** The kinds of messages: what their link is for, whether one may unsubscribe from them, how long they are tried. */
import type {TokenPurpose} from './mail_tokens.ts';

export interface MailKind {
  /** What the token of its link does; null without one. */
  link: Exclude<TokenPurpose, 'unsubscribe' | 'pause'> | null;
  /** A notice that its reader may do without. All others are about the security of the account. */
  optional: boolean;
  /** Given up so many hours after it was due. */
  hours: number;
  /** About a saved search, whose id is the part `search`: wanted for as long as that is on. */
  search: boolean;
}

const LINK_HOURS = 24;
/** As RFC 5321 4.5.4.1 advises: four days. */
const HOURS = 96;
/** A webhook that takes nothing for so long is switched off. */
const HOOK_HOURS = 24;

const security = {link: null, optional: false, hours: HOURS, search: false} as const;
const notice = {...security, optional: true} as const;
const linkTo = <const P extends MailKind['link']>(link: P) =>
  ({...security, link, hours: LINK_HOURS}) as const;

export const MAIL_KINDS = {
  /** Proof of the address of a new account, or of one from before there was mail. */
  verify: linkTo('verify'),
  /** Somebody signed up with the address of an account. */
  taken: linkTo('reset'),
  /** A forgotten password. It is due for any address, and dropped where there is no account. */
  reset: linkTo('reset'),
  /** To the new address. */
  change: linkTo('change'),
  /** To the address before. */
  address_changed: security,
  password_changed: security,
  key_made: security,
  passkey_added: security,
  new_place: security,
  closed: security,
  /** To somebody who may have no account; `account` is the one that invites. */
  invited: security,
  quota_near: notice,
  quota_spent: notice,
  tier: notice,
  /** What changed in a list that its reader follows. */
  alert: {...security, search: true},
  /** The same, to the address of a webhook: all others are letters. */
  hook: {...security, search: true, hours: HOOK_HOURS},
  /** That address took nothing for so long that no more goes to it. */
  hook_off: security,
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof MAIL_KINDS;

/** Kinds that people read. */
export type LetterKind = Exclude<MailKindName, 'hook'>;

/** The kinds with a property, as a list in SQL. */
export const kindsWhere = (fits: (kind: MailKind) => boolean): string =>
  Object.entries(MAIL_KINDS)
    .flatMap(([name, kind]) => (fits(kind) ? [`'${name}'`] : []))
    .join(', ');
