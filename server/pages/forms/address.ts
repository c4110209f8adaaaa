/** Forms of a signed-in account: prove its address, change it, choose which messages go to it. */
import {EMAIL_LENGTH, parseMailAddress} from '../../accounts/credentials.ts';
import type {FormFailure} from '../flash.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {checkPassword} from './check_password.ts';
import {countMail, sendLink} from './send_link.ts';

/** Sends the link that proves the address. */
export async function askForProof(submitted: SubmittedForm, {id, account}: SignedIn): Promise<void> {
  const {services, flashes} = submitted;
  const recipient = parseMailAddress(account.name);
  if (!services.sendsMail || recipient === null) {
    flashes.set(id, {done: 'forms.no_mail'});
    return;
  }
  await countMail(submitted);
  sendLink(submitted, {kind: 'verify', account: account.id, recipient, language: account.language});
  flashes.set(id, {done: 'forms.on_way'});
}

/** Sends a link to the new address; whether that has an account makes no difference here. */
export async function changeAddress(submitted: SubmittedForm, {id, account}: SignedIn): Promise<void> {
  const {services, tables, fields, flashes} = submitted;
  if (!services.sendsMail) {
    flashes.set(id, {done: 'forms.no_mail'});
    return;
  }
  const typed = fields.get('email') ?? '';
  const recipient = parseMailAddress(typed);
  const fail = (field: string, text: FormFailure['errors'][number]['text']): void => {
    const email = typed.slice(0, EMAIL_LENGTH.longest);
    flashes.set(id, {form: 'address', errors: [{field, text}], email});
  };
  if (recipient === null) return fail('email', 'forms.bad_email');
  await countMail(submitted);
  const isRight = await checkPassword(submitted, account, fields.get('password') ?? '');
  if (!isRight) return fail('password', 'forms.bad_old_password');
  services.database.transaction(() => {
    const other = tables.accounts.byName(recipient);
    const {id: reader, language} = other ?? account;
    sendLink(submitted, {kind: other ? 'taken' : 'change', account: reader, recipient, language});
  });
  flashes.set(id, {done: 'forms.on_way'});
}

/** Notices about quota and tier, or none. */
export function chooseNotices({tables, fields, flashes, now}: SubmittedForm, {id, account}: SignedIn): void {
  const wanted = fields.get('wanted') === 'on';
  tables.accounts.subscribe(account.id, wanted, now);
  flashes.set(id, {done: wanted ? 'forms.notices_on' : 'forms.notices_off'});
}
