/** The dashboard of an account. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {accountTables} from '../../accounts/tables.ts';
import type {PageEnv} from '../env.ts';
import {renderButton, renderErrorSummary, renderForm} from '../fields.ts';
import {failureOf} from '../flash.ts';
import {isDisplayed} from '../is_displayed.ts';
import {page} from '../layout.ts';
import type {PageServices} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import {FORM_TEXTS} from '../texts/forms.ts';
import {clientsSection} from './clients.ts';
import {dailyUsage, firstDay} from './daily_usage.ts';
import {keySection} from './key.ts';
import {limitsSection} from './limits.ts';
import {startSection} from './start.ts';
import {usageSection} from './usage.ts';

/** Placeholder for the key if there is none. */
const NO_KEY = 'fpd_live_…';

export async function dashboardPage(
  c: Context<PageEnv>,
  pageServices: PageServices,
  session: SignedIn,
): Promise<Response> {
  const {services, flashes, newKeys} = pageServices;
  const {accounts, keys, usage, grants, passwords} = accountTables(services);
  const {account} = session;
  const now = services.context.now();
  const [active, days, clients] = [
    keys.active(account.id),
    dailyUsage(usage.since(account.id, firstDay(now)), now),
    grants.connected(account.id, new Date(now)),
  ];
  const windows = await services.limits.peek(accounts.principal(account.id)!, now);
  const displayed = isDisplayed(c);
  const newKey = displayed ? newKeys.take(session.id) : null;
  // It may have been replaced or revoked elsewhere meanwhile.
  const full = newKey !== null && keys.find(newKey)?.id === account.id ? newKey : null;
  const flash = displayed ? flashes.take(session.id) : null;
  const failure = failureOf(flash);
  return page(c, services, {
    title: TEXTS.title,
    failed: failure !== null,
    body: (t, language) => html`<h1>${t(TEXTS.title)}</h1>
${failure && renderErrorSummary(t, failure)}
${flash && 'done' in flash && html`<p class="done" role="status">${t(flash.done)}</p>`}
${passwords.isOneTime(account.id) && html`<p class="warning">${t(TEXTS.one_time)}</p>`}
<div class="who"><p>${t(TEXTS.signed_in_as)} <strong>${account.name}</strong></p>
${renderButton(t, '/account/sign-out', FORM_TEXTS.sign_out, session)}</div>
<div class="columns">
${keySection(t, session, active, full)}
${startSection(t, services, full ?? (active[0] ? `${active[0].prefix}…` : NO_KEY))}
${limitsSection(t, language, account.tier, windows)}
${usageSection(t, language, days)}
${clientsSection(t, session, clients)}
<section class="card" aria-labelledby="security">
<h2 id="security">${t(TEXTS.security)}</h2>
${renderForm(t, {
  form: 'password',
  button: FORM_TEXTS.password_change,
  visitor: session,
  username: account.name,
  failure: failureOf(flash, 'password'),
})}
</section>
</div>`,
  });
}
