/** Forms: invite, accept, decline and leave; roles; the account that one acts for. */
import {EMAIL_LENGTH, parseMailAddress} from '../../accounts/credentials.ts';
import {INVITATION_DAYS, type Membership, readRole} from '../../accounts/members.ts';
import {INVITATIONS} from '../attempt_limits.ts';
import {languageFor} from '../page.ts';
import type {PageServices, SubmittedForm} from '../page_services.ts';
import {actFor, type SignedIn} from '../session.ts';
import {numberIn} from './keys.ts';
import {countMail, sendLink} from './send_link.ts';

/**
 * Invitations that somebody may accept: to the address of their account, which they have proven. Without mail nothing
 * is proven; then only an account that was there before can have been meant.
 */
export const openInvitations = (
  {services, tables}: Pick<PageServices, 'services' | 'tables'>,
  {person}: SignedIn,
): Membership[] =>
  tables.members
    .invitationsTo(person.name, new Date(services.context.now()))
    .filter(({invited_at}) =>
      services.sendsMail ? person.proof === 'given' : person.created_at < invited_at,
    );

/** Whether the address has an account is looked up nowhere, so that neither the answer nor its time depends on it. */
export async function invite(submitted: SubmittedForm, {id, person, account}: SignedIn): Promise<void> {
  const {c, services, tables, fields, flashes, now} = submitted;
  const typed = fields.get('email') ?? '';
  const recipient = parseMailAddress(typed);
  const role = readRole(fields.get('role'));
  if (recipient === null || role === null) {
    const errors = [{field: 'email', text: 'forms.bad_email'} as const];
    flashes.set(id, {form: 'invite', errors, email: typed.slice(0, EMAIL_LENGTH.longest)});
    return;
  }
  if (services.sendsMail && person.proof !== 'given') {
    flashes.set(id, {done: 'forms.unproven'});
    return;
  }
  await countMail(submitted, [INVITATIONS, String(account.id)]);
  const parts = {account: account.name, role, days: INVITATION_DAYS};
  const invited = services.database.transaction(() => {
    if (!tables.members.invite(account.id, recipient, role, now)) return false;
    if (services.sendsMail)
      sendLink(submitted, {
        kind: 'invited',
        account: account.id,
        recipient,
        language: languageFor(c),
        parts,
      });
    return true;
  });
  flashes.set(id, {done: invited ? 'members.invited' : 'members.full'});
}

export function setRole({tables, fields, flashes}: SubmittedForm, {id, account}: SignedIn): void {
  const role = readRole(fields.get('role'));
  const done = role !== null && tables.members.setRole(account.id, numberIn(fields, 'member'), role);
  flashes.set(id, {done: done ? 'members.changed' : 'members.missing'});
}

export function removeMember({tables, fields, flashes}: SubmittedForm, {id, account}: SignedIn): void {
  const done = tables.members.remove(account.id, numberIn(fields, 'member'));
  flashes.set(id, {done: done ? 'members.removed' : 'members.missing'});
}

/** Accepts an invitation, or declines it. */
export function answerInvitation(submitted: SubmittedForm, session: SignedIn): void {
  const {tables, fields, flashes, now} = submitted;
  const asked = openInvitations(submitted, session).find(({id}) => id === numberIn(fields, 'invitation'));
  const isAccepted = fields.get('answer') === 'accept';
  const done =
    asked &&
    (isAccepted ? tables.members.accept(asked, session.person.id, now) : tables.members.decline(asked));
  flashes.set(session.id, {
    done: !done ? 'members.gone' : isAccepted ? 'members.accepted' : 'members.declined',
  });
}

export function leave({tables, fields, flashes}: SubmittedForm, {id, person}: SignedIn): void {
  const done = tables.members.leave(numberIn(fields, 'account'), person.id);
  flashes.set(id, {done: done ? 'members.left' : 'members.missing'});
}

/** Acts for another account from the next request on. */
export function act({c, services, tables, fields, flashes, newKeys}: SubmittedForm, session: SignedIn): void {
  const account = numberIn(fields, 'account');
  if (tables.members.roleOf(account, session.person.id) === null) {
    flashes.set(session.id, {done: 'members.missing'});
    return;
  }
  newKeys.delete(session.id);
  actFor(c, services, session, account);
}
