/** Every form of the account pages: its path and what it does. All are answered by a redirect. */
import {type Context, Hono} from 'hono';
import {onward, REQUEST, signInAddress} from '../consent_return.ts';
import type {Known} from '../env.ts';
import {checkForm} from '../form.ts';
import type {Desk, Submitted} from '../page_services.ts';
import {endSession, type SignedIn, signedIn, visitor} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';
import {revokeGrant} from './grants.ts';
import {createKey, refreshKey, revokeKey} from './keys.ts';
import {changePassword} from './password.ts';
import {signIn} from './sign_in.ts';
import {signUp} from './sign_up.ts';

type Done = Promise<void> | void;

/** Forms that anybody may send; each tells whether the visitor is signed in behind it. */
const FOR_VISITORS: Readonly<Record<string, (submitted: Submitted) => Promise<boolean>>> = {
  '/account/sign-up': signUp,
  '/account/sign-in': signIn,
};

function signOut({c, site, notes, freshKeys}: Submitted, session: SignedIn): void {
  freshKeys.drop(session.id);
  endSession(c, site, session);
  notes.put(visitor(c, site).id, {done: FORM_TEXTS.signed_out});
}

/** Forms of an account that is signed in. */
const FOR_ACCOUNTS: Readonly<Record<string, (submitted: Submitted, session: SignedIn) => Done>> = {
  '/account/sign-out': signOut,
  '/account/password': changePassword,
  '/account/key/create': createKey,
  '/account/key/refresh': refreshKey,
  '/account/key/revoke': revokeKey,
  '/account/grants/revoke': revokeGrant,
};

/** Paths of all forms. */
export const FORM_PATHS: readonly string[] = [...Object.keys(FOR_VISITORS), ...Object.keys(FOR_ACCOUNTS)];

const ACCOUNT = '/account';

function go(c: Context<Known>, to: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(to, 303);
}

export function forms(desk: Desk): Hono<Known> {
  const {site, notes} = desk;
  const app = new Hono<Known>();
  // Who loads the address of a form anew comes back to where the form stands.
  for (const path of FORM_PATHS) app.get(path, (c) => go(c, ACCOUNT));

  for (const [path, submit] of Object.entries(FOR_VISITORS)) {
    app.post(path, async (c) => {
      const fields = await checkForm(c, site);
      const begun = await submit({...desk, c, fields});
      const request = fields.get(REQUEST) ?? '';
      const next = onward(site, request);
      if (next === null) return go(c, ACCOUNT);
      return go(c, begun ? next : signInAddress(request));
    });
  }
  for (const [path, submit] of Object.entries(FOR_ACCOUNTS)) {
    app.post(path, async (c) => {
      const fields = await checkForm(c, site);
      const session = signedIn(c, site);
      if (session) await submit({...desk, c, fields}, session);
      else notes.put(visitor(c, site).id, {done: FORM_TEXTS.not_signed_in});
      return go(c, ACCOUNT);
    });
  }
  return app;
}
