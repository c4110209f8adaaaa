/** Passkeys on pages: the section of the dashboard, and the button to sign in. A script asks the browser for them. */
import {MAX_KEY_NAME} from '../../accounts/keys.ts';
import {MAX_PASSKEYS, type Passkey} from '../../accounts/passkeys.ts';
import {SERVICE} from '../../labels/service.ts';
import type {Child, Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import type {Visitor} from '../env.ts';
import {button, fields, form} from '../fields.tsx';
import type {FormFailure} from '../flash.ts';
import {card, table, time} from '../parts.tsx';
import {createOptions, getOptions, type Purpose, relyingParty} from '../passkeys.ts';
import type {SignedIn} from '../session.ts';

/** A form that the script of the page fills in; until then a sentence stands in its place. */
const asked = ({t}: View, purpose: Purpose, options: string, content: Markup): Markup => (
  <div class="passkey" data-passkey={purpose} data-options={options}>
    <p class="note without">{t('passkeys.without')}</p>
    <div class="with" hidden>
      {content}
      <p class="fault" role="alert" hidden>
        {t('passkeys.none')}
      </p>
    </div>
  </div>
);

const EMPTY = {credential: ''};

/** The button to sign in by a passkey; null where there are none. `hidden`: fields that the form carries besides. */
export function passkeySignIn(
  view: View,
  visitor: Visitor,
  origin: string,
  hidden: Readonly<Record<string, string>>,
  now: number,
): Child {
  const party = relyingParty(origin);
  if (party === null) return null;
  const content = form(
    '/account/passkey/sign-in',
    visitor,
    {...EMPTY, ...hidden},
    button(view, 'passkeys.sign_in'),
  );
  return asked(view, 'get', getOptions(visitor, party, now), content);
}

const rowsOf = (view: View, session: SignedIn, passkeys: readonly Passkey[]): Markup => {
  const {t} = view;
  const named = ({name}: Passkey, index: number): string => name || t('passkeys.one', {number: index + 1});
  const rows = passkeys.map((one, index) => [
    named(one, index),
    time(view, one.created_at),
    one.last_used_at === null ? t('dashboard.never') : time(view, one.last_used_at),
    form(
      '/account/passkey/remove',
      session,
      {passkey: one.id},
      button(view, 'passkeys.remove', {about: named(one, index)}),
    ),
  ]);
  const heads = [t('passkeys.name'), t('dashboard.created'), t('dashboard.last_used'), t('dashboard.action')];
  return table(view, t('passkeys.title'), heads, rows);
};

/** The section of the dashboard; null where browsers have no passkeys for the public address. */
export function passkeySection(
  view: View,
  session: SignedIn,
  passkeys: readonly Passkey[],
  {failure, origin, now}: {failure: FormFailure | null; origin: string; now: number},
): Child {
  const {t, language} = view;
  const party = relyingParty(origin);
  if (party === null) return null;
  const options = createOptions(
    session,
    session.account,
    {id: party, name: SERVICE[language]},
    passkeys,
    now,
  );
  const nameField = (
    <div class="field">
      <label for="passkey-name">{t('dashboard.key_name')}</label>
      <input id="passkey-name" name="name" type="text" maxlength={MAX_KEY_NAME} autocomplete="off" />
    </div>
  );
  const content = form(
    '/account/passkey/add',
    session,
    EMPTY,
    nameField,
    fields(view, 'passkey', 'passkeys.add', failure),
  );
  return card('passkeys', t('passkeys.title'), [
    <p>{t('passkeys.why')}</p>,
    passkeys.length > 0 ? rowsOf(view, session, passkeys) : null,
    passkeys.length < MAX_PASSKEYS ? asked(view, 'create', options, content) : null,
  ]);
}
