/** What browsers are asked for passkeys, and whether what they answer holds (WebAuthn level 3). */
import {createHmac} from 'node:crypto';
import type {Passkey} from '../accounts/passkeys.ts';
import type {Visitor} from './env.ts';

/** What a passkey is asked for; none answers for the other. */
export type Purpose = 'create' | 'get';

/** A challenge holds until the end of the next half hour, so that an open page works for so long at least. */
const HALF_HOUR_MS = 1_800_000;

/** How long a challenge holds at most. */
export const CHALLENGE_MS = 2 * HALF_HOUR_MS;

/** COSE algorithms: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/**
 * The name that passkeys are made for: that of the public address. Null where browsers have none: without TLS on
 * another machine, and at addresses without a name.
 */
export function relyingParty(origin: string): string | null {
  const {protocol, hostname} = new URL(origin);
  const isNamed = /[a-z]/i.test(hostname) && !hostname.startsWith('[');
  return hostname === 'localhost' || (protocol === 'https:' && isNamed) ? hostname : null;
}

const challengeAt = ({token}: Visitor, purpose: Purpose, period: number): string =>
  createHmac('sha256', token).update(`passkey ${purpose} ${period}`).digest('base64url');

/** The challenge for a visitor now: it derives from the cookie, so that nothing is stored for pages that are seen. */
export const challengeOf = (visitor: Visitor, purpose: Purpose, now: number): string =>
  challengeAt(visitor, purpose, Math.floor(now / HALF_HOUR_MS));

/** Whether a challenge is one that this visitor was given for this purpose, and that still holds. */
export const isChallenge = (visitor: Visitor, purpose: Purpose, now: number, challenge: string): boolean =>
  [0, HALF_HOUR_MS].some((ago) => challengeOf(visitor, purpose, now - ago) === challenge);

const descriptors = (passkeys: readonly Passkey[]) =>
  passkeys.map(({id, transports}) => ({
    type: 'public-key',
    id,
    transports: transports.split(',').filter(Boolean),
  }));

/** Options of `navigator.credentials.create`, as JSON. The account's own passkeys are left out by the browser. */
export const createOptions = (
  visitor: Visitor,
  {id, name}: {id: number; name: string},
  party: {id: string; name: string},
  passkeys: readonly Passkey[],
  now: number,
): string =>
  JSON.stringify({
    challenge: challengeOf(visitor, 'create', now),
    rp: party,
    user: {id: Buffer.from(`account ${id}`).toString('base64url'), name, displayName: name},
    pubKeyCredParams: ALGORITHMS.map((alg) => ({type: 'public-key', alg})),
    excludeCredentials: descriptors(passkeys),
    authenticatorSelection: {residentKey: 'required', requireResidentKey: true, userVerification: 'required'},
    attestation: 'none',
  });

/** Options of `navigator.credentials.get`, as JSON. They name no passkey: nobody learns which accounts have some. */
export const getOptions = (visitor: Visitor, party: string, now: number): string =>
  JSON.stringify({
    challenge: challengeOf(visitor, 'get', now),
    rpId: party,
    userVerification: 'required',
  });
