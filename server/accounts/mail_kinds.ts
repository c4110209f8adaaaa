/** The kinds of messages: what their link is for, whether one may unsubscribe from them, how long they are tried. */
import type {TokenPurpose} from './mail_tokens.ts';

export interface MailKind {
  /** What the token of its link does; null without one. */
  link: Exclude<TokenPurpose, 'unsubscribe'> | null;
  /** A notice that its reader may do without. All others are about the security of the account. */
  optional: boolean;
  /** Given up so many hours after it was due. */
  hours: number;
}

const LINK_HOURS = 24;
/** As RFC 5321 4.5.4.1 advises: four days. */
const HOURS = 96;

const security = {link: null, optional: false, hours: HOURS} as const;
const notice = {link: null, optional: true, hours: HOURS} as const;
const linkTo = <const P extends MailKind['link']>(link: P) =>
  ({link, optional: false, hours: LINK_HOURS}) as const;

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
  quota_near: notice,
  quota_spent: notice,
  tier: notice,
} as const satisfies Record<string, MailKind>;

export type MailKindName = keyof typeof MAIL_KINDS;
