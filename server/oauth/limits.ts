/** Rate limits per client address: registrations and requests for consent. */
import type {AttemptLimit} from '../pages/attempt_limits.ts';

/** Hosted programs register on behalf of many people from one address; this is far above their need. */
export const REGISTRATIONS: AttemptLimit = {kind: 'oauth client', max: 50, ms: 3_600_000};

/**
 * The networks of one site may together register this many: whoever has one IPv6 site has 65,536 networks.
 */
export const SITE_REGISTRATIONS: AttemptLimit = {...REGISTRATIONS, kind: 'oauth client of a site', max: 200};

/** Every visit of the authorization endpoint stores a request until it is answered or expires. */
export const REQUESTS: AttemptLimit = {kind: 'oauth request', max: 60, ms: 600_000};
