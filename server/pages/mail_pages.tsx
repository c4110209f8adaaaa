/** Pages that links of messages lead to, and the one that asks for such a message. */
import {type Context, Hono} from 'hono';
import {type MailToken, TOKEN_MS} from '../accounts/mail_tokens.ts';
import {hashSecret} from '../accounts/secrets.ts';
import type {Child} from '../site/html.tsx';
import type {Text} from '../site/messages.ts';
import {ACCOUNT, MAIL_PAGES, MAIL_TOKEN} from '../site/navigation.ts';
import {contactLink} from '../site/view/contact.tsx';
import {errorPage as pageOf} from '../site/view/errors.tsx';
import {sentence} from '../site/view/kit.tsx';
import type {View} from '../site/view/types.ts';
import type {PageEnv} from './env.ts';
import {button, fields, form} from './fields.tsx';
import {type Flash, failureOf} from './flash.ts';
import {toConfirm} from './forms/confirm.ts';
import {FORGOT} from './forms/reset.ts';
import {isDisplayed} from './is_displayed.ts';
import {type Page, page} from './page.ts';
import {type PageServices, take} from './page_services.ts';
import {card, message} from './parts.tsx';
import {relyingParty} from './passkeys.ts';
import {visitor} from './session.ts';

type Visit = Context<PageEnv>;

const MINUTE_MS = 60_000;

/** A page with one form or sentence below its title. */
const single = (view: View, title: string, flash: Flash | null, content: Child): Page => ({
  title,
  failed: failureOf(flash) !== null,
  body: (
    <div class="account single">
      <h1>{title}</h1>
      {message(view, flash)}
      <div class="pairs">{content}</div>
    </div>
  ),
});

const flashOf = (c: Visit, {services, flashes}: PageServices): Flash | null =>
  isDisplayed(c) ? take(flashes, visitor(c, services).id) : null;

const now = ({services}: PageServices): Date => new Date(services.context.now());

/** What to do about a forgotten password where there is no mail. */
export const withoutMail = (view: View, {origin}: PageServices['services']): Child =>
  view.contact
    ? sentence(view, 'welcome.lost_at', {contact: contactLink(view.contact)})
    : view.t(relyingParty(origin) === null ? 'welcome.lost' : 'welcome.lost_passkey');

function forgotPage(c: Visit, pages: PageServices) {
  const {services} = pages;
  const flash = flashOf(c, pages);
  return page(c, services, (view) => {
    const {t} = view;
    const title = t('account_mail.forgot_title');
    const content = services.sendsMail
      ? [
          <p>{t('account_mail.forgot_how', {minutes: TOKEN_MS.reset / MINUTE_MS})}</p>,
          form(
            FORGOT,
            visitor(c, services),
            {},
            fields(view, 'forgot', 'forms.forgot_button', failureOf(flash)),
          ),
        ]
      : [<p>{t('account_mail.no_mail')}</p>, <p>{withoutMail(view, services)}</p>];
    return single(view, title, flash, card('forgot', t('frame.account'), content));
  });
}

/** For a token that is used, expired or none. */
const gonePage = (c: Visit, {services}: PageServices) =>
  page(c, services, (view) => {
    const {t} = view;
    const onward = (
      <p>
        <a href={FORGOT}>{t('forms.forgot')}</a> · <a href={ACCOUNT}>{t('account_errors.to_account')}</a>
      </p>
    );
    return pageOf(view, 404, t('account_mail.gone_title'), t('account_mail.gone_why'), {}, onward);
  });

function resetPage(c: Visit, pages: PageServices) {
  const {services, tables} = pages;
  const token = c.req.query(MAIL_TOKEN) ?? '';
  const found = tables.mailTokens.find(hashSecret(token), now(pages));
  if (found?.purpose !== 'reset' || tables.accounts.byId(found.account)?.name !== found.address)
    return gonePage(c, pages);
  const flash = flashOf(c, pages);
  return page(c, services, (view) => {
    const {t} = view;
    const title = t('account_mail.reset_title');
    const content = form(
      MAIL_PAGES.reset,
      visitor(c, services),
      {[MAIL_TOKEN]: token},
      // For password managers.
      <input type="text" value={found.address} autocomplete="username" readonly hidden />,
      fields(view, 'reset', 'forms.reset_button', failureOf(flash)),
    );
    return single(view, title, flash, [
      card('reset', t('account_mail.reset_for', {account: found.address}), content),
    ]);
  });
}

function confirmPage(c: Visit, pages: PageServices) {
  const {services} = pages;
  const token = c.req.query(MAIL_TOKEN) ?? '';
  const asked = toConfirm({...pages, now: now(pages)}, token);
  if (!asked) return gonePage(c, pages);
  const {account, proof} = asked;
  const flash = flashOf(c, pages);
  return page(c, services, (view) => {
    const {t} = view;
    const content = [
      <p>{t('account_mail.confirm_how', {address: proof.address})}</p>,
      form(
        MAIL_PAGES.verify,
        visitor(c, services),
        {[MAIL_TOKEN]: token},
        // For password managers.
        <input type="text" value={account.name} autocomplete="username" readonly hidden />,
        fields(view, 'confirm', 'forms.confirm_button', failureOf(flash)),
      ),
      <p class="note">
        <a href={FORGOT}>{t('forms.forgot')}</a>
      </p>,
    ];
    return single(view, t('account_mail.confirm_title'), flash, card('confirm', account.name, content));
  });
}

interface Ending {
  title: Text;
  how: Text;
  button: Text;
  done: Text;
  parts: Readonly<Record<string, string>>;
  end(): unknown;
}

/** What the page of a token ends: all notices, or the messages about one saved search. */
function toEnd(
  {tables}: PageServices,
  {purpose, account, address, search}: MailToken,
  at: Date,
): Ending | null {
  if (purpose === 'unsubscribe')
    return {
      title: 'account_mail.stop_title',
      how: 'account_mail.stop_how',
      button: 'account_mail.stop',
      done: 'account_mail.stopped',
      parts: {address},
      end: () => tables.accounts.subscribe(account, false, at),
    };
  const followed = purpose === 'pause' ? tables.searches.byId(search ?? 0) : null;
  if (followed?.account !== account) return null;
  return {
    title: 'alerts.stop_title',
    how: 'alerts.stop_how',
    button: 'alerts.stop',
    done: 'alerts.stopped',
    parts: {address, name: followed.name},
    end: () => tables.searches.pause(followed.id, account),
  };
}

/**
 * Ends notices by the token of a message alone: mail programs send the form of RFC 8058 without a page and
 * without a cookie. Opening the page changes nothing, since programs open links to look at them.
 */
function unsubscribePage(c: Visit, pages: PageServices) {
  const {services, tables} = pages;
  const token = c.req.query(MAIL_TOKEN) ?? '';
  const found = tables.mailTokens.find(hashSecret(token), now(pages));
  const ending = found && toEnd(pages, found, now(pages));
  if (!ending) return gonePage(c, pages);
  const isDone = c.req.method === 'POST';
  if (isDone) ending.end();
  return page(c, services, (view) => {
    const {t} = view;
    const content = isDone ? (
      <p role="status">{t(ending.done)}</p>
    ) : (
      [
        <p>{t(ending.how, ending.parts)}</p>,
        <form method="post">
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
          {button(view, ending.button, {main: true})}
        </form>,
      ]
    );
    return single(view, t(ending.title), null, card('stop', t('frame.account'), content));
  });
}

export function mailPages(pages: PageServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.get(FORGOT, (c) => forgotPage(c, pages));
  app.get(MAIL_PAGES.reset, (c) => resetPage(c, pages));
  app.get(MAIL_PAGES.verify, (c) => confirmPage(c, pages));
  app.get(MAIL_PAGES.unsubscribe, (c) => unsubscribePage(c, pages));
  app.post(MAIL_PAGES.unsubscribe, (c) => unsubscribePage(c, pages));
  return app;
}
