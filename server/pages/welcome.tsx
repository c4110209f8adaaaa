/** The welcome page: the forms to sign in and to sign up. */
import type {Context} from 'hono';
import type {Label} from '../../datasets/labels/index.ts';
import {TIERS} from '../accounts/tiers.ts';
import type {AccountServices} from './account_services.ts';
import {REQUEST} from './consent_return.ts';
import type {PageEnv} from './env.ts';
import {fields, form} from './fields.tsx';
import {type Flash, failureOf} from './flash.ts';
import {page} from './page.ts';
import {card, message} from './parts.tsx';
import {visitor} from './session.ts';
import {FORM_TEXTS} from './texts/forms.ts';
import {WELCOME as TEXTS} from './texts/welcome.ts';
import {tierTable} from './tier_table.tsx';

/** `request`: handle of a pending request for consent, or null. */
export const welcomePage = (
  c: Context<PageEnv>,
  services: AccountServices,
  flash: Flash | null,
  request: string | null,
) =>
  page(c, services, (view) => {
    const {t} = view;
    const {month, day, minute} = TIERS.free;
    const failure = failureOf(flash);
    const formCard = (name: 'sign-in' | 'sign-up', title: string, text: Label, note: string) =>
      card(name, title, [
        form(
          `/account/${name}`,
          visitor(c, services),
          request === null ? {} : {[REQUEST]: request},
          fields(view, name, text, failure),
        ),
        <p class="note">{note}</p>,
      ]);
    return {
      title: t(TEXTS.title),
      failed: failure !== null,
      body: (
        <div class="account">
          <h1>{t(TEXTS.title)}</h1>
          {message(view, flash)}
          <p class="lead">{t(request === null ? TEXTS.lead : TEXTS.to_client)}</p>
          <div class="pairs">
            {formCard('sign-in', t(FORM_TEXTS.sign_in), FORM_TEXTS.sign_in, t(TEXTS.lost))}
            {formCard(
              'sign-up',
              t(FORM_TEXTS.sign_up),
              FORM_TEXTS.sign_up_button,
              t(TEXTS.free, {month, day, minute}),
            )}
            {tierTable(view)}
          </div>
        </div>
      ),
    };
  });
