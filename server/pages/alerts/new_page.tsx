/** The page that begins to follow a list: its name, and how and how often one is told. */

import type {Context} from 'hono';
import {mayDo} from '../../accounts/members.ts';
import {CADENCES, CHANNELS, MAX_SEARCH_NAME} from '../../accounts/searches.ts';
import {type Followed, followedOrError} from '../../alerts/followed.ts';
import {CHOOSE_CADENCE, CHOOSE_CHANNEL, IN} from '../../alerts/words.ts';
import {ApiError} from '../../api/errors.ts';
import {feedPath} from '../../site/downloads.ts';
import {FOLLOWED, FOLLOWED_AS} from '../../site/follow.ts';
import type {Child, Markup} from '../../site/html.tsx';
import {LANGUAGES} from '../../site/language.ts';
import {inLanguage} from '../../site/paths.ts';
import {errorPage as pageOf} from '../../site/view/errors.tsx';
import {options} from '../../site/view/kit.tsx';
import type {View} from '../../site/view/types.ts';
import type {PageEnv} from '../env.ts';
import {button, faultOf, fieldId, form} from '../fields.tsx';
import {type FormFailure, failureOf} from '../flash.ts';
import {isDisplayed} from '../is_displayed.ts';
import {notAllowed} from '../not_allowed.ts';
import {followCarried, signInAddress} from '../onward.ts';
import {page} from '../page.ts';
import {type PageServices, take} from '../page_services.ts';
import {actingFor, card, message} from '../parts.tsx';
import {type SignedIn, signedInAccount} from '../session.ts';
import {calledIn} from './called.ts';
import {ADD} from './paths.ts';

const idOf = (name: string): string => fieldId('follow', name);

const LABELS = {
  name: 'alerts.field_name',
  address: 'alerts.field_address',
  cadence: 'alerts.field_cadence',
  language: 'alerts.field_language',
} as const;

/** Looks of fields that count for some ways alone: where another is chosen, the style hides them. */
const ONLY = {address: 'field only-hook', cadence: 'field only-sent'} as const;

/** A field with its label; `control` has the id of the field. */
const labelled = (
  view: View,
  field: keyof typeof LABELS,
  failure: FormFailure | null,
  control: Markup,
  hint: Child = null,
): Markup => (
  <div class={field in ONLY ? ONLY[field as keyof typeof ONLY] : 'field'}>
    <label for={idOf(field)}>{view.t(LABELS[field])}</label>
    {hint}
    {faultOf(view, failure, 'follow', field)}
    {control}
  </div>
);

/** One of several, of which `chosen` is the one at first. */
const select = (name: string, chosen: string, all: Parameters<typeof options>[0]): Markup => (
  <select id={idOf(name)} name={name}>
    {options(all, chosen)}
  </select>
);

/** How one is told: by mail only where the service sends any. */
function channels(view: View, failure: FormFailure | null, chosen: string, sendsMail: boolean): Markup {
  const {t} = view;
  const all = sendsMail ? CHANNELS : CHANNELS.filter((one) => one !== 'mail').toReversed();
  const about = `${idOf('channel')}-about`;
  return (
    <fieldset class="field" id={idOf('channel')}>
      <legend>{t('alerts.field_channel')}</legend>
      {faultOf(view, failure, 'follow', 'channel')}
      {all.map((one) => (
        <label class="one-of" for={`${idOf('channel')}-${one}`}>
          <input
            type="radio"
            id={`${idOf('channel')}-${one}`}
            name="channel"
            value={one}
            checked={one === chosen}
            aria-describedby={one === 'feed' ? about : undefined}
          />{' '}
          <span>{t(CHOOSE_CHANNEL[one])}</span>
        </label>
      ))}
      <p class="note" id={about}>
        {t('alerts.feed_what')}
      </p>
    </fieldset>
  );
}

interface Asked {
  list: Followed;
  name: string;
  sendsMail: boolean;
  failure: FormFailure | null;
}

const addForm = (view: View, session: SignedIn, {list, name, sendsMail, failure}: Asked): Markup => {
  const {t, language} = view;
  const typed = failure?.typed ?? {};
  const address = (
    <input
      id={idOf('address')}
      name="address"
      // A browser would hold back the whole form for a bad address in a hidden field.
      type="text"
      inputmode="url"
      value={typed['address'] ?? ''}
      placeholder="https://"
      aria-describedby={`${idOf('address')}-hint`}
      aria-invalid={failure?.errors.some(({field}) => field === 'address') ? 'true' : undefined}
    />
  );
  return form(
    ADD,
    session,
    {[FOLLOWED]: list.list},
    labelled(
      view,
      'name',
      failure,
      <input
        id={idOf('name')}
        name="name"
        value={typed['name'] ?? name}
        maxlength={MAX_SEARCH_NAME}
        required
      />,
    ),
    channels(view, failure, typed['channel'] ?? (sendsMail ? 'mail' : 'feed'), sendsMail),
    labelled(
      view,
      'address',
      failure,
      address,
      <p class="note" id={`${idOf('address')}-hint`}>
        {t('alerts.address_hint')}
      </p>,
    ),
    labelled(
      view,
      'cadence',
      failure,
      select(
        'cadence',
        typed['cadence'] ?? 'day',
        CADENCES.map((one) => [one, t(CHOOSE_CADENCE[one])]),
      ),
    ),
    labelled(
      view,
      'language',
      failure,
      select(
        'language',
        typed['language'] ?? language,
        LANGUAGES.map((one) => [one, t(IN[one])]),
      ),
    ),
    button(view, 'alerts.add', {main: true}),
  );
};

/** For readers without an account: the feed that anybody reads, and how to get the rest. */
const withoutAccount = (view: View, {list, route, pairs}: Followed, name: string): Markup => {
  const {t} = view;
  const feed = feedPath(view, route, pairs);
  const signIn = signInAddress(followCarried(list, name));
  return card('without', t('alerts.sign_in_title'), [
    <p>{t('alerts.sign_in_why')}</p>,
    <p>
      <a href={`${signIn}#sign-up`}>{t('forms.sign_up')}</a> · <a href={signIn}>{t('forms.sign_in')}</a>
    </p>,
    feed === null ? null : (
      <p>
        {t('alerts.open_feed_why')}{' '}
        <a href={feed} rel="nofollow">
          {t('alerts.open_feed')}
        </a>
      </p>
    ),
  ]);
};

export function newAlertPage(c: Context<PageEnv>, pages: PageServices): Response | Promise<Response> {
  const {services, flashes} = pages;
  const list = followedOrError(c.req.query(FOLLOWED) ?? '');
  const session = signedInAccount(c, services);
  if (session && !mayDo(session.role, 'manager')) return notAllowed(c, pages, session);
  const flash = session && isDisplayed(c) ? take(flashes, session.id) : null;
  return page(c, services, (view) => {
    const {t, language} = view;
    if (list instanceof ApiError)
      return pageOf(view, list.status, t('alerts.no_list'), t({en: list.message, fr: list.french}), {}, null);
    const given = (c.req.query(FOLLOWED_AS) ?? '').slice(0, MAX_SEARCH_NAME);
    const called = calledIn(services, list, language);
    const name = given || called;
    const failure = failureOf(flash);
    const asked: Asked = {list, name, sendsMail: Boolean(services.sendsMail), failure};
    return {
      title: t('alerts.new_title'),
      failed: failure !== null,
      body: (
        <div class="account single">
          <h1>{t('alerts.new_title')}</h1>
          {message(view, flash)}
          {session && actingFor(view, session)}
          <p class="lead">
            <a href={inLanguage(list.list, language)}>{called}</a>
          </p>
          <p>{t('alerts.new_how')}</p>
          <div class="pairs">
            {session
              ? card('follow', t('alerts.how_title'), addForm(view, session, asked))
              : withoutAccount(view, list, given)}
          </div>
        </div>
      ),
    };
  });
}
