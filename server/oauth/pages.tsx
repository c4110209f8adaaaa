/** Pages for people: the consent form, and refusals of authorization requests. */
import type {Context} from 'hono';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import type {ErrorRow} from '../pages/error_pages.tsx';
import {form} from '../pages/fields.tsx';
import {REQUEST} from '../pages/onward.ts';
import {page} from '../pages/page.ts';
import {facts} from '../pages/parts.tsx';
import type {SignedIn} from '../pages/session.ts';
import {contentPolicy} from '../site/respond.ts';
import {documentHost} from './client_document.ts';
import {LIFETIME_MS, PATHS} from './constants.ts';
import type {Pending} from './pending_consent.ts';
import {formTargets, hostOf, isLoopback} from './redirects.ts';

/** Name and values of the two buttons. */
export const DECISION = 'decision';
export const ALLOW = 'allow';
const DENY = 'deny';

/** The consent form. It redirects to the client, which the page's content security policy must allow. */
export const consentPage = (
  c: Context<PageEnv>,
  services: AccountServices,
  account: SignedIn,
  {request: {redirect_uri, scope}, client: {id, name}}: Pending,
  handle: string,
) => {
  const described = documentHost(id);
  return page(c, services, ({t}) => ({
    title: t('consent.title'),
    headers: contentPolicy({'form-action': ["'self'", ...formTargets(redirect_uri)].join(' ')}),
    body: (
      <div class="account prose">
        <h1>{t('consent.title')}</h1>
        <p>{t('consent.asks', {name, account: account.account.name})}</p>
        {facts([
          [t('consent.name'), <bdi>{name}</bdi>],
          ...(described === null ? [] : [[t('consent.described'), <bdi>{described}</bdi>] as const]),
          [
            t('consent.host'),
            [
              <bdi>{hostOf(redirect_uri)}</bdi>,
              isLoopback(redirect_uri) ? ` (${t('consent.loopback')})` : '',
            ],
          ],
          [t('consent.scope'), [<code>{scope}</code>, `: ${t('consent.scope_read')}`]],
        ])}
        <p>{t('consent.saved', {days: LIFETIME_MS.refresh / 86_400_000})}</p>
        <p class="warning">
          <strong>{t('consent.unchecked')}</strong>
        </p>
        {form(
          PATHS.consent,
          account,
          {[REQUEST]: handle},
          <p class="line">
            <button class="main" type="submit" name={DECISION} value={ALLOW}>
              {t('consent.allow')}
            </button>
            <button type="submit" name={DECISION} value={DENY}>
              {t('consent.deny')}
            </button>
          </p>,
        )}
      </div>
    ),
  }));
};

/** Error pages of refused requests. */
export const REFUSALS = {
  client: [400, 'consent_refused.client', 'consent_refused.client_why'],
  document: [400, 'consent_refused.document', 'consent_refused.document_why'],
  redirect: [400, 'consent_refused.redirect', 'consent_refused.redirect_why'],
  gone: [400, 'consent_refused.gone', 'consent_refused.gone_why'],
  busy: [429, 'consent_refused.busy', 'consent_refused.busy_why'],
} as const satisfies Record<string, ErrorRow>;
