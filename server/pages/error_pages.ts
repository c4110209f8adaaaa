/** Error pages, one row each. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {HTTPException} from 'hono/http-exception';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import {page} from './layout.ts';
import {ERROR_TEXTS as TEXTS} from './texts/errors.ts';
import {FRAME} from './texts/frame.ts';

const ERROR_PAGES = {
  not_found: {status: 404, title: TEXTS.not_found, why: TEXTS.not_found_why},
  method: {status: 405, title: TEXTS.method, why: TEXTS.method_why},
  origin: {status: 403, title: TEXTS.origin, why: TEXTS.origin_why},
  token: {status: 403, title: TEXTS.token, why: TEXTS.token_why},
  too_large: {status: 413, title: TEXTS.too_large, why: TEXTS.too_large_why},
  not_a_form: {status: 415, title: TEXTS.not_a_form, why: TEXTS.not_a_form_why},
  guesses: {status: 429, title: TEXTS.guesses, why: TEXTS.guesses_why},
  sign_ups: {status: 429, title: TEXTS.sign_ups, why: TEXTS.sign_ups_why},
  busy: {status: 503, title: TEXTS.busy, why: TEXTS.busy_why},
  error: {status: 500, title: TEXTS.fault, why: TEXTS.fault_why},
} as const;

export type ErrorPageName = keyof typeof ERROR_PAGES;

/** Renders an error page. `wait_s`: seconds until a retry makes sense, for `Retry-After`. */
export function errorPage(
  c: Context<PageEnv>,
  services: AccountServices,
  error: ErrorPageName,
  wait_s = 0,
): Promise<Response> {
  const {status, title, why} = ERROR_PAGES[error];
  const parts = {origin: services.origin, seconds: wait_s, minutes: Math.ceil(wait_s / 60)};
  return page(c, services, {
    title,
    status,
    headers: wait_s > 0 ? {'Retry-After': String(wait_s)} : {},
    body: (t) => html`<h1>${t(title)}</h1>
<p>${t(why, parts)}</p>
<p><a href="/account">${t(FRAME.to_account)}</a></p>`,
  });
}

/** An error page to throw out of a handler. */
export const errorPageException = async (
  c: Context<PageEnv>,
  services: AccountServices,
  error: ErrorPageName,
  wait_s = 0,
): Promise<HTTPException> =>
  new HTTPException(ERROR_PAGES[error].status, {res: await errorPage(c, services, error, wait_s)});
