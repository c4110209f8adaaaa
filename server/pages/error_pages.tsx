/** Error pages of accounts, one row each. */
import type {Context} from 'hono';
import {HTTPException} from 'hono/http-exception';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {Label} from '../../datasets/labels/index.ts';
import {ACCOUNT} from '../site/navigation.ts';
import {errorPage as pageOf} from '../site/view/errors.tsx';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import {type Page, page} from './page.ts';
import {ERROR_TEXTS as TEXTS} from './texts/errors.ts';

/** `why` may have the parts `origin`, `seconds` and `minutes`, the last two of the time to wait. */
export type ErrorRow = readonly [status: ContentfulStatusCode, title: Label, why: Label];

const ERROR_PAGES = {
  not_found: [404, TEXTS.not_found, TEXTS.not_found_why],
  method: [405, TEXTS.method, TEXTS.method_why],
  origin: [403, TEXTS.origin, TEXTS.origin_why],
  token: [403, TEXTS.token, TEXTS.token_why],
  too_large: [413, TEXTS.too_large, TEXTS.too_large_why],
  not_a_form: [415, TEXTS.not_a_form, TEXTS.not_a_form_why],
  guesses: [429, TEXTS.guesses, TEXTS.guesses_why],
  sign_ups: [429, TEXTS.sign_ups, TEXTS.sign_ups_why],
  busy: [503, TEXTS.busy, TEXTS.busy_why],
  error: [500, TEXTS.fault, TEXTS.fault_why],
} as const;

type ErrorPageName = keyof typeof ERROR_PAGES;

/** Renders an error page, by name or of a row. `wait_s`: seconds until a retry makes sense, for `Retry-After`. */
export const errorPage = (
  c: Context<PageEnv>,
  services: AccountServices,
  error: ErrorPageName | ErrorRow,
  wait_s = 0,
) =>
  page(c, services, (view) => {
    const [status, title, why] = typeof error === 'string' ? ERROR_PAGES[error] : error;
    const parts = {origin: services.origin, seconds: wait_s, minutes: Math.ceil(wait_s / 60)};
    const headers: Page['headers'] = wait_s > 0 ? {'Retry-After': String(wait_s)} : {};
    const toAccount = (
      <p>
        <a href={ACCOUNT}>{view.t(TEXTS.to_account)}</a>
      </p>
    );
    return pageOf(view, status, view.t(title), view.t(why, parts), headers, toAccount);
  });

/** An error page to throw out of a handler. */
export const errorPageException = async (
  c: Context<PageEnv>,
  services: AccountServices,
  error: ErrorPageName,
  wait_s = 0,
): Promise<HTTPException> =>
  new HTTPException(ERROR_PAGES[error][0], {res: await errorPage(c, services, error, wait_s)});
