/** docs/OAUTH.md: how a tool client is authorized, with every endpoint, lifetime, limit and error. */
import {UNUSED_CLIENT_MS} from '../accounts/prune.ts';
import {
  DOCUMENT_MS,
  DOCUMENTS,
  LIFETIME_MS,
  LIMITS,
  PATHS,
  REGISTRATIONS,
  REQUESTS,
  RESOURCE_METADATA_PATH,
  SCOPE,
  SITE_REGISTRATIONS,
} from '../oauth/constants.ts';
import {OAUTH_ERRORS, type OAuthErrorName, placeOf, statusOf} from '../oauth/errors.ts';
import {serverMetadata} from '../oauth/metadata.ts';
import type {AttemptLimit} from '../pages/attempt_limits.ts';
import {block, code, GENERATED, page, table} from './markdown.ts';

const EXAMPLE = {origin: 'https://accounts.example.org', apiOrigin: 'https://api.example.org'};

const INTRODUCTION = `Most MCP clients do all of this by themselves once they have the address of the tool server ([TOOLS.md](TOOLS.md)). This page is
for those who write one. Clients are public: they register themselves or have an address that describes them, and have no secret. The account holder signs in at
\`/account\` and is asked for consent every time. The server implements OAuth 2.1 with RFC 7591, 7636, 8414, 8707, 9207 and 9728.`;

const UNITS: [number, string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
  [1_000, 'seconds'],
];

/** A duration in the largest unit of which it has more than one. */
function duration(ms: number): string {
  const [unit, name] = UNITS.find(([unit]) => ms % unit === 0 && ms > unit)!;
  return `${ms / unit} ${name}`;
}

const STEPS = `1. Call the tool server without a token. The answer is 401, with the address of its metadata in ${code('WWW-Authenticate')}.
2. ${code(`GET ${RESOURCE_METADATA_PATH}`)} names the authorization server and the scope;
   ${code(`GET ${PATHS.server}`)} names its endpoints.
3. ${code(`POST ${PATHS.register}`)} with ${code('client_name')} and ${code('redirect_uris')} as JSON to get a ${code('client_id')}. Or host a
   JSON document with ${code('client_id')}, ${code('client_name')} and ${code('redirect_uris')}, and use its https address as ${code('client_id')} (Client ID
   Metadata Documents): a named host at the usual port, with a path, without a query and without redirects, at most 10 kB. It is read again after
   ${duration(DOCUMENT_MS)}.
4. Open ${code(PATHS.authorize)} in a browser with ${code('response_type=code')}, ${code('client_id')}, ${code('redirect_uri')},
   ${code('code_challenge')}, ${code('code_challenge_method=S256')}, ${code('resource')} (the address of the tool server) and, optionally,
   ${code(`scope=${SCOPE}`)} and ${code('state')}. The browser returns to ${code('redirect_uri')} with ${code('code')}, ${code('state')} and ${code('iss')}, or with
   ${code('error')} instead of the code. An unknown client or redirect address gets an error page and no redirect.
5. ${code(`POST ${PATHS.token}`)} as a form: ${code('grant_type=authorization_code')}, ${code('client_id')}, ${code('code')}, ${code('redirect_uri')} and
   ${code('code_verifier')} give the first tokens; ${code('grant_type=refresh_token')}, ${code('client_id')} and ${code('refresh_token')} give new ones.
   ${code('resource')} may be repeated and must then be the same, with or without a slash at its end. Other scopes are left out.
6. ${code(`POST ${PATHS.revoke}`)} as a form with ${code('token')}: an access token revokes itself, a refresh token the whole grant.`;

const REDIRECTS = `Redirect addresses are compared as text, except that any port is accepted on ${code('localhost')}, ${code('127.0.0.1')} and
${code('[::1]')}, registered or not; these are three different hosts. ${OAUTH_ERRORS.redirect.description} A client may register
${LIMITS.redirects} of them. Other client metadata is not stored; the response to the registration shows what holds.`;

const ENDS = `A grant ends, with all its tokens, when the account holder disconnects the client in the dashboard, when the account is
closed, when the client revokes a refresh token, and when a code or refresh token is used twice, since one of the two users is
not the client. A client whose answer was lost may use a refresh token again for ${duration(LIFETIME_MS.grace)}; of the tokens that it then has, the
first refresh token that is used goes on, and another one counts as used twice. So store each new refresh token before you use it. A client without a grant is forgotten
${UNUSED_CLIENT_MS / 86_400_000} days after it registered; it then gets ${code('invalid_client')} and must register again.`;

const CORS = `Web pages of any origin may call the metadata and the endpoints for programs, without cookies, but not the consent page.`;

const bound = ({max, ms}: AttemptLimit): string => `${max} in ${duration(ms)}`;

const LIFETIMES: Record<keyof typeof LIFETIME_MS, string> = {
  code: 'authorization code (single use)',
  access: 'access token',
  refresh: 'refresh token (replaced at each use)',
  grace: 'further use of a refresh token by its client',
  pending: 'request waiting for sign-in and consent',
};

/** Where an error appears: the status of an answer, a redirect, or either. */
function returnedIn(fault: OAuthErrorName): string {
  const status = String(statusOf(fault));
  return {response: status, redirect: 'redirect', both: `${status}, redirect`}[placeOf(fault)];
}

const names = Object.keys(OAUTH_ERRORS) as OAuthErrorName[];

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
    '## Lifetimes',
    table(
      ['What', 'Lifetime'],
      Object.entries(LIFETIMES).map(([name, help]) => [
        help,
        duration(LIFETIME_MS[name as keyof typeof LIFETIME_MS]),
      ]),
    ),
    ENDS,
    '## Limits for each address',
    table(
      ['What', 'At most'],
      [
        ['client registrations', bound(REGISTRATIONS)],
        ['client registrations from all networks of an IPv6 site (/48)', bound(SITE_REGISTRATIONS)],
        ['authorization requests', bound(REQUESTS)],
        ['documents of clients that are read', bound(DOCUMENTS)],
      ],
    ),
    `Requests beyond these limits are answered 429 with ${code('Retry-After')}. The addresses of an IPv6 /64 network count as one.`,
    '## Errors',
    `Endpoints for programs answer with RFC 6749 bodies, ${code('{"error", "error_description"}')};
${code(PATHS.authorize)} returns the same members as parameters of the redirect.`,
    table(
      ['Returned in', 'error', 'error_description'],
      names.map((name) => [returnedIn(name), code(OAUTH_ERRORS[name].error), OAUTH_ERRORS[name].description]),
    ),
  ]);
}
