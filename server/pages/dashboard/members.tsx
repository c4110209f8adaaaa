/** Dashboard sections: the accounts that somebody may act for, and the members of the one that they act for. */
import {type Member, type Membership, ROLES, type Role} from '../../accounts/members.ts';
import {formatDay} from '../../site/format.ts';
import type {Child, Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {button, fields, form} from '../fields.tsx';
import type {FormFailure} from '../flash.ts';
import {card, facts} from '../parts.tsx';
import type {SignedIn} from '../session.ts';

/** Accounts of others, invitations included. */
export interface Memberships {
  accounts: readonly Membership[];
  invitations: readonly Membership[];
}

/** A text and forms beside each other. */
const actions = (...all: Child[]): Markup => (
  <div class="line">{all.map((one) => (typeof one === 'string' ? <span>{one}</span> : one))}</div>
);

const answerForm = (view: View, session: SignedIn, {id, name}: Membership, answer: 'accept' | 'decline') =>
  form(
    '/account/invitation',
    session,
    {invitation: String(id), answer},
    button(view, `members.${answer}`, {main: answer === 'accept', about: name}),
  );

/** For each account its name, the role, and what one may do. */
function accountFacts(view: View, session: SignedIn, {accounts, invitations}: Memberships) {
  const {t} = view;
  const {person, account} = session;
  const actForm = (id: number, name: string) =>
    id === account.id
      ? t('members.acting_now')
      : form('/account/act', session, {account: String(id)}, button(view, 'members.act', {about: name}));
  return [
    [person.name, actions(t('members.own'), actForm(person.id, person.name))] as const,
    ...accounts.map(
      ({account: id, name, role}) =>
        [
          name,
          actions(
            t(`members.${role}`),
            actForm(id, name),
            form(
              '/account/leave',
              session,
              {account: String(id)},
              button(view, 'members.leave', {about: name}),
            ),
          ),
        ] as const,
    ),
    ...invitations.map(
      (one) =>
        [
          one.name,
          actions(
            t('members.invited_as', {role: t(`members.${one.role}`)}),
            answerForm(view, session, one, 'accept'),
            answerForm(view, session, one, 'decline'),
          ),
        ] as const,
    ),
  ];
}

/** Null for somebody who has only their own account. */
export function accountsSection(view: View, session: SignedIn, all: Memberships): Child {
  const {t} = view;
  if (all.accounts.length + all.invitations.length === 0) return null;
  return card(
    'accounts',
    t('members.accounts'),
    [<p>{t('members.accounts_why')}</p>, facts(accountFacts(view, session, all))],
    'card wide',
  );
}

const roleChoice = (view: View, id: string, chosen: Role, about: string): Markup => (
  <select id={id} name="role" aria-label={about === '' ? undefined : `${view.t('members.role')}: ${about}`}>
    {ROLES.map((role) => (
      <option value={role} selected={role === chosen}>
        {view.t(`members.${role}`)}
      </option>
    ))}
  </select>
);

const memberFact = (view: View, session: SignedIn, {id, address, role, accepted_at}: Member) =>
  [
    address,
    actions(
      accepted_at === null
        ? view.t('members.waits')
        : view.t('members.since', {day: formatDay(accepted_at.slice(0, 10), view.language)}),
      form(
        '/account/members/role',
        session,
        {member: String(id)},
        actions(
          roleChoice(view, `role-${id}`, role, address),
          button(view, 'members.change', {about: address}),
        ),
      ),
      form(
        '/account/members/remove',
        session,
        {member: String(id)},
        button(view, 'members.remove', {about: address}),
      ),
    ),
  ] as const;

/** For owners. */
export function membersSection(
  view: View,
  session: SignedIn,
  members: readonly Member[],
  {failure, sendsMail}: {failure: FormFailure | null; sendsMail: boolean},
): Markup {
  const {t} = view;
  const inviteForm = form(
    '/account/members/invite',
    session,
    {},
    <div class="field">
      <label for="invite-role">{t('members.role')}</label>
      {roleChoice(view, 'invite-role', 'reader', '')}
    </div>,
    fields(view, 'invite', 'members.invite', failure),
  );
  return card(
    'members',
    t('members.title'),
    [
      <p>{t('members.roles_why')}</p>,
      members.length === 0 ? null : facts(members.map((one) => memberFact(view, session, one))),
      <details open={failure?.form === 'invite'}>
        <summary>{t('members.invite_summary')}</summary>
        <p>{t(sendsMail ? 'members.invite_how' : 'members.invite_unmailed')}</p>
        {inviteForm}
      </details>,
    ],
    'card wide',
  );
}
