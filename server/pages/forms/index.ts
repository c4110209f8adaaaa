/** All forms of the account pages, by path. Each is answered by a redirect. */
import {type Context, Hono} from 'hono';
import {actingAs} from '../../accounts/database.ts';
import {mayDo} from '../../accounts/members.ts';
import {ACCOUNT, MAIL_PAGES} from '../../site/navigation.ts';
import {ADD, PAUSE, REMOVE, RENEW, RESUME} from '../alerts/paths.ts';
import type {PageEnv} from '../env.ts';
import {checkForm, sender} from '../form.ts';
import {notAllowed} from '../not_allowed.ts';
import {onwardOf, signInAddress} from '../onward.ts';
import {seeOther} from '../page.ts';
import type {PageServices, SubmittedForm} from '../page_services.ts';
import {asOneself, endSession, type SignedIn, signedInAccount, visitor} from '../session.ts';
import {addSearch} from './add_search.ts';
import {askForProof, changeAddress, chooseNotices} from './address.ts';
import {closeAccount} from './close.ts';
import {confirmAddress} from './confirm.ts';
import {revokeGrant} from './grants.ts';
import {createKey, refreshKey, revokeKey} from './keys.ts';
import {act, answerInvitation, invite, leave, removeMember, setRole} from './members.ts';
import {addPasskey, removePasskey, signInByPasskey} from './passkeys.ts';
import {changePassword} from './password.ts';
import {askForReset, FORGOT, resetPassword} from './reset.ts';
import {pauseSearch, removeSearch, renewFeed, resumeSearch} from './searches.ts';
import {signIn} from './sign_in.ts';
import {signUp} from './sign_up.ts';

/**
 * Forms that anybody may send; they return whether the visitor is signed in afterwards, or the page that says
 * what is wrong.
 */
const FOR_VISITORS: Readonly<Record<string, (submitted: SubmittedForm) => Promise<boolean | string>>> = {
  '/account/sign-up': signUp,
  '/account/sign-in': signIn,
  '/account/passkey/sign-in': signInByPasskey,
  [FORGOT]: askForReset,
  [MAIL_PAGES.reset]: resetPassword,
  [MAIL_PAGES.verify]: confirmAddress,
};

function signOut({c, services, flashes, newKeys}: SubmittedForm, session: SignedIn): void {
  newKeys.delete(session.id);
  endSession(c, services, session);
  flashes.set(visitor(c, services).id, {done: 'forms.signed_out'});
}

type Submit = (submitted: SubmittedForm, session: SignedIn) => Promise<void> | void;

/** Forms of whoever is signed in: they concern the person and their own account. */
const FOR_PEOPLE: Readonly<Record<string, Submit>> = {
  '/account/sign-out': signOut,
  '/account/password': changePassword,
  '/account/passkey/add': addPasskey,
  '/account/passkey/remove': removePasskey,
  '/account/grants/revoke': revokeGrant,
  '/account/verify': askForProof,
  '/account/address': changeAddress,
  '/account/notices': chooseNotices,
  '/account/close': closeAccount,
  '/account/act': act,
  '/account/invitation': answerInvitation,
  '/account/leave': leave,
};

/** Forms of its saved searches; they return where the browser goes on. */
const FOR_SEARCHES: Readonly<Record<string, (submitted: SubmittedForm, session: SignedIn) => string>> = {
  [ADD]: addSearch,
  [PAUSE]: pauseSearch,
  [RESUME]: resumeSearch,
  [RENEW]: renewFeed,
  [REMOVE]: removeSearch,
};

/** Forms of the account that somebody acts for, by the role that they need in it at least. */
const FOR_ROLES: Readonly<Record<'manager' | 'owner', typeof FOR_PEOPLE | typeof FOR_SEARCHES>> = {
  manager: {
    '/account/key/create': createKey,
    '/account/key/refresh': refreshKey,
    '/account/key/revoke': revokeKey,
    ...FOR_SEARCHES,
  },
  owner: {
    '/account/members/invite': invite,
    '/account/members/role': setRole,
    '/account/members/remove': removeMember,
  },
};

/** Forms of somebody signed in, with the role that each needs; null: none, as it is about themselves. */
const FOR_ACCOUNTS = [
  ...Object.entries(FOR_PEOPLE).map(([path, submit]) => ({path, submit, least: null})),
  ...(['manager', 'owner'] as const).flatMap((least) =>
    Object.entries(FOR_ROLES[least]).map(([path, submit]) => ({path, submit, least})),
  ),
];

/** Paths of all forms. */
export const FORM_PATHS: readonly string[] = [
  ...Object.keys(FOR_VISITORS),
  ...FOR_ACCOUNTS.map(({path}) => path),
];

export function forms(pageServices: PageServices): Hono<PageEnv> {
  const {services, flashes} = pageServices;
  const app = new Hono<PageEnv>();
  const received = (c: Context<PageEnv>, fields: URLSearchParams): SubmittedForm => ({
    ...pageServices,
    c,
    fields,
    now: new Date(services.context.now()),
  });
  // Reloading the address of a form leads back to the page with the form.
  for (const path of FORM_PATHS) app.get(path, (c) => seeOther(c, ACCOUNT));

  for (const [path, submit] of Object.entries(FOR_VISITORS)) {
    app.post(path, async (c) => {
      const fields = await checkForm(c, services);
      const signedIn = await submit(received(c, fields));
      if (typeof signedIn === 'string') return seeOther(c, signedIn);
      const onward = onwardOf(services, (name) => fields.get(name));
      if (onward === null) return seeOther(c, ACCOUNT);
      return seeOther(c, signedIn ? onward.address : signInAddress(onward.carried));
    });
  }
  for (const {path, submit, least} of FOR_ACCOUNTS) {
    app.post(path, async (c) => {
      const fields = await checkForm(c, services, sender);
      const session = signedInAccount(c, services);
      if (session) {
        if (least !== null && !mayDo(session.role, least)) return notAllowed(c, pageServices, session);
        const shown = least === null ? asOneself(session) : session;
        const next = await actingAs(session.person.id, () => submit(received(c, fields), shown));
        return seeOther(c, next || ACCOUNT);
      }
      flashes.set(visitor(c, services).id, {done: 'forms.not_signed_in'});
      const onward = onwardOf(services, (name) => fields.get(name));
      return seeOther(c, onward ? signInAddress(onward.carried) : ACCOUNT);
    });
  }
  return app;
}
