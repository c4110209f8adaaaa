/** What is fixed of OAuth here: paths, scope and lifetimes (specification 8). */
import type {Site} from '../pages/account_services.ts';

/** Paths of the endpoints, below the origin of the account port. */
export const PATHS = {
  resource: '/.well-known/oauth-protected-resource',
  server: '/.well-known/oauth-authorization-server',
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  consent: '/oauth/consent',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

/** Path of the tool server: the one resource that tokens are good for. */
const TOOLS = '/mcp';

/** The one scope: reading all data that the account may read. */
export const SCOPE = 'data:read';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long each secret is good, in milliseconds. */
export const LIFETIME_MS = {
  code: MINUTE_MS,
  access: 60 * MINUTE_MS,
  refresh: 30 * DAY_MS,
  /** A request for consent, with the time to sign in or sign up. */
  pending: 30 * MINUTE_MS,
} as const;

/** Largest sizes: of a body in bytes, of lists in members, of texts in characters. */
export const MOST = {body: 16_384, redirects: 10, redirect: 1_000, name: 100, state: 4_096} as const;

/** Address of the tool server: what `resource` must be (RFC 8707). */
export const resourceOf = ({origin}: Pick<Site, 'origin'>): string => origin + TOOLS;

/** Where the metadata of the tool server lie: the well-known path stands before its own (RFC 9728, 3.1). */
export const resourceMetadataOf = ({origin}: Pick<Site, 'origin'>): string => origin + PATHS.resource + TOOLS;

/** Path of those metadata. */
export const RESOURCE_METADATA_PATH = PATHS.resource + TOOLS;
