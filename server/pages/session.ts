/** Sessions: identifies visitors by a cookie, and the account signed in with it. */
import {createHmac, hash, randomBytes} from 'node:crypto';
import type {Context} from 'hono';
import {deleteCookie, getCookie, setCookie} from 'hono/cookie';
import type {Account} from '../accounts/accounts.ts';
import type {Role} from '../accounts/members.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from './account_services.ts';
import type {PageEnv, Visitor} from './env.ts';
import {isHttps} from './headers.ts';

export interface SignedIn extends Visitor {
  /** Who is signed in. */
  person: Account;
  /** The account that they act for: their own, or one whose members they are. */
  account: Account;
  /** What they may do in it. */
  role: Role;
}

/** Whether somebody acts for their own account, which alone shows what belongs to the person. */
export const isOwn = ({person, account}: SignedIn): boolean => person.id === account.id;

/** The same person, who acts for their own account: passwords, passkeys and addresses belong to people. */
export const asOneself = (session: SignedIn): SignedIn => ({
  ...session,
  account: session.person,
  role: 'owner',
});

const COOKIE = 'account';
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * Says to the scripts of pages, which are the same for everybody, that somebody is signed in; it proves
 * nothing.
 */
const HINT = 'signed_in';

/** Of every cookie. */
export const cookieOptions = (services: AccountServices) =>
  ({sameSite: 'Lax', path: '/', secure: isHttps(services)}) as const;

/** Lifetime of a session. The cookie of a visitor ends with the browser. */
const SESSION_S = 14 * 86_400;

/** Most concurrent sessions of an account, so that the store stays small. */
const MAX_SESSIONS = 50;

/** Forms are for the account that the page was made for: `acting`, where that is not one's own. */
const tokenOf = (secret: string, acting: number | null): string =>
  createHmac('sha256', secret)
    .update(acting === null ? 'form' : `form ${acting}`)
    .digest('base64url');

const visitorOf = (secret: string, acting: number | null = null): Visitor => ({
  id: hash('sha256', secret, 'hex'),
  token: tokenOf(secret, acting),
});

/** The `__Host-` prefix: no other host and no plain connection can have set the cookie. */
const prefixOf = (services: AccountServices): 'host' | undefined => (isHttps(services) ? 'host' : undefined);

function issueCookie(
  c: Context<PageEnv>,
  services: AccountServices,
  secret: string,
  seconds?: number,
): Visitor {
  const prefix = prefixOf(services);
  setCookie(c, COOKIE, secret, {
    ...cookieOptions(services),
    httpOnly: true,
    ...(prefix && {prefix}),
    ...(seconds !== undefined && {maxAge: seconds}),
  });
  const issued = visitorOf(secret);
  c.set('visitor', issued);
  return issued;
}

const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

function readSecret(c: Context<PageEnv>, services: AccountServices): string | null {
  const secret = getCookie(c, COOKIE, prefixOf(services)) ?? '';
  return SECRET.test(secret) ? secret : null;
}

/** The visitor of the request's cookie, or null. */
export function readVisitor(c: Context<PageEnv>, services: AccountServices): Visitor | null {
  const secret = readSecret(c, services);
  return secret === null ? null : visitorOf(secret);
}

/** The visitor of the request; issues a cookie if there is none. */
export const visitor = (c: Context<PageEnv>, services: AccountServices): Visitor =>
  c.get('visitor') ?? readVisitor(c, services) ?? issueCookie(c, services, newSecret());

/**
 * Who is signed in, of an open account, and for which they act, read from the store every time; else null. A member who
 * was removed acts for their own account again, and forms made before are refused.
 */
export function signedInAccount(c: Context<PageEnv>, services: AccountServices): SignedIn | null {
  const secret = readSecret(c, services);
  const {sessions, accounts, members} = accountTables(services);
  const session = secret && sessions.find(visitorOf(secret).id, new Date(services.context.now()));
  const person = session && accounts.byId(session.account);
  if (person && !person.closed) {
    const role = session.acting === null ? null : members.roleOf(session.acting, person.id);
    if (role === null) return {...visitorOf(secret), person, account: person, role: 'owner'};
    return {...visitorOf(secret, session.acting), person, account: accounts.byId(session.acting!)!, role};
  }
  if (getCookie(c, HINT) !== undefined) deleteCookie(c, HINT, cookieOptions(services));
  return null;
}

/** Whether the browser says that somebody is signed in, for the header alone. */
export const seemsSignedIn = (c: Context): boolean => getCookie(c, HINT) === '1';

/** Signs in, always with a new cookie, which prevents session fixation. */
export function beginSession(
  c: Context<PageEnv>,
  services: AccountServices,
  account: number,
): SignedIn['id'] {
  const {sessions} = accountTables(services);
  const before = readVisitor(c, services);
  if (before) sessions.end(before.id);
  const {id} = issueCookie(c, services, newSecret(), SESSION_S);
  setCookie(c, HINT, '1', {...cookieOptions(services), maxAge: SESSION_S});
  const now = services.context.now();
  sessions.add(id, {account, expires_at: new Date(now + SESSION_S * 1000).toISOString()}, new Date(now));
  sessions.endOldest(account, MAX_SESSIONS);
  return id;
}

/** Acts for another account, or for one's own; always with a new cookie, as for a sign-in. */
export function actFor(
  c: Context<PageEnv>,
  services: AccountServices,
  {id, person}: SignedIn,
  account: number,
): SignedIn['id'] {
  const next = issueCookie(c, services, newSecret(), SESSION_S);
  accountTables(services).sessions.act(id, next.id, account === person.id ? null : account);
  return next.id;
}

/** Signs out; the browser continues as a new visitor. */
export function endSession(c: Context<PageEnv>, services: AccountServices, {id}: Visitor): void {
  accountTables(services).sessions.end(id);
  issueCookie(c, services, newSecret());
  deleteCookie(c, HINT, cookieOptions(services));
}
