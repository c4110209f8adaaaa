/** The dashboard of an account. */

import type {Context} from 'hono';
import {keyPrefix} from '../../accounts/api_key.ts';
import {isExpired} from '../../accounts/keys.ts';
import type {Markup} from '../../site/html.tsx';
import {ALERTS} from '../../site/navigation.ts';
import type {View} from '../../site/view/types.ts';
import type {PageEnv} from '../env.ts';
import {button, fields, form} from '../fields.tsx';
import {type FormFailure, failureOf} from '../flash.ts';
import {isDisplayed} from '../is_displayed.ts';
import {needsProof} from '../needs_proof.ts';
import {OPERATOR} from '../operator.tsx';
import {page} from '../page.ts';
import {type PageServices, take} from '../page_services.ts';
import {card, message} from '../parts.tsx';
import type {SignedIn} from '../session.ts';
import {addressSection, leaveSection} from './address.tsx';
import {clientsSection} from './clients.tsx';
import {dailyUsage, firstDay, usageByKey} from './daily_usage.ts';
import {keySection, startSection} from './key.tsx';
import {limitsSection} from './limits.tsx';
import {logSection, MOST_SHOWN} from './log.tsx';
import {passkeySection} from './passkeys.tsx';
import {usageSection} from './usage.tsx';

/** Placeholder for the key if there is none. */
const NO_KEY = 'fpd_live_…';

const whoSection = (view: View, session: SignedIn): Markup => (
  <div class="who">
    <p>
      {view.t('dashboard.signed_in_as')} <strong>{session.account.name}</strong>
    </p>
    {session.account.isOperator ? <a href={OPERATOR}>{view.t('operator.title')}</a> : null}
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

export async function dashboardPage(
  c: Context<PageEnv>,
  {services, flashes, newKeys, tables}: PageServices,
  session: SignedIn,
): Promise<Response> {
  const {accounts, audit, keys, usage, grants, passkeys, passwords} = tables;
  const {account} = session;
  const now = services.context.now();
  const at = new Date(now);
  const [active, days, clients, owned, events] = [
    keys.active(account.id),
    dailyUsage(usage.since(account.id, firstDay(now)), now),
    grants.connected(account.id, at),
    passkeys.ofAccount(account.id),
    audit.ofAccount(account.id, MOST_SHOWN),
  ];
  const byKey = usageByKey(usage.ofKeysSince(account.id, firstDay(now)), days, now);
  const working = active.find((key) => !isExpired(key, at));
  const windows = await services.limits.peek(accounts.principal(account.id)!, now);
  const displayed = isDisplayed(c);
  const newKey = displayed ? take(newKeys, session.id) : null;
  // It may have been replaced or revoked elsewhere meanwhile.
  const full = newKey !== null && keys.find(newKey)?.id === account.id ? newKey : null;
  const shown = full === null ? working : active.find(({prefix}) => prefix === keyPrefix(full));
  const shownLimits = shown?.limits ?? null;
  const unproven = needsProof({services, tables}, account);
  const flash = displayed ? take(flashes, session.id) : null;
  const failure = failureOf(flash);
  return page(c, services, (view) => {
    const {t} = view;
    return {
      title: t('dashboard.title'),
      failed: failure !== null,
      body: (
        <div class="account">
          <h1>{t('dashboard.title')}</h1>
          {message(view, flash)}
          {passwords.isOneTime(account.id) ? <p class="warning">{t('dashboard.one_time')}</p> : null}
          {whoSection(view, session)}
          <div class="pairs">
            {keySection(view, session, active, {full, unproven, failure, now: at})}
            {startSection(view, full ?? (working ? `${working.prefix}…` : NO_KEY), shownLimits)}
            {limitsSection(view, account.tier, windows)}
            {usageSection(view, days, byKey)}
            {alertsSection(view, tables.searches.count(account.id))}
            {clientsSection(view, session, clients)}
            {passwordSection(view, session, failure)}
            {passkeySection(view, session, owned, {failure, origin: services.origin, now})}
            {addressSection(view, session, failure, Boolean(services.sendsMail))}
            {logSection(view, events)}
            {leaveSection(view, session, failure)}
          </div>
        </div>
      ),
    };
  });
}
