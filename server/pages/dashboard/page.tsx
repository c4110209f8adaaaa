/** The dashboard of an account. */

import type {Context} from 'hono';
import {keyPrefix} from '../../accounts/api_key.ts';
import {isExpired} from '../../accounts/keys.ts';
import {mayDo} from '../../accounts/members.ts';
import type {Markup} from '../../site/html.tsx';
import {ALERTS} from '../../site/navigation.ts';
import type {View} from '../../site/view/types.ts';
import type {PageEnv} from '../env.ts';
import {button, fields, form} from '../fields.tsx';
import {type FormFailure, failureOf} from '../flash.ts';
import {openInvitations} from '../forms/members.ts';
import {isDisplayed} from '../is_displayed.ts';
import {needsProof} from '../needs_proof.ts';
import {OPERATOR} from '../operator.tsx';
import {page} from '../page.ts';
import {type PageServices, take} from '../page_services.ts';
import {actingFor, card, message} from '../parts.tsx';
import {isOwn, type SignedIn} from '../session.ts';
import {addressSection, leaveSection} from './address.tsx';
import {clientsSection} from './clients.tsx';
import {dailyUsage, firstDay, usageByKey} from './daily_usage.ts';
import {keySection, startSection} from './key.tsx';
import {limitsSection} from './limits.tsx';
import {logSection, MOST_SHOWN} from './log.tsx';
import {accountsSection, membersSection} from './members.tsx';
import {passkeySection} from './passkeys.tsx';
import {usageSection} from './usage.tsx';

/** Placeholder for the key if there is none. */
const NO_KEY = 'fpd_live_…';

const whoSection = (view: View, session: SignedIn): Markup => (
  <div class="who">
    <p>
      {view.t('dashboard.signed_in_as')} <strong>{session.person.name}</strong>
    </p>
    {actingFor(view, session)}
    {session.person.isOperator ? <a href={OPERATOR}>{view.t('operator.title')}</a> : null}
    {form('/account/sign-out', session, {}, button(view, 'forms.sign_out'))}
  </div>
);

/** The way to what the account follows. */
const alertsSection = ({t}: View, searches: number): Markup =>
  card('alerts', t('alerts.title'), [
    <p>{t('alerts.why')}</p>,
    <p>
      {t('alerts.count', {n: searches})} <a href={ALERTS}>{t('alerts.to_alerts')}</a>
    </p>,
  ]);

const passwordSection = (view: View, session: SignedIn, failure: FormFailure | null): Markup =>
  card(
    'security',
    view.t('dashboard.security'),
    form(
      '/account/password',
      session,
      {},
      // For password managers.
      <input type="text" value={session.account.name} autocomplete="username" readonly hidden />,
      fields(view, 'password', 'forms.password_change', failure),
    ),
  );

/** What belongs to the person. */
function personSections(view: View, pages: PageServices, session: SignedIn, failure: FormFailure | null) {
  const {services, tables} = pages;
  const now = services.context.now();
  const {id} = session.person;
  const owned = tables.passkeys.ofAccount(id);
  return [
    clientsSection(view, session, tables.grants.connected(id, new Date(now))),
    passwordSection(view, session, failure),
    passkeySection(view, session, owned, {failure, origin: services.origin, now}),
    addressSection(view, session, failure, Boolean(services.sendsMail)),
  ];
}

/** What belongs to the account that somebody acts for, as far as their role goes. */
async function accountSections(pages: PageServices, session: SignedIn, newKey: string | null) {
  const {services, tables} = pages;
  const {accounts, audit, keys, members, searches, usage} = tables;
  const {account, role} = session;
  const now = services.context.now();
  const at = new Date(now);
  const active = keys.active(account.id);
  const days = dailyUsage(usage.since(account.id, firstDay(now)), now);
  const byKey = usageByKey(usage.ofKeysSince(account.id, firstDay(now)), days, now);
  const working = active.find((key) => !isExpired(key, at));
  const windows = await services.limits.peek(accounts.principal(account.id)!, now);
  // It may have been replaced or revoked elsewhere meanwhile.
  const full = newKey !== null && keys.find(newKey)?.id === account.id ? newKey : null;
  const shown = full === null ? working : active.find(({prefix}) => prefix === keyPrefix(full));
  const unproven = needsProof(pages, account);
  const isOwner = mayDo(role, 'owner');
  return (view: View, failure: FormFailure | null) => ({
    first: [
      keySection(view, session, active, {full, unproven, failure, now: at}),
      startSection(view, full ?? (working ? `${working.prefix}…` : NO_KEY), shown?.limits ?? null),
      limitsSection(view, account.tier, windows),
      usageSection(view, days, byKey),
      mayDo(role, 'manager') ? alertsSection(view, searches.count(account.id)) : null,
    ],
    last: isOwner
      ? [
          membersSection(view, session, members.ofAccount(account.id), {
            failure,
            sendsMail: Boolean(services.sendsMail),
          }),
          logSection(view, audit.ofAccount(account.id, MOST_SHOWN)),
        ]
      : null,
  });
}

export async function dashboardPage(
  c: Context<PageEnv>,
  pages: PageServices,
  session: SignedIn,
): Promise<Response> {
  const {services, flashes, newKeys, tables} = pages;
  const {person} = session;
  const displayed = isDisplayed(c);
  const sections = await accountSections(pages, session, displayed ? take(newKeys, session.id) : null);
  const flash = displayed ? take(flashes, session.id) : null;
  const failure = failureOf(flash);
  const memberships = {
    accounts: tables.members.ofPerson(person.id),
    invitations: openInvitations(pages, session),
  };
  return page(c, services, (view) => {
    const {t} = view;
    const {first, last} = sections(view, failure);
    return {
      title: t('dashboard.title'),
      failed: failure !== null,
      body: (
        <div class="account">
          <h1>{t('dashboard.title')}</h1>
          {message(view, flash)}
          {tables.passwords.isOneTime(person.id) ? <p class="warning">{t('dashboard.one_time')}</p> : null}
          {whoSection(view, session)}
          <div class="pairs">
            {accountsSection(view, session, memberships)}
            {first}
            {isOwn(session) ? personSections(view, pages, session, failure) : null}
            {last}
            {isOwn(session) ? leaveSection(view, session, failure) : null}
          </div>
        </div>
      ),
    };
  });
}
