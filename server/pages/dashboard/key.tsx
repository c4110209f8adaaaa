/** Dashboard sections: the API keys, each shown in full once, on the page after its creation; how to begin. */

import {admitsGroup, KEY_GROUPS, type KeyGroup, type KeyLimits} from '../../accounts/key_limits.ts';
import {type ActiveKey, isExpired, MAX_KEY_NAME} from '../../accounts/keys.ts';
import {mayDo} from '../../accounts/members.ts';
import {TIERS, type TierName, tiersBelow} from '../../accounts/tiers.ts';
import {API_KEY_HEADER} from '../../api/authenticate.ts';
import type {Child, Markup} from '../../site/html.tsx';
import type {Text} from '../../site/messages.ts';
import {copyButton} from '../../site/view/copyable.tsx';
import type {View} from '../../site/view/types.ts';
import type {Visitor} from '../env.ts';
import {button, faultOf, fieldId, form} from '../fields.tsx';
import type {FormFailure} from '../flash.ts';
import {card, facts, time} from '../parts.tsx';
import {isOwn, type SignedIn} from '../session.ts';
import {proofForm} from './address.tsx';
import {groupText} from './daily_usage.ts';

/** The form of a new key. */
const KEY = 'key';

const isWrong = (failure: FormFailure | null, field: string): boolean =>
  failure?.errors.some((one) => one.field === field) ?? false;

/** Ids of what describes a field: its hint where it has one, and its fault. */
const describedBy = (failure: FormFailure | null, field: string, hasHint: boolean): string | undefined =>
  [
    ...(hasHint ? [`${fieldId(KEY, field)}-hint`] : []),
    ...(isWrong(failure, field) ? [`${fieldId(KEY, field)}-fault`] : []),
  ].join(' ') || undefined;

/** A line to copy. */
const line = (view: View, id: string, text: string): Markup => (
  <p class="line">
    <code id={id}>{text}</code>
    {copyButton(view, id)}
  </p>
);

/**
 * Replacing or revoking a key in use asks for confirmation: the button is inside a disclosure that explains
 * it.
 */
const confirmed = (
  view: View,
  visitor: Visitor,
  {id, prefix}: ActiveKey,
  action: string,
  name: Text,
  why: Text,
): Markup => (
  <details>
    <summary>{view.t(name)}…</summary>
    <p>{view.t(why)}</p>
    {form(action, visitor, {key: String(id)}, button(view, name, {about: prefix}))}
  </details>
);

/** What a key is restricted to, a fact for each kind. */
function limitFacts(view: View, limits: KeyLimits | null) {
  const {t} = view;
  if (!limits) return [];
  const {groups, addresses, origins} = limits;
  const kinds = [
    ['dashboard.key_groups', groups.map((group) => t(groupText(group)))],
    ['dashboard.key_addresses', addresses],
    ['dashboard.key_origins', origins],
  ] as const;
  return kinds.flatMap(([label, values]) =>
    values.length === 0 ? [] : [[t(label), values.join(', ')] as const],
  );
}

/** A text with a label and a hint. */
const listField = (
  view: View,
  name: 'addresses' | 'origins',
  label: Text,
  hint: Text,
  failure: FormFailure | null,
): Markup => (
  <div class="field">
    <label for={fieldId(KEY, name)}>{view.t(label)}</label>
    <p class="note" id={`${fieldId(KEY, name)}-hint`}>
      {view.t(hint)}
    </p>
    {faultOf(view, failure, KEY, name)}
    <input
      id={fieldId(KEY, name)}
      name={name}
      type="text"
      maxlength={1000}
      autocomplete="off"
      spellcheck={false}
      value={failure?.typed?.[name]}
      aria-describedby={describedBy(failure, name, true)}
      aria-invalid={isWrong(failure, name) ? 'true' : undefined}
    />
  </div>
);

/** The choice of a lower tier; null where there is none. */
function tierField(view: View, tier: TierName, failure: FormFailure | null): Child {
  const lower = tiersBelow(tier);
  const {t} = view;
  return lower.length === 0 ? null : (
    <div class="field">
      <label for={fieldId(KEY, 'tier')}>{t('dashboard.key_tier')}</label>
      <p class="note" id={`${fieldId(KEY, 'tier')}-hint`}>
        {t('dashboard.key_tier_hint')}
      </p>
      {faultOf(view, failure, KEY, 'tier')}
      <select
        id={fieldId(KEY, 'tier')}
        name="tier"
        aria-describedby={describedBy(failure, 'tier', true)}
        aria-invalid={isWrong(failure, 'tier') ? 'true' : undefined}
      >
        <option value="">{t('dashboard.key_tier_same')}</option>
        {lower.map((one) => (
          <option value={one} selected={failure?.typed?.['tier'] === one}>
            {t(`tiers.${one}_name`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Fields that restrict a new key, folded where none was refused: most keys have none. */
const restrictions = (view: View, tier: TierName, failure: FormFailure | null): Markup => (
  <details open={failure !== null}>
    <summary>{view.t('dashboard.key_restrict')}</summary>
    <fieldset id={fieldId(KEY, 'groups')}>
      <legend>{view.t('dashboard.key_groups')}</legend>
      <p class="note">{view.t('dashboard.key_groups_hint')}</p>
      {faultOf(view, failure, KEY, 'groups')}
      {KEY_GROUPS.map((group) => (
        <label class="choice">
          <input
            type="checkbox"
            name="groups"
            value={group}
            checked={failure?.typed?.['groups']?.split(',').includes(group)}
          />{' '}
          {view.t(groupText(group))}
        </label>
      ))}
    </fieldset>
    {listField(view, 'addresses', 'dashboard.key_addresses', 'dashboard.key_addresses_hint', failure)}
    {listField(view, 'origins', 'dashboard.key_origins', 'dashboard.key_origins_hint', failure)}
    {tierField(view, tier, failure)}
    <div class="field">
      <label for={fieldId(KEY, 'last_day')}>{view.t('dashboard.key_last_day')}</label>
      {faultOf(view, failure, KEY, 'last_day')}
      <input
        id={fieldId(KEY, 'last_day')}
        name="last_day"
        type="date"
        value={failure?.typed?.['last_day']}
        aria-describedby={describedBy(failure, 'last_day', false)}
        aria-invalid={isWrong(failure, 'last_day') ? 'true' : undefined}
      />
    </div>
  </details>
);

const activeKey = (view: View, session: SignedIn, key: ActiveKey, number: number, now: Date) => {
  const {t} = view;
  const {name, prefix, created_at, last_used_at, tier, limits, expires_at} = key;
  const isOver = isExpired(key, now);
  return [
    <h3>{name || t('dashboard.key_one', {number})}</h3>,
    facts([
      [t('dashboard.key_starts'), [<code data-prefix={prefix}>{prefix}</code>, '…']],
      [t('dashboard.created'), time(view, created_at)],
      [t('dashboard.last_used'), last_used_at === null ? t('dashboard.never') : time(view, last_used_at)],
      ...(tier === null ? [] : [[t('dashboard.tier'), t(`tiers.${tier}_name`)] as const]),
      ...limitFacts(view, limits),
      ...(expires_at === null
        ? []
        : [[t(isOver ? 'dashboard.key_expired' : 'dashboard.key_until'), time(view, expires_at)] as const]),
    ]),
    isOver || !mayDo(session.role, 'manager')
      ? null
      : confirmed(view, session, key, '/account/key/refresh', 'dashboard.refresh', 'dashboard.refresh_why'),
    mayDo(session.role, 'manager')
      ? confirmed(view, session, key, '/account/key/revoke', 'dashboard.revoke', 'dashboard.revoke_why')
      : null,
  ];
};

/** A form with a name for the key; its button is the main one where there is no key yet. */
const createForm = (view: View, session: SignedIn, isFirst: boolean, failure: FormFailure | null): Markup =>
  form(
    '/account/key/create',
    session,
    {},
    <div class="field">
      <label for="key-name">{view.t('dashboard.key_name')}</label>
      <input
        id="key-name"
        name="name"
        type="text"
        maxlength={MAX_KEY_NAME}
        autocomplete="off"
        value={failure?.typed?.['name']}
      />
    </div>,
    restrictions(view, session.account.tier, failure),
    button(view, 'dashboard.create', {main: isFirst}),
  );

/**
 * `full`: the whole key, if it was just created. `unproven`: the address has to be proven before the first.
 * `failure`: of the last form, or null.
 */
export const keySection = (
  view: View,
  session: SignedIn,
  active: readonly ActiveKey[],
  {
    full,
    unproven,
    failure,
    now,
  }: {full: string | null; unproven: boolean; failure: FormFailure | null; now: Date},
): Markup => {
  const {t} = view;
  const most = TIERS[session.account.tier].keys;
  const hasRoom = active.length < most;
  return card('key', t('dashboard.key'), [
    full === null ? null : (
      <div class="done" role="status">
        <p>
          <strong>{t('dashboard.key_fresh')}</strong>
        </p>
        {line(view, 'fresh-key', full)}
      </div>
    ),
    active.map((key, i) => activeKey(view, session, key, i + 1, now)),
    active.length > most ? <p class="warning">{t('dashboard.keys_surplus', {most})}</p> : null,
    unproven && isOwn(session) ? [<p>{t('account_mail.first_key')}</p>, proofForm(view, session)] : null,
    hasRoom && !unproven && mayDo(session.role, 'manager')
      ? [
          <p>{t(active.length === 0 ? 'dashboard.no_key' : 'dashboard.key_another', {most})}</p>,
          createForm(view, session, active.length === 0, failure?.form === KEY ? failure : null),
        ]
      : null,
  ]);
};

/** A request that a key with a group may make, the commonest group first. */
const EXAMPLES: Readonly<Record<KeyGroup, string>> = {
  procurement: '/contracts?limit=2',
  'grants and research': '/grants?limit=2',
  lobbying: '/lobbying/registrations?limit=2',
  parliament: '/bills?limit=2',
  'building permits and zoning': '/permits?limit=2',
  search: '/search?q=ottawa',
};

/** `key`: the whole key, or its prefix with an ellipsis. `limits`: its own, null where it may read everything. */
export const startSection = (view: View, key: string, limits: KeyLimits | null): Markup => {
  const {t, origin} = view;
  const group = KEY_GROUPS.find((one) => limits === null || admitsGroup(limits, one)) ?? KEY_GROUPS[0];
  const page = limits?.origins[0];
  const headers = `-H '${API_KEY_HEADER}: ${key}'${page === undefined ? '' : ` -H 'Origin: ${page}'`}`;
  return card('start', t('dashboard.start'), [
    <p>{t('dashboard.start_how')}</p>,
    line(view, 'curl', `curl ${headers} '${origin}/api/v1${EXAMPLES[group]}'`),
    <p>
      <a href="/docs">{t('dashboard.docs')}</a>
    </p>,
    <p>{t('dashboard.tools_how')}</p>,
    line(view, 'tools', `${origin}/mcp`),
  ]);
};
