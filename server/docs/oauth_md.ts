/** docs/OAUTH.md: what a tool client does to be let in, with every endpoint, lifetime, bound and error. */

import {
  LIFETIME_MS,
  MOST,
  PATHS,
  RESOURCE_METADATA_PATH,
  SCOPE,
  UNUSED_CLIENT_MS,
} from '../oauth/constants.ts';
import {answerStatus, FAULTS, type FaultName, isRedirected} from '../oauth/errors.ts';
import {REGISTRATIONS, REQUESTS} from '../oauth/limits.ts';
import {serverMetadata} from '../oauth/metadata.ts';
import type {Bound} from '../pages/attempt_limits.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';

const EXAMPLE = {origin: 'https://accounts.example.org', api: 'https://api.example.org'};

const INTRODUCTION = `Most clients of the Model Context Protocol do all of this by themselves once they have the address of the
tool server ([TOOLS.md](TOOLS.md)). This page is for those who write one. Clients are public, have no secret, and register
themselves; the account holder signs in at the account port and is asked for consent each time. The rules are those of
OAuth 2.1 with RFC 7591, 7636, 8414, 8707, 9207 and 9728.`;

const STEPS = `1. A call of the tool server without a good token is answered 401, with the address of its metadata in
   ${code('WWW-Authenticate')}.
2. ${code(`GET ${RESOURCE_METADATA_PATH}`)} names the authorization server and the scope, ${code(`GET ${PATHS.server}`)} its endpoints.
3. ${code(`POST ${PATHS.register}`)} with ${code('client_name')} and ${code('redirect_uris')} as JSON gives a ${code('client_id')}.
4. A browser opens ${code(PATHS.authorize)} with ${code('response_type=code')}, ${code('client_id')}, ${code('redirect_uri')},
   ${code('code_challenge')}, ${code('code_challenge_method=S256')}, ${code('resource')} (the address of the tool server), and, where wanted,
   ${code(`scope=${SCOPE}`)} and ${code('state')}. It comes back to ${code('redirect_uri')} with ${code('code')}, ${code('state')} and ${code('iss')}, or with
   ${code('error')} in place of the code. An unknown client or address gets a page, and no redirect.
5. ${code(`POST ${PATHS.token}`)} as a form with ${code('grant_type=authorization_code')}, ${code('client_id')}, ${code('code')}, ${code('redirect_uri')} and
   ${code('code_verifier')} gives tokens; with ${code('grant_type=refresh_token')}, ${code('client_id')} and ${code('refresh_token')} new ones.
   ${code('resource')} may be sent again, and must then be the same.
6. ${code(`POST ${PATHS.revoke}`)} as a form with ${code('token')} ends a token: an access token alone, with a refresh token everything.`;

const REDIRECTS = `A redirect address is compared as text. On ${code('localhost')}, ${code('127.0.0.1')} and ${code('[::1]')} any port may stand in
it, also one that was not registered; these three are three hosts. ${FAULTS.redirect.description} A client may register
${MOST.redirects} of them. What else it says of itself is not kept: it is answered with what holds.`;

const ENDS = `A grant ends, with all its tokens, when the account holder disconnects the client in the dashboard, when the account is
closed, when the client gives a refresh token back, and when a code or a refresh token is used a second time, since one of
the two users is not the client: keep each refresh token's successor before the next use. A client that has no grant is forgotten
${UNUSED_CLIENT_MS / 86_400_000} days after it registered; it is then answered ${code('invalid_client')} and registers anew.`;

const CORS = `The metadata and the endpoints for programs may be called by web pages of any origin, without cookies; the consent may not.`;

const UNITS: [number, string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1_000, 'seconds'],
];

/** A time in its largest unit that gives more than one. */
function time(ms: number): string {
  const [unit, name] = UNITS.find(([unit]) => ms % unit === 0 && ms > unit)!;
  return `${ms / unit} ${name}`;
}

const bound = ({most, ms}: Bound): string => `${most} in ${time(ms)}`;

const LIFETIMES: Record<keyof typeof LIFETIME_MS, string> = {
  code: 'code, which works once',
  access: 'access token',
  refresh: 'refresh token, which is replaced at each use',
  pending: 'request that waits for sign-in and consent',
};

/** Where a fault is told: the status of an answer, a redirect, or either. */
const toldIn = (fault: FaultName): string =>
  [answerStatus(fault), isRedirected(fault) ? 'redirect' : null].filter((place) => place !== null).join(', ');

const names = Object.keys(FAULTS) as FaultName[];

/** The text of docs/OAUTH.md. */
export function oauthMarkdown(): string {
  return page([
    GENERATED,
    '# OAuth for tool clients',
    INTRODUCTION,
    STEPS,
    block('json', JSON.stringify(serverMetadata(EXAMPLE), null, 2)),
    CORS,
    '## Redirect addresses',
    REDIRECTS,
    '## How long things last',
    table(
      ['What', 'How long'],
      Object.entries(LIFETIMES).map(([name, what]) => [
        what,
        time(LIFETIME_MS[name as keyof typeof LIFETIME_MS]),
      ]),
    ),
    ENDS,
    '## How much an address may ask for',
    table(
      ['What', 'At most'],
      [
        ['clients registered', bound(REGISTRATIONS)],
        ['requests for consent', bound(REQUESTS)],
      ],
    ),
    `Beyond it the answer is 429 with ${code('Retry-After')}. The addresses of an IPv6 /64 network count as one.`,
    '## Errors',
    `Answers of the endpoints for programs are RFC 6749 bodies, ${code('{"error", "error_description"}')}; of
${code(PATHS.authorize)} they are parameters of the redirect.`,
    table(
      ['Told in', 'error', 'error_description'],
      names.map((name) => [toldIn(name), code(FAULTS[name].error), FAULTS[name].description]),
    ),
  ]);
}
