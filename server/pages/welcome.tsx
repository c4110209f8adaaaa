/** The welcome page: the forms to sign in and to sign up. */
import type {Context} from 'hono';
import {TIERS} from '../accounts/tiers.ts';
import type {Child} from '../site/html.tsx';
import type {Text} from '../site/messages.ts';
import type {AccountServices} from './account_services.ts';
import {passkeySignIn} from './dashboard/passkeys.tsx';
import type {PageEnv} from './env.ts';
import {fields, form} from './fields.tsx';
import {type Flash, failureOf} from './flash.ts';
import {FORGOT} from './forms/reset.ts';
import {withoutMail} from './mail_pages.tsx';
import type {Onward} from './onward.ts';
import {page} from './page.ts';
import {card, message} from './parts.tsx';
import {visitor} from './session.ts';
import {tierTable} from './tier_table.tsx';

/** `onward`: what the visitor goes on to once signed in, or null. */
export const welcomePage = (
  c: Context<PageEnv>,
  services: AccountServices,
  flash: Flash | null,
  onward: Onward | null,
) =>
  page(c, services, (view) => {
    const {t, contact} = view;
    const {month, day, minute} = TIERS.free;
    const failure = failureOf(flash);
    const carried = onward?.carried ?? {};
    const formCard = (name: 'sign-in' | 'sign-up', title: string, text: Text, note: Child) =>
      card(name, title, [
        form(`/account/${name}`, visitor(c, services), carried, fields(view, name, text, failure)),
        <p class="note">{note}</p>,
        name === 'sign-in'
          ? passkeySignIn(view, visitor(c, services), services.origin, carried, services.context.now())
          : null,
      ]);
    return {
      title: t('welcome.title'),
      failed: failure !== null,
      body: (
        <div class="account">
          <h1>{t('welcome.title')}</h1>
          {message(view, flash)}
          <p class="lead">{t(onward?.lead ?? 'welcome.lead')}</p>
          <div class="pairs">
            {formCard(
              'sign-in',
              t('forms.sign_in'),
              'forms.sign_in',
              services.sendsMail ? (
                <>
                  <a href={FORGOT}>{t('forms.forgot')}</a> {t('account_mail.pending')}
                </>
              ) : (
                withoutMail(view, services)
              ),
            )}
            {formCard('sign-up', t('forms.sign_up'), 'forms.sign_up_button', [
              t('welcome.free', {month, day, minute}),
              services.sendsMail ? null : ` ${t('welcome.unmailed')}`,
            ])}
            {contact === null ? null : tierTable(view)}
          </div>
        </div>
      ),
    };
  });
