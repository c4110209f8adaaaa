/** Pages for people: the consent form, and refusals of authorization requests. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import type {AccountServices} from '../pages/account_services.ts';
import {REQUEST} from '../pages/consent_return.ts';
import type {PageEnv} from '../pages/env.ts';
import {tokenField} from '../pages/form.ts';
import {page} from '../pages/layout.ts';
import type {SignedIn} from '../pages/session.ts';
import {FRAME} from '../pages/texts/frame.ts';
import {LIFETIME_MS, PATHS} from './constants.ts';
import type {Pending} from './pending_consent.ts';
import {formTargets, hostOf, isLoopback} from './redirects.ts';
import {CONSENT_TEXTS as ASK, REFUSAL_TEXTS as TEXTS} from './texts.ts';

/** Name and values of the two buttons. */
export const DECISION = 'decision';
export const ALLOW = 'allow';
const DENY = 'deny';

/** The consent form. It redirects to the client, which the page's content security policy must allow. */
export function consentPage(
  c: Context<PageEnv>,
  services: AccountServices,
  account: SignedIn,
  {request, client}: Pending,
  handle: string,
): Promise<Response> {
  return page(c, services, {
    title: ASK.title,
    formTargets: formTargets(request.redirect_uri),
    body: (t) => html`<h1>${t(ASK.title)}</h1>
<div class="card narrow">
<p>${t(ASK.asks, {name: client.name, account: account.account.name})}</p>
<dl>
<dt>${t(ASK.name)}</dt><dd><bdi>${client.name}</bdi></dd>
<dt>${t(ASK.host)}</dt>
<dd><bdi>${hostOf(request.redirect_uri)}</bdi>${isLoopback(request.redirect_uri) ? ` (${t(ASK.loopback)})` : ''}</dd>
<dt>${t(ASK.scope)}</dt><dd><code>${request.scope}</code>: ${t(ASK.scope_read)}</dd>
</dl>
<p>${t(ASK.saved, {days: LIFETIME_MS.refresh / 86_400_000})}</p>
<p class="warning"><strong>${t(ASK.unchecked)}</strong></p>
<form method="post" action="${PATHS.consent}">
${tokenField(account)}
<input type="hidden" name="${REQUEST}" value="${handle}">
<p class="actions">
<button type="submit" name="${DECISION}" value="${ALLOW}">${t(ASK.allow)}</button>
<button type="submit" name="${DECISION}" value="${DENY}" class="quiet">${t(ASK.deny)}</button>
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

/** An error page that links to the account only. `wait_s`: seconds until a retry makes sense. */
export function refusalPage(
  c: Context<PageEnv>,
  services: AccountServices,
  refusal: keyof typeof REFUSALS,
  wait_s = 0,
): Promise<Response> {
  const {status, title, why} = REFUSALS[refusal];
  return page(c, services, {
    title,
    status,
    headers: wait_s > 0 ? {'Retry-After': String(wait_s)} : {},
    body: (t) => html`<h1>${t(title)}</h1>
<p>${t(why, {minutes: Math.ceil(wait_s / 60)})}</p>
<p><a href="/account">${t(FRAME.to_account)}</a></p>`,
  });
}
