/** What a form has to be before anything in it is believed: sent from these pages, small, with the token of its visitor. */
import {timingSafeEqual} from 'node:crypto';
import type {Context} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {html} from 'hono/html';
import type {Site} from './account_services.ts';
import type {Known, Visitor} from './env.ts';
import {refusal} from './error_pages.ts';
import type {Html} from './layout.ts';
import {known} from './session.ts';

const TOKEN = 'csrf';

const LARGEST_BYTES = 16_384;

/** The hidden field that every form carries. */
export const tokenField = ({token}: Visitor): Html =>
  html`<input type="hidden" name="${TOKEN}" value="${token}">`;

const isToken = ({token}: Visitor, given: string): boolean => {
  const [held, sent] = [Buffer.from(token), Buffer.from(given)];
  return held.length === sent.length && timingSafeEqual(held, sent);
};

/**
 * The fields of a form that these pages sent to this visitor. Throws the page that refuses it: 403 where `Origin` is
 * another one or not sent, which every browser does with forms, or where the token is not that of the cookie; 413 over
 * 16 KB; 415 for anything but a plain form.
 */
export async function checkForm(c: Context<Known>, site: Site): Promise<URLSearchParams> {
  if (c.req.header('origin') !== site.origin) throw await refusal(c, site, 'origin');
  const [type = ''] = (c.req.header('content-type') ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw await refusal(c, site, 'not_a_form');
  }
  const onError = async () => {
    throw await refusal(c, site, 'too_large');
  };
  await bodyLimit({maxSize: LARGEST_BYTES, onError})(c, async () => {});
  const fields = new URLSearchParams(await c.req.text());
  const visitor = known(c, site);
  if (!visitor || !isToken(visitor, fields.get(TOKEN) ?? '')) throw await refusal(c, site, 'token');
  return fields;
}
