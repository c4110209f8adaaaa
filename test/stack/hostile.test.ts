/** Thousands of hostile requests over both ports: no fault of the server, no hang, no connection left open. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {hostileRequest} from '../helpers/hostile_requests.ts';
import {rawAnswer, statusOf} from '../helpers/raw_http.ts';
import {seed as SEED} from '../helpers/seed.ts';
import {failures, makeKey, type Server, sharedData, startServer} from '../helpers/stack.ts';

const REQUESTS = 3000;
const AT_ONCE = 24;

let key: string;
let server: Server;
beforeAll(async () => {
  const dataDir = await sharedData();
  key = makeKey(dataDir);
  server = await startServer(dataDir, {WORKERS: '1', LOG_LEVEL: 'error'});
});
afterAll(() => server?.stop());

test(`${REQUESTS} hostile requests (SEED=${SEED}): each is answered without a fault, and its connection ends`, async () => {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const send = async () => {
    for (let at = next++; at < REQUESTS; at = next++) {
      const bytes = hostileRequest(SEED + at, key);
      const origin = at % 2 ? server.base : server.accounts;
      // A connection may be reset while a body is still sent: it has ended all the same.
      const answer = await rawAnswer(origin, bytes).catch((error: Error) => `reset: ${error.message}`);
      const status = statusOf(answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) wrong.push(`SEED=${SEED + at}: ${bytes.slice(0, 200)} -> ${answer.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, send));
  expect(wrong).toEqual([]);
  expect(statuses.get(0) ?? 0).toBeLessThan(REQUESTS / 10);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405]));
  expect(failures(server)).toEqual([]);
});
