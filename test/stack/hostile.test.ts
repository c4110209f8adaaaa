/** Thousands of hostile requests: no fault of the server, no hang, no connection left open. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {LISTS} from '../../server/site/paths.ts';
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
  server = await startServer(dataDir, {WORKERS: '1', LOG_LEVEL: 'error', SITE_PER_MINUTE: '0'});
});
afterAll(() => server?.stop());

test(`${REQUESTS} hostile requests (SEED=${SEED}): each is answered without a fault, and its connection ends`, async () => {
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const send = async () => {
    for (let at = next++; at < REQUESTS; at = next++) {
      const bytes = hostileRequest(SEED + at, key);
      // A connection may be reset while a body is still sent: it has ended all the same.
      const answer = await rawAnswer(server.base, bytes).catch((error: Error) => `reset: ${error.message}`);
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

/** Names that every object of JavaScript has. */
const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];

test('names of every object are no filters, values, groupings, formats or datasets of pages and tiles', async () => {
  const {base} = server;
  const lists = [...LISTS.values()].flatMap(({path, parameters}) =>
    ['en', 'fr'].flatMap((language) => [
      ...INHERITED.flatMap((name) => [
        `/${language}${path}?${name}=1`,
        `/${language}${path}?chart=${name}`,
        `/${language}${path}?sort_by=${name}`,
        `/${language}${path}.csv?${name}=1&limit=1`,
        `/${language}${path}/feed.atom?${name}=1`,
        `/${language}${path}/${name}`,
      ]),
      ...Object.keys(parameters).map((name) => `/${language}${path}?${name}=constructor`),
    ]),
  );
  const others = INHERITED.flatMap((name) => [
    `/en/map?${name}=1`,
    `/en/map?permit_type=${name}`,
    `/en/search?q=${name}&scope=${name}`,
    `/en/values/${name}/${name}?q=a`,
    `/en/values/permits/${name}?q=a`,
    `/en/cities/${name}`,
    `/en/${name}`,
    `/${name}`,
    `/tiles/${name}/1/1/1.mvt`,
    `/tiles/permits/1/1/1.mvt?${name}=1`,
    `/assets/${name}`,
  ]);
  const wrong: string[] = [];
  const paths = [...lists, ...others];
  const next = paths[Symbol.iterator]();
  const send = async () => {
    for (const path of next) {
      const {status, body} = await fetch(base + path);
      await body?.cancel();
      if (status >= 500) wrong.push(`${path}: ${status}`);
    }
  };
  await Promise.all(Array.from({length: 8}, send));
  expect(wrong).toEqual([]);
  expect(failures(server)).toEqual([]);
});
