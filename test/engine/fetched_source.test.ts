/**
 * A source that lacks bytes: every operation of the API answers through it as it does from files and memory,
 * once they are fetched.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {attachBuild} from '../../engine/attach_build.ts';
import {Missing} from '../../engine/file/byte_source.ts';
import {openFile} from '../../engine/file/open_file.ts';
import {type LoadedBuild, loadBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {openapi} from '../../server/docs/openapi.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import {operationsOf, type Request, remember, requestOf, type Seen} from '../bench/answers/requests.ts';
import {type FetchingEngine, fetchingEngine} from '../helpers/fetched_source.ts';
import {handle} from '../helpers/handle.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {type Service, testService} from '../helpers/service.ts';
import {sharedData} from '../helpers/stack.ts';

/** Rounds of one request at most, of any over the small corpus. */
const MOST_ROUNDS = 200;

/** Requests of each operation. */
const REQUESTS = 10;

let whole: LoadedBuild;
let far: LoadedBuild;
let engine: Engine;
let fetching: FetchingEngine;
let service: Service;
beforeAll(async () => {
  const {current} = dataPaths(await sharedData());
  // Two of them: blocks that one thread compared are not read again by others.
  [whole, far] = [await loadBuild(current), await loadBuild(current, false)];
  engine = attachBuild(whole.shared);
  fetching = fetchingEngine(far.shared);
  service = await testService();
}, 600_000);
afterAll(() => {
  service?.close();
  whole?.close();
  far?.close();
});

async function answerOf(by: Engine, {target, headers}: Request): Promise<string> {
  const {context, key} = service;
  const builds = {...context.builds, info: () => by.info, acquire: () => ({engine: by, release: () => {}})};
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = {method: 'GET', target, headers: {...Object.fromEntries(lower), 'x-api-key': key}};
  const {status, body} = await handle(request, {...context, builds, timeout_ms: 600_000});
  if (!isStreamed(body)) return `${status} ${body === null ? '' : body.toString('latin1')}`;
  let text = '';
  for (let part = await body.next(); part !== null; part = await body.next()) text += part.toString('latin1');
  return `${status} ${text}`;
}

/** Later requests ask for values that were answered; feeds, CSV and lines have none that are read here. */
function rememberValues(seen: Seen, answer: string, path: string): void {
  try {
    remember(seen, JSON.parse(Buffer.from(answer.slice('200 '.length), 'latin1').toString()), path);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
}

test('every operation answers byte for byte, each in as many rounds as it takes', async () => {
  const operations = operationsOf(JSON.parse(JSON.stringify(openapi()))).filter(
    ({path}) => path.startsWith(`${BASE_PATH}/`) && !path.endsWith('/usage'),
  );
  const random = seededRandom(1);
  const seen: Seen = new Map();
  let accepted = 0;
  for (let i = 0; i < REQUESTS * operations.length; i++) {
    const operation = operations[i % operations.length]!;
    const request = requestOf(operation, seen, random);
    const expected = await answerOf(engine, request);
    // Each request begins with nothing.
    fetching.forget();
    const before = fetching.counts.rounds;
    expect(await answerOf(fetching.engine, request), request.target).toBe(expected);
    if (!expected.startsWith('200')) continue;
    accepted++;
    rememberValues(seen, expected, operation.path);
    expect(fetching.counts.rounds - before, request.target).toBeLessThan(MOST_ROUNDS);
  }
  expect(accepted).toBeGreaterThan(operations.length * REQUESTS * 0.3);
  expect(fetching.counts.rounds).toBeGreaterThan(100);
  expect(service.errors).toEqual([]);
}, 600_000);

test('a query that lacks bytes names all that it knows it needs, and leaves nothing behind', () => {
  const query = {
    dataset: 'contracts',
    where: [],
    sort: 'value',
    order: 'desc',
    limit: 50,
    offset: 0,
  } as const;
  const lacking = attachBuild(far.shared, {
    sourceOf: (file) => ({
      ...openFile(file),
      expect: (begins, lengths, count) => {
        throw new Missing(
          Array.from({length: count}, (_, i) => ({path: '', from: begins[i]!, to: begins[i]! + lengths[i]!})),
        );
      },
    }),
  });
  let missing: unknown = null;
  try {
    lacking.list(query);
  } catch (error) {
    missing = error;
  }
  expect(missing).toBeInstanceOf(Missing);
  expect((missing as Missing).ranges.length).toBe(50);
});
