/** All kinds of faults; the command, its report, the tests and the table of promises derive from this list. */
import type {Kind} from './kind.ts';
import {networkBucket} from './network_bucket.ts';
import {networkPortal} from './network_portal.ts';
import {networkRedis} from './network_redis.ts';
import {SIMULATED} from './simulated.ts';

export const KINDS: readonly Kind[] = [...SIMULATED, networkRedis, networkPortal, networkBucket];
