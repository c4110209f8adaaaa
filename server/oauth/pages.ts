/** What people see: the question for consent, and why a request is not put to them. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import type {Site} from '../pages/account_services.ts';
import {REQUEST} from '../pages/consent_return.ts';
import type {Known} from '../pages/env.ts';
import {tokenField} from '../pages/form.ts';
import {page} from '../pages/layout.ts';
import type {SignedIn} from '../pages/session.ts';
import {FRAME} from '../pages/texts/frame.ts';
import {LIFETIME_MS, PATHS} from './constants.ts';
import type {Pending} from './pending.ts';
import {formTargets, hostOf, isLoopback} from './redirects.ts';
import {CONSENT_TEXTS as ASK, REFUSAL_TEXTS as TEXTS} from './texts.ts';

/** Name and values of the two buttons. */
export const DECISION = 'decision';
export const ALLOW = 'allow';
const DENY = 'deny';

/** Asks the account holder. The form leads to the client, by a redirect, as the page's policy must allow. */
export function consentPage(
  c: Context<Known>,
  site: Site,
  account: SignedIn,
  {request, client}: Pending,
  handle: string,
): Promise<Response> {
  return page(c, site, {
    title: ASK.title,
    formTargets: formTargets(request.redirect_uri),
    body: (say) => html`<h1>${say(ASK.title)}</h1>
<div class="card narrow">
<p>${say(ASK.asks, {name: client.name, account: account.account.name})}</p>
<dl>
<dt>${say(ASK.name)}</dt><dd><bdi>${client.name}</bdi></dd>
<dt>${say(ASK.host)}</dt>
<dd><bdi>${hostOf(request.redirect_uri)}</bdi>${isLoopback(request.redirect_uri) ? ` (${say(ASK.loopback)})` : ''}</dd>
<dt>${say(ASK.scope)}</dt><dd><code>${request.scope}</code>: ${say(ASK.scope_read)}</dd>
</dl>
<p>${say(ASK.kept, {days: LIFETIME_MS.refresh / 86_400_000})}</p>
<p class="warning"><strong>${say(ASK.unchecked)}</strong></p>
<form method="post" action="${PATHS.consent}">
${tokenField(account)}
<input type="hidden" name="${REQUEST}" value="${handle}">
<p class="actions">
<button type="submit" name="${DECISION}" value="${ALLOW}">${say(ASK.allow)}</button>
<button type="submit" name="${DECISION}" value="${DENY}" class="quiet">${say(ASK.deny)}</button>
</p>
</form>
</div>`,
  });
}

const REFUSALS = {
  client: {status: 400, title: TEXTS.client, why: TEXTS.client_why},
  redirect: {status: 400, title: TEXTS.redirect, why: TEXTS.redirect_why},
  gone: {status: 400, title: TEXTS.gone, why: TEXTS.gone_why},
  busy: {status: 429, title: TEXTS.busy, why: TEXTS.busy_why},
} as const;

/** A page that leads nowhere but to the account. `wait_s`: seconds until another try is worth it. */
export function refusalPage(
  c: Context<Known>,
  site: Site,
  refusal: keyof typeof REFUSALS,
  wait_s = 0,
): Promise<Response> {
  const {status, title, why} = REFUSALS[refusal];
  return page(c, site, {
    title,
    status,
    headers: wait_s > 0 ? {'Retry-After': String(wait_s)} : {},
    body: (say) => html`<h1>${say(title)}</h1>
<p>${say(why, {minutes: Math.ceil(wait_s / 60)})}</p>
<p><a href="/account">${say(FRAME.to_account)}</a></p>`,
  });
}
