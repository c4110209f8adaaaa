/** Who looks at a page: a visitor by a cookie, or the account that signed in with it (specification 9). */
import {createHmac, hash, randomBytes} from 'node:crypto';
import type {Context} from 'hono';
import {getCookie, setCookie} from 'hono/cookie';
import type {Account} from '../accounts/accounts.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from './account_services.ts';
import type {Known, Visitor} from './env.ts';
import {isHttps} from './headers.ts';

export interface SignedIn extends Visitor {
  account: Account;
}

const COOKIE = 'account';
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** Of a sign-in. The cookie of a visitor ends with the browser. */
const KEPT_S = 14 * 86_400;

/** Sign-ins of an account that hold at a time: nobody has so many browsers, and the store stays small. */
const MOST = 50;

const visitorOf = (secret: string): Visitor => ({
  id: hash('sha256', secret, 'hex'),
  token: createHmac('sha256', secret).update('form').digest('base64url'),
});

/** Under https the name says that no other host and no plain connection can have set it. */
const prefixOf = (site: Site): 'host' | undefined => (isHttps(site) ? 'host' : undefined);

function send(c: Context<Known>, site: Site, secret: string, seconds?: number): Visitor {
  const [prefix, secure] = [prefixOf(site), isHttps(site)];
  setCookie(c, COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure,
    ...(prefix && {prefix}),
    ...(seconds !== undefined && {maxAge: seconds}),
  });
  const visitor = visitorOf(secret);
  c.set('visitor', visitor);
  return visitor;
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Who sent the request by its cookie; null where it has none. */
export function known(c: Context<Known>, site: Site): Visitor | null {
  const secret = getCookie(c, COOKIE, prefixOf(site)) ?? '';
  return SECRET.test(secret) ? visitorOf(secret) : null;
}

/** Who sent the request; a browser without a cookie gets one with the answer. */
export const visitor = (c: Context<Known>, site: Site): Visitor =>
  c.get('visitor') ?? known(c, site) ?? send(c, site, newSecret());

/** The open account whose sign-in holds, asked of the store each time; else null. */
export function signedIn(c: Context<Known>, site: Site): SignedIn | null {
  const visitor = known(c, site);
  if (!visitor) return null;
  const {sessions, accounts} = tablesOf(site);
  const session = sessions.find(visitor.id, new Date(site.context.now()));
  const account = session && accounts.byId(session.account);
  return account && !account.closed ? {...visitor, account} : null;
}

/** Signs in: always with a new cookie, so that one known to somebody else is never signed in. */
export function beginSession(c: Context<Known>, site: Site, account: number): SignedIn['id'] {
  const {sessions} = tablesOf(site);
  const before = known(c, site);
  if (before) sessions.end(before.id);
  const {id} = send(c, site, newSecret(), KEPT_S);
  const now = site.context.now();
  sessions.add(id, {account, expires_at: new Date(now + KEPT_S * 1000).toISOString()}, new Date(now));
  sessions.endOldest(account, MOST);
  return id;
}

/** Signs out; the browser goes on as another visitor. */
export function endSession(c: Context<Known>, site: Site, {id}: Visitor): void {
  tablesOf(site).sessions.end(id);
  send(c, site, newSecret());
}
