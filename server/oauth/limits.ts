/** How much one address may ask for: clients to register, requests for consent to keep. */
import type {Bound} from '../pages/attempt_limits.ts';

/** Programs that many people use register from one address: this is far above what they need. */
export const REGISTRATIONS: Bound = {kind: 'oauth client', most: 50, ms: 3_600_000};

/** Every visit of the authorization endpoint keeps a request until it is answered or expires. */
export const REQUESTS: Bound = {kind: 'oauth request', most: 60, ms: 600_000};
