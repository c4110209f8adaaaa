/**
 * Limits through HTTP: exact over connections, threads, processes and machines, through kills and outages.
 */
import {afterAll, afterEach, describe, expect, test} from 'vitest';
import {makeKey} from '../../server/accounts/api_key.ts';
import {COUNTED, fire, get, ownStore, usedOf} from '../helpers/limited.ts';
import {redisProgram, startRedis} from '../helpers/redis.ts';
import {type Server, startServer} from '../helpers/stack.ts';

const LIMIT = 100;
const SENT = 300;
const CONNECTIONS = 32;

const store = ownStore();
afterAll(async () => {
  for (const server of kept.values()) await (await server).stop();
  store.close();
});

const running = new Set<Server>();
async function serve(settings: Record<string, string>): Promise<Server> {
  const server = await startServer(store.dataDir, {LOG_LEVEL: 'silent', ...settings});
  running.add(server);
  return server;
}
afterEach(async () => {
  await Promise.all([...running].map((server) => server.stop()));
  running.clear();
});

/** By number of threads: a server for all tests whose accounts are their own and that do not end it. */
const kept = new Map<string, Promise<Server>>();
function keptServer(WORKERS: string): Promise<Server> {
  const server = kept.get(WORKERS) ?? startServer(store.dataDir, {LOG_LEVEL: 'silent', WORKERS});
  kept.set(WORKERS, server);
  return server;
}

/** Requests of an account that the store holds. */
const recorded = (id: number): number =>
  store.usage.since(id, '2000-01-01').reduce((sum, {requests}) => sum + requests, 0);

/** Ends it as a power cut does. */
async function killed(server: Server): Promise<void> {
  await server.kill();
  running.delete(server);
}

describe.each(['1', '2'])('%s threads', (WORKERS) => {
  test('32 connections over a limit get exactly as many answers as it allows', async () => {
    const {base} = await keptServer(WORKERS);
    const {id, key} = store.account({month: LIMIT});
    expect(await fire([base], key, SENT, CONNECTIONS)).toEqual({404: LIMIT, 429: SENT - LIMIT});
    expect(await usedOf(base, key)).toBe(LIMIT);
    const {headers, text} = await get(base, COUNTED, key);
    expect(JSON.parse(text).error).toEqual({
      code: 'RATE_LIMITED',
      message: 'Monthly request limit exceeded.',
    });
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([String(LIMIT), '0']);
    const reset = Number(headers['x-ratelimit-reset']);
    expect(Math.abs(Number(headers['retry-after']) - (reset - Date.now() / 1000))).toBeLessThan(60);
    store.accounts.setTier(id, 'free');
    await expect
      .poll(async () => JSON.parse((await get(base, COUNTED, key)).text).error.message)
      .toBe('Monthly request limit exceeded. Upgrade your plan for a higher limit.');
  });

  test('a replaced key is refused, its account keeps its counts, a closed account is refused', async () => {
    const {base} = await keptServer(WORKERS);
    const {id, key} = store.account({month: LIMIT});
    const next = makeKey();
    await fire([base], key, 10, CONNECTIONS);
    store.keys.replace(id, next, new Date());
    const refused = async (usedKey: string) => (await fire([base], usedKey, 8, 8))[401] ?? 0;
    await expect.poll(() => refused(key)).toBe(8);
    const before = await usedOf(base, next);
    expect(before).toBeGreaterThanOrEqual(10);
    expect(await fire([base], next, 5, 5)).toEqual({404: 5});
    expect(await usedOf(base, next)).toBe(before + 5);
    store.accounts.close(id, new Date());
    await expect.poll(() => refused(next)).toBe(8);
  });

  test('counts survive a restart, and a kill except for the last second', async () => {
    const {id, key} = store.account({month: LIMIT});
    const first = await serve({WORKERS});
    await fire([first.base], key, 20, CONNECTIONS);
    await first.stop();
    running.delete(first);
    const second = await serve({WORKERS});
    expect(await usedOf(second.base, key)).toBe(20);
    await fire([second.base], key, 20, CONNECTIONS);
    await expect.poll(() => recorded(id)).toBe(40);
    await fire([second.base], key, 20, CONNECTIONS);
    await killed(second);
    const third = await serve({WORKERS});
    const used = await usedOf(third.base, key);
    expect([used >= 40, used <= 60]).toEqual([true, true]);
    expect(await fire([third.base], key, SENT, CONNECTIONS)).toEqual({
      404: LIMIT - used,
      429: SENT - (LIMIT - used),
    });
    await third.stop();
    expect(recorded(id)).toBe(LIMIT);
  });
});

test('requests that the service cannot answer are refunded; refusals before the count cost nothing', async () => {
  const {base} = await keptServer('1');
  const {key} = store.account({month: 3});
  const status = async (path: string, usedKey = key) => (await get(base, path, usedKey)).status;
  // There is no build.
  expect([await status('/api/v1/contracts'), await status('/api/v1/sources')]).toEqual([503, 503]);
  expect([await status(COUNTED, 'x'), await status('/health'), await status('/nowhere')]).toEqual([
    401, 503, 404,
  ]);
  expect(await usedOf(base, key)).toBe(0);
  expect(await status(COUNTED)).toBe(404);
  expect(await status('/api/v1/contracts?limit=x')).toBe(400);
  expect(await status('/api/v1/grants/stats?group_by=x')).toBe(400);
  expect(await status('/api/v1/contracts')).toBe(429);
  expect(await usedOf(base, key)).toBe(3);
});

describe.skipIf(redisProgram === null)('counters in Redis', () => {
  test('two processes get exactly as many answers as the limit allows', async () => {
    const redis = await startRedis(redisProgram!);
    const settings = {REDIS_URL: redis.url, REDIS_WAIT_MS: '20000', WORKERS: '2'};
    const servers = await Promise.all([serve(settings), serve(settings)]);
    const bases = servers.map(({base}) => base);
    const {id, key} = store.account({month: LIMIT});
    expect(await fire(bases, key, SENT, CONNECTIONS)).toEqual({404: LIMIT, 429: SENT - LIMIT});
    expect(await Promise.all(bases.map((base) => usedOf(base, key)))).toEqual([LIMIT, LIMIT]);
    await expect
      .poll(() => store.usage.since(id, '2000-01-01').map(({requests}) => requests))
      .toEqual([LIMIT]);
    await redis.end();
  });

  test('while Redis is gone the process counts locally and adds its counts later', async () => {
    const redis = await startRedis(redisProgram!);
    const settings = {REDIS_URL: redis.url, REDIS_WAIT_MS: '20000', WORKERS: '1'};
    const {base} = await serve(settings);
    const {key} = store.account({month: LIMIT});
    expect(await fire([base], key, 30, CONNECTIONS)).toEqual({404: 30});
    await redis.kill();
    expect(await fire([base], key, 30, CONNECTIONS)).toEqual({404: 30});
    expect(await usedOf(base, key)).toBe(60);
    expect(await fire([base], key, SENT, CONNECTIONS)).toEqual({404: 40, 429: SENT - 40});
    await redis.again();
    // It began empty, and is told what the process counted, before the outage and in it.
    await expect.poll(() => usedOf(base, key)).toBe(LIMIT);
    await redis.end();
  });

  test('a process that starts without Redis serves requests', async () => {
    const redis = await startRedis(redisProgram!);
    await redis.kill();
    const {base} = await serve({REDIS_URL: redis.url, WORKERS: '1'});
    const {key} = store.account({month: 5});
    expect(await fire([base], key, 8, 4)).toEqual({404: 5, 429: 3});
    await redis.end();
  });
});
