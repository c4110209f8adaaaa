/** The dashboard of an account. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {tablesOf} from '../../accounts/tables.ts';
import type {Known} from '../env.ts';
import {buttonForm, fieldsForm, summary} from '../fields.ts';
import {failureOf} from '../flash.ts';
import {page} from '../layout.ts';
import {isLookedAt} from '../looked.ts';
import type {Desk} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import {FORM_TEXTS} from '../texts/forms.ts';
import {clientsPart} from './clients.ts';
import {daysOf, firstDay} from './days.ts';
import {keyPart} from './key.ts';
import {limitsPart} from './limits.ts';
import {startPart} from './start.ts';
import {usagePart} from './usage.ts';

/** What stands for the key where there is none. */
const NO_KEY = 'fpd_live_…';

export async function dashboardPage(c: Context<Known>, desk: Desk, session: SignedIn): Promise<Response> {
  const {site, notes, freshKeys} = desk;
  const {accounts, keys, usage, grants, passwords} = tablesOf(site);
  const {account} = session;
  const now = site.context.now();
  const [active, days, clients] = [
    keys.active(account.id),
    daysOf(usage.since(account.id, firstDay(now)), now),
    grants.connected(account.id, new Date(now)),
  ];
  const windows = await site.limits.look(accounts.holder(account.id)!, now);
  const looks = isLookedAt(c);
  const made = looks ? freshKeys.take(session.id) : null;
  // It may have been replaced or revoked elsewhere since.
  const full = made !== null && keys.find(made)?.id === account.id ? made : null;
  const note = looks ? notes.take(session.id) : null;
  const failure = failureOf(note);
  return page(c, site, {
    title: TEXTS.title,
    failed: failure !== null,
    body: (say, language) => html`<h1>${say(TEXTS.title)}</h1>
${failure && summary(say, failure)}
${note && 'done' in note && html`<p class="done" role="status">${say(note.done)}</p>`}
${passwords.isOneTime(account.id) && html`<p class="warning">${say(TEXTS.one_time)}</p>`}
<div class="who"><p>${say(TEXTS.signed_in_as)} <strong>${account.name}</strong></p>
${buttonForm(say, '/account/sign-out', FORM_TEXTS.sign_out, session)}</div>
<div class="columns">
${keyPart(say, session, active, full)}
${startPart(say, site, full ?? (active ? `${active.shown}…` : NO_KEY))}
${limitsPart(say, language, account.tier, windows)}
${usagePart(say, language, days)}
${clientsPart(say, session, clients)}
<section class="card" aria-labelledby="security">
<h2 id="security">${say(TEXTS.security)}</h2>
${fieldsForm(say, {
  form: 'password',
  button: FORM_TEXTS.password_change,
  visitor: session,
  username: account.name,
  failure: failureOf(note, 'password'),
})}
</section>
</div>`,
  });
}
