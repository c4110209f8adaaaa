/** Forms as they stand on a page: labelled fields, what is wrong with them, and a summary that leads to each. */
import {html} from 'hono/html';
import {PASSWORD} from '../accounts/credentials.ts';
import type {Visitor} from './env.ts';
import type {Failure} from './flash.ts';
import {tokenField} from './form.ts';
import type {Html} from './layout.ts';
import {FORM_TEXTS as TEXTS} from './texts/forms.ts';
import type {Say, Text} from './texts/types.ts';

interface Field {
  /** Name in the form. */
  name: string;
  label: Text;
  type: 'email' | 'password';
  /** What password managers and browsers fill in. */
  autocomplete: string;
  hint?: Text;
}

const NEW_PASSWORD = {type: 'password', autocomplete: 'new-password', hint: TEXTS.password_hint} as const;

const EMAIL = {name: 'email', label: TEXTS.email, type: 'email', autocomplete: 'username'} as const;

/** Fields of each form that can fail, in order. */
export const FIELDS: Readonly<Record<Failure['form'], readonly Field[]>> = {
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

interface Shown {
  form: Failure['form'];
  button: Text;
  visitor: Visitor;
  /** Of this form, or null. */
  failure: Failure | null;
  /** Hidden fields beside the token. */
  hidden?: Readonly<Record<string, string>>;
  /** Whose password a form is for that does not ask for the e-mail: tells password managers. */
  username?: string;
}

const idOf = (form: string, field: string): string => `${form}-${field}`;

function field(say: Say, {form, failure}: Shown, {name, label, type, autocomplete, hint}: Field): Html {
  const id = idOf(form, name);
  const fault = failure?.faults.find((one) => one.field === name)?.text;
  const described = [...(hint ? [`${id}-hint`] : []), ...(fault ? [`${id}-fault`] : [])].join(' ');
  const value = type === 'email' ? failure?.email : undefined;
  return html`<div class="field">
<label for="${id}">${say(label)}</label>
${hint && html`<p class="hint" id="${id}-hint">${say(hint, PASSWORD)}</p>`}
${fault && html`<p class="fault" id="${id}-fault">${say(TEXTS.error, {what: say(fault, PASSWORD)})}</p>`}
<input id="${id}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
${described && html` aria-describedby="${described}"`}${fault && html` aria-invalid="true"`}
${value !== undefined && html` value="${value}"`}>
</div>`;
}

/** A form with its fields, sent to `/account/<form>`. */
export function fieldsForm(say: Say, shown: Shown): Html {
  const {form, button, visitor, username, hidden = {}} = shown;
  return html`<form method="post" action="/account/${form}">
${tokenField(visitor)}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${username !== undefined && html`<input type="text" value="${username}" autocomplete="username" readonly hidden>`}
${FIELDS[form].map((one) => field(say, shown, one))}
<button class="main" type="submit">${say(button)}</button>
</form>`;
}

/** A form that is one button. `about`: what the button is for, where several look alike; `main`: what to do next. */
export const buttonForm = (
  say: Say,
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
<button${main && html` class="main"`} type="submit"${about && html` aria-label="${say(button)}: ${about}"`}>${say(button)}</button>
</form>`;

/** What is wrong, on top of the page; screen readers tell it at once and the keyboard begins there. */
export const summary = (say: Say, {form, faults}: Failure): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${say(TEXTS.problem)}</h2>
<ul>${faults.map(
    ({field, text}) => html`<li><a href="#${idOf(form, field)}">${say(text, PASSWORD)}</a></li>`,
  )}</ul>
</div>`;
