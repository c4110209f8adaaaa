/** Renders forms: labelled fields, their errors, and an error summary that links to them. */
import {html} from 'hono/html';
import {PASSWORD_LENGTH} from '../accounts/credentials.ts';
import type {Visitor} from './env.ts';
import type {FormFailure} from './flash.ts';
import {tokenField} from './form.ts';
import type {Html} from './layout.ts';
import {FORM_TEXTS as TEXTS} from './texts/forms.ts';
import type {Text, Translate} from './texts/types.ts';

interface Field {
  /** Name in the form. */
  name: string;
  label: Text;
  type: 'email' | 'password';
  /** For password managers and browsers. */
  autocomplete: string;
  hint?: Text;
}

const NEW_PASSWORD = {type: 'password', autocomplete: 'new-password', hint: TEXTS.password_hint} as const;

const EMAIL = {name: 'email', label: TEXTS.email, type: 'email', autocomplete: 'username'} as const;

/** Fields of each form that can fail, in order. */
export const FIELDS: Readonly<Record<FormFailure['form'], readonly Field[]>> = {
  'sign-in': [
    EMAIL,
    {name: 'password', label: TEXTS.password, type: 'password', autocomplete: 'current-password'},
  ],
  'sign-up': [EMAIL, {name: 'password', label: TEXTS.password, ...NEW_PASSWORD}],
  password: [
    {name: 'old', label: TEXTS.old_password, type: 'password', autocomplete: 'current-password'},
    {name: 'new', label: TEXTS.new_password, ...NEW_PASSWORD},
  ],
};

interface FormView {
  form: FormFailure['form'];
  button: Text;
  visitor: Visitor;
  /** Failure of this form, or null. */
  failure: FormFailure | null;
  /** Hidden fields besides the CSRF token. */
  hidden?: Readonly<Record<string, string>>;
  /** The account, for password managers, in a form without an e-mail field. */
  username?: string;
}

const fieldId = (form: string, field: string): string => `${form}-${field}`;

function field(
  t: Translate,
  {form, failure}: FormView,
  {name, label, type, autocomplete, hint}: Field,
): Html {
  const id = fieldId(form, name);
  const error = failure?.errors.find((one) => one.field === name)?.text;
  const described = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-fault`] : [])].join(' ');
  const value = type === 'email' ? failure?.email : undefined;
  return html`<div class="field">
<label for="${id}">${t(label)}</label>
${hint && html`<p class="hint" id="${id}-hint">${t(hint, PASSWORD_LENGTH)}</p>`}
${error && html`<p class="fault" id="${id}-fault">${t(TEXTS.error, {what: t(error, PASSWORD_LENGTH)})}</p>`}
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}
${value !== undefined && html` value="${value}"`}>
</div>`;
}

/** A form with its fields, sent to `/account/<form>`. */
export function renderForm(t: Translate, view: FormView): Html {
  const {form, button, visitor, username, hidden = {}} = view;
  return html`<form method="post" action="/account/${form}">
${tokenField(visitor)}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${username !== undefined && html`<input type="text" value="${username}" autocomplete="username" readonly hidden>`}
${FIELDS[form].map((one) => field(t, view, one))}
<button class="main" type="submit">${t(button)}</button>
</form>`;
}

/** A form that is a single button. `about` distinguishes similar buttons; `main` marks the primary action. */
export const renderButton = (
  t: Translate,
  action: string,
  button: Text,
  visitor: Visitor,
  {
    hidden = {},
    about = '',
    main = false,
  }: {hidden?: Readonly<Record<string, string>>; about?: string; main?: boolean} = {},
): Html => html`<form method="post" action="${action}">
${tokenField(visitor)}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button${main && html` class="main"`} type="submit"${about && html` aria-label="${t(button)}: ${about}"`}>${t(button)}</button>
</form>`;

/** The error summary at the top of the page; screen readers announce it, and keyboard focus starts there. */
export const renderErrorSummary = (t: Translate, {form, errors}: FormFailure): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${t(TEXTS.problem)}</h2>
<ul>${errors.map(
    ({field, text}) => html`<li><a href="#${fieldId(form, field)}">${t(text, PASSWORD_LENGTH)}</a></li>`,
  )}</ul>
</div>`;
