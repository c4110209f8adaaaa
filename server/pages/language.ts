/** The language of a page: from the address, else the cookie, else the browser's preference. */
import type {Context} from 'hono';
import {getCookie, setCookie} from 'hono/cookie';
import {parseAccept} from 'hono/utils/accept';

export const LANGUAGES = ['en', 'fr'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Name of the query parameter and of the cookie. */
const NAME = 'lang';

const YEAR_S = 365 * 86_400;

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((one) => one === text);

/** The first supported language in the header; `fr-CA` is French. */
function preferred(header: string | undefined): Language | undefined {
  const requested = parseAccept(header ?? '').filter(({q}) => q > 0);
  return requested.map(({type}) => type.toLowerCase().split('-')[0]).find(isLanguage);
}

/** English by default. */
export function languageOf(c: Context): Language {
  const [requested, stored] = [c.req.query(NAME), getCookie(c, NAME)];
  if (isLanguage(requested)) return requested;
  if (isLanguage(stored)) return stored;
  return preferred(c.req.header('accept-language')) ?? 'en';
}

/** Stores the language of the address in a cookie. */
export function rememberLanguage(c: Context, secure: boolean): void {
  const requested = c.req.query(NAME);
  if (!isLanguage(requested)) return;
  setCookie(c, NAME, requested, {path: '/', maxAge: YEAR_S, sameSite: 'Lax', httpOnly: true, secure});
}

/** The same page in a language; responses to forms have no address of their own. */
export function addressIn(c: Context, language: Language): string {
  const url = new URL(c.req.method === 'POST' ? '/account' : c.req.url, c.req.url);
  url.searchParams.set(NAME, language);
  // Two leading slashes would lead to another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}
