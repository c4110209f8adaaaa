/** Error pages of accounts. */
import type {Context} from 'hono';
import {HTTPException} from 'hono/http-exception';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {Text} from '../site/messages.ts';
import {ACCOUNT} from '../site/navigation.ts';
import {errorPage as pageOf} from '../site/view/errors.tsx';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import {type Page, page} from './page.ts';

/** `why` may have the parts `origin`, `seconds` and `minutes`, the last two of the time to wait. */
export type ErrorRow = readonly [status: ContentfulStatusCode, title: Text, why: Text];

/** Statuses by name; the texts have the same names. */
export const ERROR_STATUSES = {
  not_found: 404,
  method: 405,
  origin: 403,
  token: 403,
  too_large: 413,
  not_a_form: 415,
  guesses: 429,
  sign_ups: 429,
  mails: 429,
  keys: 429,
  busy: 503,
  fault: 500,
} as const;

type ErrorPageName = keyof typeof ERROR_STATUSES;

const rowOf = (name: ErrorPageName): ErrorRow => [
  ERROR_STATUSES[name],
  `account_errors.${name}`,
  `account_errors.${name}_why`,
];

/** Renders an error page, by name or of a row. `wait_s`: seconds until a retry makes sense, for `Retry-After`. */
export const errorPage = (
  c: Context<PageEnv>,
  services: AccountServices,
  error: ErrorPageName | ErrorRow,
  wait_s = 0,
) =>
  page(c, services, (view) => {
    const [status, title, why] = typeof error === 'string' ? rowOf(error) : error;
    const parts = {origin: services.origin, seconds: wait_s, minutes: Math.ceil(wait_s / 60)};
    const headers: Page['headers'] = wait_s > 0 ? {'Retry-After': String(wait_s)} : {};
    const toAccount = (
      <p>
        <a href={ACCOUNT}>{view.t('account_errors.to_account')}</a>
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
  new HTTPException(ERROR_STATUSES[error], {res: await errorPage(c, services, error, wait_s)});
