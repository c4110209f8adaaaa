/**
 * All kinds of faults; the command, its report, the tests and the table of promises derive from this list.
 */
import {bytes} from './bytes.ts';
import {diskErrors} from './disk_errors.ts';
import {kills} from './kills.ts';
import type {Kind} from './kind.ts';
import {networkBucket} from './network_bucket.ts';
import {networkPortal} from './network_portal.ts';
import {networkRedis} from './network_redis.ts';
import {powerCuts} from './power_cuts.ts';
import {publishKills} from './publish_kills.ts';
import {publishers} from './publishers.ts';
import {SIMULATED} from './simulated.ts';

export const KINDS: readonly Kind[] = [
  kills,
  diskErrors,
  powerCuts,
  publishKills,
  bytes,
  publishers,
  ...SIMULATED,
  networkRedis,
  networkPortal,
  networkBucket,
];
