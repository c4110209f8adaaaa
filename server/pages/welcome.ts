/** The welcome page: the forms to sign in and to sign up. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import {TIERS} from '../accounts/tiers.ts';
import type {AccountServices} from './account_services.ts';
import {REQUEST} from './consent_return.ts';
import type {PageEnv} from './env.ts';
import {renderErrorSummary, renderForm} from './fields.ts';
import {type Flash, failureOf} from './flash.ts';
import {page} from './layout.ts';
import {visitor} from './session.ts';
import {FORM_TEXTS} from './texts/forms.ts';
import {WELCOME as TEXTS} from './texts/welcome.ts';
import {tierTable} from './tier_table.ts';

/** `request`: handle of a pending request for consent, or null. */
export function welcomePage(
  c: Context<PageEnv>,
  services: AccountServices,
  flash: Flash | null,
  request: string | null,
): Promise<Response> {
  const failure = failureOf(flash);
  const hidden: Record<string, string> = request === null ? {} : {[REQUEST]: request};
  const {month, day, minute} = TIERS.free;
  const shown = {visitor: visitor(c, services), hidden};
  return page(c, services, {
    title: TEXTS.title,
    failed: failure !== null,
    body: (t, language) => html`<h1>${t(TEXTS.title)}</h1>
${failure && renderErrorSummary(t, failure)}
${flash && 'done' in flash && html`<p class="done" role="status">${t(flash.done)}</p>`}
<p class="lead">${t(request === null ? TEXTS.lead : TEXTS.to_client)}</p>
<div class="columns">
<section class="card" aria-labelledby="sign-in">
<h2 id="sign-in">${t(FORM_TEXTS.sign_in)}</h2>
${renderForm(t, {
  ...shown,
  form: 'sign-in',
  button: FORM_TEXTS.sign_in,
  failure: failureOf(flash, 'sign-in'),
})}
<p class="hint">${t(TEXTS.lost)}</p>
</section>
<section class="card" aria-labelledby="sign-up">
<h2 id="sign-up">${t(FORM_TEXTS.sign_up)}</h2>
${renderForm(t, {
  ...shown,
  form: 'sign-up',
  button: FORM_TEXTS.sign_up_button,
  failure: failureOf(flash, 'sign-up'),
})}
<p class="hint">${t(TEXTS.free, {month, day, minute})}</p>
</section>
${tierTable(t, language)}
</div>`,
  });
}
