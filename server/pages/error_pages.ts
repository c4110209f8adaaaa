/** Pages that refuse a request: one row each. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {HTTPException} from 'hono/http-exception';
import type {Site} from './account_services.ts';
import type {Known} from './env.ts';
import {page} from './layout.ts';
import {FAULT_TEXTS as TEXTS} from './texts/errors.ts';
import {FRAME} from './texts/frame.ts';

const FAULTS = {
  not_found: {status: 404, title: TEXTS.not_found, why: TEXTS.not_found_why},
  method: {status: 405, title: TEXTS.method, why: TEXTS.method_why},
  origin: {status: 403, title: TEXTS.origin, why: TEXTS.origin_why},
  token: {status: 403, title: TEXTS.token, why: TEXTS.token_why},
  too_large: {status: 413, title: TEXTS.too_large, why: TEXTS.too_large_why},
  not_a_form: {status: 415, title: TEXTS.not_a_form, why: TEXTS.not_a_form_why},
  guesses: {status: 429, title: TEXTS.guesses, why: TEXTS.guesses_why},
  sign_ups: {status: 429, title: TEXTS.sign_ups, why: TEXTS.sign_ups_why},
  busy: {status: 503, title: TEXTS.busy, why: TEXTS.busy_why},
  fault: {status: 500, title: TEXTS.fault, why: TEXTS.fault_why},
} as const;

export type Fault = keyof typeof FAULTS;

/** The page of a fault. `wait_s`: seconds until it is worth another try, for `Retry-After`. */
export function faultPage(c: Context<Known>, site: Site, fault: Fault, wait_s = 0): Promise<Response> {
  const {status, title, why} = FAULTS[fault];
  const parts = {origin: site.origin, seconds: wait_s, minutes: Math.ceil(wait_s / 60)};
  return page(c, site, {
    title,
    status,
    headers: wait_s > 0 ? {'Retry-After': String(wait_s)} : {},
    body: (say) => html`<h1>${say(title)}</h1>
<p>${say(why, parts)}</p>
<p><a href="/account">${say(FRAME.to_account)}</a></p>`,
  });
}

/** The same, to be thrown out of a handler. */
export const refusal = async (
  c: Context<Known>,
  site: Site,
  fault: Fault,
  wait_s = 0,
): Promise<HTTPException> =>
  new HTTPException(FAULTS[fault].status, {res: await faultPage(c, site, fault, wait_s)});
