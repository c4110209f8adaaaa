/** All forms of the account pages, by path. Each is answered by a redirect. */
import {type Context, Hono} from 'hono';
import {ACCOUNT, MAIL_PAGES} from '../../site/navigation.ts';
import {ADD, PAUSE, REMOVE, RENEW, RESUME} from '../alerts/paths.ts';
import type {PageEnv} from '../env.ts';
import {checkForm} from '../form.ts';
import {onwardOf, signInAddress} from '../onward.ts';
import {seeOther} from '../page.ts';
import type {PageServices, SubmittedForm} from '../page_services.ts';
import {endSession, type SignedIn, signedInAccount, visitor} from '../session.ts';
import {addSearch} from './add_search.ts';
import {askForProof, changeAddress, chooseNotices} from './address.ts';
import {closeAccount} from './close.ts';
import {confirmAddress} from './confirm.ts';
import {revokeGrant} from './grants.ts';
import {createKey, refreshKey, revokeKey} from './keys.ts';
import {addPasskey, removePasskey, signInByPasskey} from './passkeys.ts';
import {changePassword} from './password.ts';
import {askForReset, FORGOT, resetPassword} from './reset.ts';
import {pauseSearch, removeSearch, renewFeed, resumeSearch} from './searches.ts';
import {signIn} from './sign_in.ts';
import {signUp} from './sign_up.ts';

type Done = Promise<void> | void;

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

/** Forms of a signed-in account. */
const FOR_ACCOUNTS: Readonly<Record<string, (submitted: SubmittedForm, session: SignedIn) => Done>> = {
  '/account/sign-out': signOut,
  '/account/password': changePassword,
  '/account/passkey/add': addPasskey,
  '/account/passkey/remove': removePasskey,
  '/account/key/create': createKey,
  '/account/key/refresh': refreshKey,
  '/account/key/revoke': revokeKey,
  '/account/grants/revoke': revokeGrant,
  '/account/verify': askForProof,
  '/account/address': changeAddress,
  '/account/notices': chooseNotices,
  '/account/close': closeAccount,
};

/** Forms of its saved searches; they return where the browser goes on. */
const FOR_SEARCHES: Readonly<Record<string, (submitted: SubmittedForm, session: SignedIn) => string>> = {
  [ADD]: addSearch,
  [PAUSE]: pauseSearch,
  [RESUME]: resumeSearch,
  [RENEW]: renewFeed,
  [REMOVE]: removeSearch,
};

/** Paths of all forms. */
export const FORM_PATHS: readonly string[] = [FOR_VISITORS, FOR_ACCOUNTS, FOR_SEARCHES].flatMap(Object.keys);

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
  for (const [path, submit] of Object.entries({...FOR_ACCOUNTS, ...FOR_SEARCHES})) {
    app.post(path, async (c) => {
      const fields = await checkForm(c, services);
      const session = signedInAccount(c, services);
      if (session) return seeOther(c, (await submit(received(c, fields), session)) || ACCOUNT);
      flashes.set(visitor(c, services).id, {done: 'forms.not_signed_in'});
      const onward = onwardOf(services, (name) => fields.get(name));
      return seeOther(c, onward ? signInAddress(onward.carried) : ACCOUNT);
    });
  }
  return app;
}
