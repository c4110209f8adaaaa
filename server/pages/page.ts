/** How account pages are answered: by a page, or by a redirect to one. */
import type {Context} from 'hono';
import {getCookie, setCookie} from 'hono/cookie';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import {isLanguage, type Language, languageOf, OTHER} from '../site/language.ts';
import {ACCOUNT, ACCOUNT_LANGUAGE as LANGUAGE} from '../site/navigation.ts';
import {renderPage, viewOf} from '../site/respond.ts';
import type {Page as SitePage, View} from '../site/view/types.ts';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import {pageHeaders} from './headers.ts';
import {cookieOptions, seemsSignedIn} from './session.ts';

/** `headers` are added to those of every account page. */
export type Page = Pick<SitePage, 'title' | 'body' | 'status' | 'headers'> & {
  /** True if the page reports a failed form: the title says so first. */
  failed?: boolean;
};

const YEAR_S = 365 * 86_400;

const ASSETS = {styles: ['account.css'], blocking: [], scripts: ['passkeys.js']} as const;

/** The same page in a language; responses to forms have no address of their own. */
export function addressIn(c: Context, language: Language): string {
  const url = new URL(c.req.method === 'POST' ? ACCOUNT : c.req.url, c.req.url);
  url.searchParams.set(LANGUAGE, language);
  // Two leading slashes would lead to another host.
  return url.pathname.replace(/^\/+/, '/') + url.search;
}

/** The language of the visitor's pages. */
export const languageFor = (c: Context): Language =>
  languageOf(c.req.header('accept-language'), c.req.query(LANGUAGE), getCookie(c, LANGUAGE));

/** Remembers the language that the address asks for, for pages whose address names none. */
export function rememberLanguage(c: Context<PageEnv>, services: AccountServices): void {
  const requested = c.req.query(LANGUAGE);
  if (isLanguage(requested))
    setCookie(c, LANGUAGE, requested, {...cookieOptions(services), maxAge: YEAR_S, httpOnly: true});
}

/** Responds with a page in the visitor's language; never cached. */
export function page(
  c: Context<PageEnv>,
  services: AccountServices,
  make: (view: View) => Page,
): Response | Promise<Response> {
  const {origin, hasSite = false, contact = null, context} = services;
  rememberLanguage(c, services);
  const language = languageFor(c);
  const view = viewOf(language, context, {origin, basemap: null, contact});
  const {title, failed = false, status = 200, headers = {}, body} = make(view);
  const shown = {
    title: failed ? view.t('forms.error', {what: title}) : title,
    indexed: false,
    assets: ASSETS,
    body,
  };
  const account = {other: addressIn(c, OTHER[language]), isSignedIn: seemsSignedIn(c), hasSite};
  for (const [name, value] of Object.entries({...pageHeaders(services), ...headers})) c.header(name, value);
  return c.html(renderPage(view, shown, {path: ACCOUNT, query: '', account}), status as ContentfulStatusCode);
}

/** Redirects the browser with 303, so that the next request is a GET (RFC 9700 4.12). */
export function seeOther(c: Context<PageEnv>, address: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(address, 303);
}
