/** Constants of OAuth: paths, scope, lifetimes and limits, some of them per client address. */
import {MAX_BODY} from '../http/types.ts';
import type {AccountServices} from '../pages/account_services.ts';
import type {AttemptLimit} from '../pages/attempt_limits.ts';

/** Endpoint paths below the origin of the service. */
export const PATHS = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

/** Path of the tool server: the only resource that tokens are valid for. */
const TOOLS = '/mcp';

/** Tokens and codes must not be cached (RFC 6749 5.1). */
export const NO_STORE = {'Cache-Control': 'no-store'} as const;

/** The only scope: reading all data that the account may read. */
export const SCOPE = 'data:read';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Lifetimes of secrets, in milliseconds. */
export const LIFETIME_MS = {
  code: MINUTE_MS,
  access: 60 * MINUTE_MS,
  refresh: 30 * DAY_MS,
  /** How long a client may use a refresh token again. */
  grace: MINUTE_MS / 2,
  /** A pending request for consent, which includes the time to sign in or sign up. */
  pending: 30 * MINUTE_MS,
} as const;

/** Maxima: bytes of a body, members of lists, characters of texts. */
export const LIMITS = {body: MAX_BODY.form, redirects: 10, redirect: 1_000, name: 100, state: 4_096} as const;

/** Address of the tool server: the required value of `resource` (RFC 8707). */
export const resourceOf = ({origin}: Pick<AccountServices, 'origin'>): string => origin + TOOLS;

/** Path of the tool server's metadata: the well-known path precedes the resource's own (RFC 9728 3.1). */
export const RESOURCE_METADATA_PATH = PATHS.resource + TOOLS;

/** Hosted programs register on behalf of many people from one address; this is far above their need. */
export const REGISTRATIONS: AttemptLimit = {kind: 'oauth client', max: 50, ms: 3_600_000};

/**
 * The networks of one site may together register this many: whoever has one IPv6 site has 65,536 networks.
 */
export const SITE_REGISTRATIONS: AttemptLimit = {...REGISTRATIONS, kind: 'oauth client of a site', max: 200};

/** How long the document of a client is not read again. */
export const DOCUMENT_MS = 5 * MINUTE_MS;

/** Documents of clients that are read for one address: each asks another host. */
export const DOCUMENTS: AttemptLimit = {kind: 'oauth document', max: 20, ms: 600_000};

/**
 * How often one document is read, whoever asks: one that was read is kept for as long, so that only those that
 * cannot be read come to this.
 */
export const DOCUMENT_READS: AttemptLimit = {kind: 'oauth document read', max: 10, ms: DOCUMENT_MS};

/** Every visit of the authorization endpoint stores a request until it is answered or expires. */
export const REQUESTS: AttemptLimit = {kind: 'oauth request', max: 60, ms: 600_000};
