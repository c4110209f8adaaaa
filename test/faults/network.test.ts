/** A sample of the faults of a network. */
import {testSample} from '../helpers/fault_sample.ts';
import {networkBucket} from './network_bucket.ts';
import {networkPortal} from './network_portal.ts';
import {networkRedis} from './network_redis.ts';

for (const kind of [networkRedis, networkPortal, networkBucket]) testSample(kind);
