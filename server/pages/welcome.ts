/** The page for visitors who are not signed in: the forms to sign in and to sign up. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {TIERS} from '../accounts/tiers.ts';
import type {Site} from './account_services.ts';
import {REQUEST} from './consent_return.ts';
import type {Known} from './env.ts';
import {fieldsForm, summary} from './fields.ts';
import {failureOf, type Note} from './flash.ts';
import {page} from './layout.ts';
import {visitor} from './session.ts';
import {FORM_TEXTS} from './texts/forms.ts';
import {WELCOME as TEXTS} from './texts/welcome.ts';

/** `request`: handle of a request for consent that waits for the sign-in, or null. */
export function welcomePage(
  c: Context<Known>,
  site: Site,
  note: Note | null,
  request: string | null,
): Promise<Response> {
  const failure = failureOf(note);
  const hidden: Record<string, string> = request === null ? {} : {[REQUEST]: request};
  const {month, day, minute} = TIERS.free;
  const shown = {visitor: visitor(c, site), hidden};
  return page(c, site, {
    title: TEXTS.title,
    failed: failure !== null,
    body: (say) => html`<h1>${say(TEXTS.title)}</h1>
${failure && summary(say, failure)}
${note && 'done' in note && html`<p class="done" role="status">${say(note.done)}</p>`}
<p class="lead">${say(request === null ? TEXTS.lead : TEXTS.to_client)}</p>
<div class="columns">
<section class="card" aria-labelledby="sign-in">
<h2 id="sign-in">${say(FORM_TEXTS.sign_in)}</h2>
${fieldsForm(say, {
  ...shown,
  form: 'sign-in',
  button: FORM_TEXTS.sign_in,
  failure: failureOf(note, 'sign-in'),
})}
<p class="hint">${say(TEXTS.lost)}</p>
</section>
<section class="card" aria-labelledby="sign-up">
<h2 id="sign-up">${say(FORM_TEXTS.sign_up)}</h2>
${fieldsForm(say, {
  ...shown,
  form: 'sign-up',
  button: FORM_TEXTS.sign_up_button,
  failure: failureOf(note, 'sign-up'),
})}
<p class="hint">${say(TEXTS.free, {month, day, minute})}</p>
</section>
</div>`,
  });
}
