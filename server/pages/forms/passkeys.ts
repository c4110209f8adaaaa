/** Forms: add a passkey, remove one, sign in by one. The library is loaded with the first of them. */
import type {AuthenticationResponseJSON, RegistrationResponseJSON} from '@simplewebauthn/server';
import type {Passkey} from '../../accounts/passkeys.ts';
import type {SubmittedForm} from '../page_services.ts';
import {isChallenge, type Purpose, relyingParty} from '../passkeys.ts';
import {readVisitor, type SignedIn, visitor} from '../session.ts';
import {checkPassword} from './check_password.ts';
import {enter, mayEnter} from './enter.ts';
import {nameOf} from './keys.ts';

/** What the script sent, as an object with a text as `id`; null for anything else. */
function credentialOf<T extends {id: string}>(fields: URLSearchParams): T | null {
  try {
    const value = JSON.parse(fields.get('credential') ?? '') as T | null;
    return typeof value?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** What a credential is compared with; null where this service has no passkeys, or the browser no cookie. */
function expectations({c, services}: SubmittedForm, purpose: Purpose) {
  const party = relyingParty(services.origin);
  const known = readVisitor(c, services);
  if (party === null || !known) return null;
  return {
    expectedChallenge: (challenge: string) => isChallenge(known, purpose, services.context.now(), challenge),
    expectedOrigin: services.origin,
    expectedRPID: party,
    requireUserVerification: true,
  };
}

/** The passkey of an answer to `create`; null where it does not hold. */
async function createdPasskey(submitted: SubmittedForm) {
  const response = credentialOf<RegistrationResponseJSON>(submitted.fields);
  const expected = expectations(submitted, 'create');
  if (!response || !expected) return null;
  const {verifyRegistrationResponse} = await import('@simplewebauthn/server');
  // It throws for whatever is malformed.
  const {registrationInfo} = await verifyRegistrationResponse({response, ...expected}).catch(() => ({
    registrationInfo: undefined,
  }));
  return registrationInfo?.credential ?? null;
}

/** Adds a passkey once the password is typed again: who found a browser open cannot come back by one. */
export async function addPasskey(submitted: SubmittedForm, {id, account}: SignedIn): Promise<void> {
  const {services, tables, flashes, fields} = submitted;
  if (!(await checkPassword(submitted, account, fields.get('password') ?? ''))) {
    flashes.set(id, {form: 'passkey', errors: [{field: 'password', text: 'forms.bad_old_password'}]});
    return;
  }
  const made = await createdPasskey(submitted);
  const now = new Date(services.context.now());
  const added =
    made !== null &&
    services.database.transaction(() => {
      // Meanwhile the account may have been closed, or a new password may have ended this session.
      if (!tables.sessions.find(id, now)) return false;
      const passkey = {
        id: made.id,
        account: account.id,
        name: nameOf(fields),
        public_key: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: (made.transports ?? []).join(','),
      };
      if (!tables.passkeys.add(passkey, now)) return false;
      tables.mail.tell(account, 'passkey_added', now, {parts: {at: now.toISOString()}});
      return true;
    });
  flashes.set(id, {done: added ? 'forms.passkey_added' : 'forms.passkey_refused'});
}

export function removePasskey({tables, flashes, fields}: SubmittedForm, {id, account}: SignedIn): void {
  const removed = tables.passkeys.remove(account.id, fields.get('passkey') ?? '');
  flashes.set(id, {done: removed ? 'forms.passkey_removed' : 'forms.passkey_missing'});
}

interface Proven {
  passkey: Passkey;
  /** Its count of signatures. */
  counter: number;
  /** What it signed. */
  challenge: string;
}

/** The passkey that an answer to `get` proves; null where it does not hold. */
async function provenPasskey(submitted: SubmittedForm): Promise<Proven | null> {
  const response = credentialOf<AuthenticationResponseJSON>(submitted.fields);
  const expected = expectations(submitted, 'get');
  const passkey = response && submitted.tables.passkeys.find(response.id);
  if (!passkey || !expected) return null;
  const {verifyAuthenticationResponse} = await import('@simplewebauthn/server');
  const credential = {
    id: passkey.id,
    publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
    counter: passkey.counter,
  };
  let challenge = '';
  const {verified, authenticationInfo} = await verifyAuthenticationResponse({
    response,
    credential,
    ...expected,
    expectedChallenge: (given) => {
      challenge = given;
      return expected.expectedChallenge(given);
    },
  }).catch(() => ({verified: false, authenticationInfo: null}));
  return verified && authenticationInfo ? {passkey, counter: authenticationInfo.newCounter, challenge} : null;
}

/**
 * Returns true if signed in, else leaves a flash message. A challenge signs in once: its answer can be written in
 * many ways.
 */
export async function signInByPasskey(submitted: SubmittedForm): Promise<boolean> {
  const {c, services, tables, flashes, now, usedPasskeyChallenges: used} = submitted;
  const proven = await provenPasskey(submitted);
  const signedIn = services.database.transaction(() => {
    const account = proven && tables.accounts.byId(proven.passkey.account);
    // Meanwhile it may have been removed, or the same answer may have signed in.
    if (
      !account ||
      !mayEnter(submitted, account) ||
      used.has(proven.challenge) ||
      !tables.passkeys.find(proven.passkey.id)
    )
      return false;
    used.set(proven.challenge, true);
    tables.passkeys.use(proven.passkey.id, proven.counter, now);
    enter(submitted, account);
    return true;
  });
  if (!signedIn) flashes.set(visitor(c, services).id, {done: 'forms.passkey_refused'});
  return signedIn;
}
