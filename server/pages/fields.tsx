/** Renders forms: labelled fields, their errors, and an error summary that links to them. */

import {PASSWORD_LENGTH} from '../accounts/credentials.ts';
import type {Child, Markup} from '../site/html.tsx';
import type {Text} from '../site/messages.ts';
import type {View} from '../site/view/types.ts';
import type {Visitor} from './env.ts';
import type {FormFailure} from './flash.ts';
import {TOKEN} from './form.ts';

type Field = ({type: 'email'} | {type: 'password'}) & {
  /** Name in the form. */
  name: string;
  label: Text;
  /** For password managers and browsers. */
  autocomplete: 'username' | 'email' | 'current-password' | 'new-password';
  hint?: Text;
};

const NEW_PASSWORD = {type: 'password', autocomplete: 'new-password', hint: 'forms.password_hint'} as const;

const OLD_PASSWORD = {type: 'password', autocomplete: 'current-password'} as const;

const EMAIL = {name: 'email', label: 'forms.email', type: 'email', autocomplete: 'username'} as const;

/** Forms that have nothing but such fields. */
type FormOfFields = Exclude<FormFailure['form'], 'follow' | 'key'>;

/** Fields of each form that can fail, in order. */
const FIELDS: Readonly<Record<FormOfFields, readonly Field[]>> = {
  'sign-in': [EMAIL, {name: 'password', label: 'forms.password', ...OLD_PASSWORD}],
  'sign-up': [EMAIL, {name: 'password', label: 'forms.password', ...NEW_PASSWORD}],
  password: [
    {name: 'old', label: 'forms.old_password', ...OLD_PASSWORD},
    {name: 'new', label: 'forms.new_password', ...NEW_PASSWORD},
  ],
  forgot: [EMAIL],
  reset: [{name: 'new', label: 'forms.new_password', ...NEW_PASSWORD}],
  confirm: [{name: 'password', label: 'forms.password', ...OLD_PASSWORD}],
  address: [
    {name: 'email', label: 'forms.new_email', type: 'email', autocomplete: 'email'},
    {name: 'password', label: 'forms.old_password', ...OLD_PASSWORD},
  ],
  passkey: [{name: 'password', label: 'forms.old_password', ...OLD_PASSWORD}],
  invite: [{name: 'email', label: 'forms.email', type: 'email', autocomplete: 'email'}],
  close: [{name: 'password', label: 'forms.old_password', ...OLD_PASSWORD}],
};

/** Values by name. */
type Hidden = Readonly<Record<string, string>>;

/** A form with its CSRF token, its hidden fields and what one sees of it. */
export const form = (action: string, {token}: Visitor, hidden: Hidden, ...content: Child[]): Markup => (
  <form method="post" action={action}>
    {Object.entries({[TOKEN]: token, ...hidden}).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    {content}
  </form>
);

/** The button that sends a form. `about` distinguishes similar ones; a `main` one is the primary action. */
export const button = ({t}: View, text: Text, {main = false, about = ''} = {}): Markup => (
  <button
    type="submit"
    class={main ? 'main' : undefined}
    aria-label={about === '' ? undefined : `${t(text)}: ${about}`}
  >
    {t(text)}
  </button>
);

export const fieldId = (form: string, field: string): string => `${form}-${field}`;

/** `failure`: of this form, or null. */
function fieldOf(
  {t}: View,
  form: FormOfFields,
  failure: FormFailure | null,
  {name, label, hint, ...attributes}: Field,
): Markup {
  const id = fieldId(form, name);
  const error = failure?.errors.find((one) => one.field === name)?.text;
  const described = [hint ? [`${id}-hint`] : [], error ? [`${id}-fault`] : []].flat().join(' ');
  return (
    <div class="field">
      <label for={id}>{t(label)}</label>
      {hint ? (
        <p class="note" id={`${id}-hint`}>
          {t(hint, PASSWORD_LENGTH)}
        </p>
      ) : null}
      {error ? (
        <p class="fault" id={`${id}-fault`}>
          {t('forms.error', {what: t(error, PASSWORD_LENGTH)})}
        </p>
      ) : null}
      <input
        id={id}
        name={name}
        {...attributes}
        required
        aria-describedby={described || undefined}
        aria-invalid={error ? 'true' : undefined}
        value={attributes.type === 'email' ? failure?.email : undefined}
      />
    </div>
  );
}

/** What is wrong with a field of a form that names its own fields; null: nothing is. */
export function faultOf(
  {t}: View,
  failure: FormFailure | null,
  form: FormFailure['form'],
  field: string,
): Child {
  const error = failure?.form === form ? failure.errors.find((one) => one.field === field) : undefined;
  return error ? (
    <p class="fault" id={`${fieldId(form, field)}-fault`}>
      {t('forms.error', {what: t(error.text)})}
    </p>
  ) : null;
}

/** The fields and the button of a form. */
export const fields = (view: View, form: FormOfFields, text: Text, failure: FormFailure | null) => [
  FIELDS[form].map((one) => fieldOf(view, form, failure?.form === form ? failure : null, one)),
  button(view, text, {main: true}),
];

/** The error summary at the top of the page; screen readers announce it, and keyboard focus starts there. */
export const errorSummary = ({t}: View, {form, errors}: FormFailure): Markup => (
  <div class="refused" role="alert" tabindex={-1} autofocus>
    <h2>{t('forms.problem')}</h2>
    <ul>
      {errors.map(({field, text}) => (
        <li>
          <a href={`#${fieldId(form, field)}`}>{t(text, PASSWORD_LENGTH)}</a>
        </li>
      ))}
    </ul>
  </div>
);
