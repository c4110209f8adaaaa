/** The page of saved searches: what an account follows, how, and when it was told last. */

import type {Context} from 'hono';
import {mayDo} from '../../accounts/members.ts';
import type {SavedSearch} from '../../accounts/searches.ts';
import {TIERS} from '../../accounts/tiers.ts';
import {feedAddress} from '../../alerts/feed_address.ts';
import {followedOrError} from '../../alerts/followed.ts';
import {BY, EACH, STATE} from '../../alerts/words.ts';
import {ApiError} from '../../api/errors.ts';
import type {Child, Markup} from '../../site/html.tsx';
import type {Language} from '../../site/language.ts';
import type {MessageKey} from '../../site/messages.ts';
import {ACCOUNT} from '../../site/navigation.ts';
import {inLanguage} from '../../site/paths.ts';
import {copyButton} from '../../site/view/copyable.tsx';
import type {View} from '../../site/view/types.ts';
import type {AccountServices} from '../account_services.ts';
import type {PageEnv} from '../env.ts';
import {button, form} from '../fields.tsx';
import {isDisplayed} from '../is_displayed.ts';
import {notAllowed} from '../not_allowed.ts';
import {SIGN_IN_TO_ALERTS} from '../onward.ts';
import {page, rememberLanguage, seeOther} from '../page.ts';
import {type NewSecret, type PageServices, take} from '../page_services.ts';
import {actingFor, card, facts, message, time} from '../parts.tsx';
import {type SignedIn, signedInAccount} from '../session.ts';
import {calledIn} from './called.ts';
import {PAUSE, REMOVE, RENEW, RESUME} from './paths.ts';

/** How and how often its owner is told. */
function howOf({t}: View, {channel, cadence, address}: SavedSearch, sendsMail: boolean): Child {
  if (channel === 'mail' && !sendsMail) return t('alerts.by_no_mail');
  const how = t(BY[channel]);
  if (channel === 'feed') return how;
  return [`${how}, ${t(EACH[cadence])}`, address === null ? null : [' ', <code>{address}</code>]];
}

/** The list of a search by its dataset and filters; of one that the API has no more, its path. */
function whatOf(services: AccountServices, {list}: SavedSearch, language: Language): string {
  const read = followedOrError(list);
  return read instanceof ApiError ? list : calledIn(services, read, language);
}

const stateOf = ({t}: View, {state}: SavedSearch): Markup | string =>
  state === 'on' ? t(STATE.on) : <strong>{t(STATE[state])}</strong>;

/** Forms of one search. */
const actions = (view: View, session: SignedIn, {id, name, state, channel}: SavedSearch): Markup => {
  const one = (path: string, text: MessageKey) =>
    form(path, session, {search: String(id)}, button(view, text, {about: name}));
  return (
    <div class="line">
      {state === 'on' ? one(PAUSE, 'alerts.pause') : one(RESUME, 'alerts.resume')}
      {channel === 'feed' ? one(RENEW, 'alerts.renew') : null}
      {one(REMOVE, 'alerts.remove')}
    </div>
  );
};

/** A secret that is shown this once, in the section of its search. */
const secretOf = (view: View, {channel, id}: SavedSearch, fresh: NewSecret | null): Child => {
  if (fresh?.search !== id) return null;
  const {t, origin} = view;
  const text = channel === 'feed' ? origin + feedAddress(fresh.secret) : fresh.secret;
  return (
    <div class="done">
      <p>{t(channel === 'feed' ? 'alerts.feed_fresh' : 'alerts.hook_fresh')}</p>
      <p class="line">
        <code id={`secret-${id}`}>{text}</code> {copyButton(view, `secret-${id}`)}
      </p>
    </div>
  );
};

const searchCard = (
  view: View,
  services: AccountServices,
  session: SignedIn,
  {one, fresh}: {one: SavedSearch; fresh: NewSecret | null},
): Markup => {
  const {t, language} = view;
  return card(
    `search-${one.id}`,
    one.name,
    [
      secretOf(view, one, fresh),
      facts([
        [t('alerts.list'), <a href={inLanguage(one.list, language)}>{whatOf(services, one, language)}</a>],
        [t('alerts.told'), howOf(view, one, Boolean(services.sendsMail))],
        [t('alerts.state'), stateOf(view, one)],
        [t('dashboard.created'), time(view, one.created_at)],
        ...(one.channel === 'feed'
          ? []
          : [
              [t('alerts.last'), one.sent_at ? time(view, one.sent_at) : t('dashboard.never')] as const,
              ...(one.due_at ? [[t('alerts.next'), time(view, one.due_at)] as const] : []),
            ]),
      ]),
      actions(view, session, one),
    ],
    'card wide',
  );
};

export function alertsPage(c: Context<PageEnv>, pages: PageServices): Response | Promise<Response> {
  const {services, tables, flashes, newSecrets} = pages;
  const session = signedInAccount(c, services);
  if (!session) {
    rememberLanguage(c, services);
    return seeOther(c, SIGN_IN_TO_ALERTS);
  }
  if (!mayDo(session.role, 'manager')) return notAllowed(c, pages, session);
  const {account} = session;
  const searches = tables.searches.ofAccount(account.id);
  const displayed = isDisplayed(c);
  const flash = displayed ? take(flashes, session.id) : null;
  const fresh = displayed ? take(newSecrets, session.id) : null;
  const most = TIERS[account.tier].searches;
  return page(c, services, (view) => {
    const {t} = view;
    return {
      title: t('alerts.title'),
      body: (
        <div class="account">
          <h1>{t('alerts.title')}</h1>
          {message(view, flash)}
          {actingFor(view, session)}
          <p class="lead">{t('alerts.lead')}</p>
          <p>
            {most === null
              ? t('alerts.count', {n: searches.length})
              : t('alerts.count_of', {n: searches.length, most})}{' '}
            <a href={ACCOUNT}>{t('account_errors.to_account')}</a>
          </p>
          <div class="pairs">
            {searches.length === 0 ? <p class="empty">{t('alerts.none')}</p> : null}
            {searches.map((one) => searchCard(view, services, session, {one, fresh}))}
          </div>
        </div>
      ),
    };
  });
}
