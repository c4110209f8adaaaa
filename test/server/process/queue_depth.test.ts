/** The depth of a queue as the server counts it, against the jobs that BullMQ was given. */
import {FlowProducer, Queue} from 'bullmq';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {settings} from '../../../datasets/settings.ts';
import {queueOptions} from '../../../pipeline/queue/jobs.ts';
import {openQueueDepth} from '../../../server/process/queue_depth.ts';
import {type RedisServer, redisProgram, startRedis} from '../../helpers/redis.ts';

test('a server without a queue or a bucket counts nothing', () => {
  expect(openQueueDepth(settings({}))).toBeNull();
  expect(openQueueDepth(settings({QUEUE_URL: 'redis://127.0.0.1:1'}))).toBeNull();
});

describe.skipIf(redisProgram === null)('the depth of a queue', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(redisProgram!);
  });
  afterAll(() => redis?.end());

  test('is told by queue and state, and is unknown while Redis is gone', async () => {
    const env = {QUEUE_URL: redis.url, PUBLISH_TO: 's3://bucket/x/'};
    const options = queueOptions(settings(env));
    const queue = new Queue('work', options);
    const flows = new FlowProducer(options);
    await queue.add('part', {}, {delay: 60_000});
    const children = ['a', 'b'].map((name) => ({name, queueName: 'fetch'}));
    await flows.add({name: 'publish', queueName: 'work', children});
    await Promise.all([queue.close(), flows.close()]);
    const depth = openQueueDepth(settings({QUEUE_URL: redis.url, FOLLOW: 's3://bucket/x'}))!;
    try {
      const counts = (await depth.read())!.filter(({jobs}) => jobs > 0);
      expect(counts).toEqual([
        {queue: 'fetch', state: 'waiting', jobs: 2},
        {queue: 'work', state: 'delayed', jobs: 1},
        {queue: 'work', state: 'blocked', jobs: 1},
      ]);
      await redis.kill();
      expect(await depth.read()).toBeNull();
    } finally {
      depth.close();
    }
  });
});
