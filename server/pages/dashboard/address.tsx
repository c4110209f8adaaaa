/** Dashboard sections: the address and which messages go to it; how to take data away and close the account. */
import type {Account} from '../../accounts/accounts.ts';
import type {Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {button, fields, form} from '../fields.tsx';
import type {FormFailure} from '../flash.ts';
import {card, facts} from '../parts.tsx';
import type {SignedIn} from '../session.ts';

/** Path of the file with what is stored about an account. */
export const EXPORT = '/account/export';

/** The form that sends the link which proves the address. */
export const proofForm = (view: View, session: SignedIn): Markup =>
  form('/account/verify', session, {}, button(view, 'forms.verify_button', {main: true}));

const noticesForm = (view: View, session: SignedIn, {unsubscribed}: Account) => [
  <p>{view.t(unsubscribed ? 'account_mail.notices_are_off' : 'account_mail.notices_are_on')}</p>,
  form(
    '/account/notices',
    session,
    {wanted: unsubscribed ? 'on' : 'off'},
    button(view, unsubscribed ? 'account_mail.start' : 'account_mail.stop'),
  ),
];

/** `sendsMail`: whether messages reach people. */
export function addressSection(
  view: View,
  session: SignedIn,
  failure: FormFailure | null,
  sendsMail: boolean,
): Markup {
  const {t} = view;
  const {account} = session;
  if (!sendsMail) return card('address', t('account_mail.section'), <p>{t('account_mail.no_mail')}</p>);
  const isProven = account.proof === 'given';
  return card('address', t('account_mail.section'), [
    facts([[account.name, t(isProven ? 'account_mail.is_proven' : 'account_mail.is_unproven')]]),
    isProven ? null : proofForm(view, session),
    <details open={failure?.form === 'address'}>
      <summary>{t('account_mail.change_summary')}</summary>
      <p>{t('account_mail.change_how')}</p>
      {form('/account/address', session, {}, fields(view, 'address', 'forms.address_button', failure))}
    </details>,
    noticesForm(view, session, account),
  ]);
}

export const leaveSection = (view: View, session: SignedIn, failure: FormFailure | null): Markup => {
  const {t} = view;
  return card('leave', t('account_mail.leave_section'), [
    <p>{t('account_mail.export_how')}</p>,
    <p>
      <a href={EXPORT} download>
        {t('account_mail.export')}
      </a>
    </p>,
    <details open={failure?.form === 'close'}>
      <summary>{t('account_mail.close_summary')}</summary>
      <p>{t('account_mail.close_why')}</p>
      {form('/account/close', session, {}, fields(view, 'close', 'forms.close_button', failure))}
    </details>,
  ]);
};
