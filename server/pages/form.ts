/** Validates submitted forms: origin, size, type and CSRF token. */

import {timingSafeEqual} from 'node:crypto';
import type {Context} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {MAX_BODY} from '../http/types.ts';
import type {AccountServices} from './account_services.ts';
import type {PageEnv, Visitor} from './env.ts';
import {errorPageException} from './error_pages.tsx';
import {readVisitor, signedInAccount} from './session.ts';

/** Name of the hidden field that every form carries. */
export const TOKEN = 'csrf';

const LARGEST_BYTES = MAX_BODY.form;

/** Who sends a form of an account. */
export const sender = (c: Context<PageEnv>, services: AccountServices): Visitor | null =>
  signedInAccount(c, services) ?? readVisitor(c, services);

const isToken = ({token}: Visitor, given: string): boolean => {
  const [expected, sent] = [Buffer.from(token), Buffer.from(given)];
  return expected.length === sent.length && timingSafeEqual(expected, sent);
};

/**
 * The fields of a form that these pages sent to this visitor, or to whom `who` finds signed in. Throws an error page: 403 if `Origin` is
 * missing (browsers always send it with forms) or foreign, or if the token does not match the cookie; 413
 * over 16 KB; 415 for any other content type.
 */
export async function checkForm(
  c: Context<PageEnv>,
  services: AccountServices,
  who: (c: Context<PageEnv>, services: AccountServices) => Visitor | null = readVisitor,
): Promise<URLSearchParams> {
  if (c.req.header('origin') !== services.origin) throw await errorPageException(c, services, 'origin');
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw await errorPageException(c, services, 'not_a_form');
  }
  const onError = async () => {
    throw await errorPageException(c, services, 'too_large');
  };
  await bodyLimit({maxSize: LARGEST_BYTES, onError})(c, async () => {});
  const fields = new URLSearchParams(await c.req.text());
  const visitor = who(c, services);
  if (!visitor || !isToken(visitor, fields.get(TOKEN) ?? ''))
    throw await errorPageException(c, services, 'token');
  return fields;
}
