/**
 * A site without a server: its worker answers every operation byte for byte as a server does, and a hostile
 * host gets no wrong answer out of it.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths} from '../../builds/artefacts.ts';
import {attachBuild} from '../../engine/attach_build.ts';
import {type LoadedBuild, loadBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {openapi} from '../../server/docs/openapi.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import {makeSite} from '../../static/make_site.ts';
import {operationsOf, type Request, remember, requestOf, type Seen} from '../bench/answers/requests.ts';
import {handle} from '../helpers/handle.ts';
import {folderHost, type HeadlessWorker, type Host, headlessWorker} from '../helpers/headless_worker.ts';
import {seededRandom} from '../helpers/seeded_random.ts';
import {type Service, testService} from '../helpers/service.ts';
import {sharedData} from '../helpers/stack.ts';

/** Feeds link to pages where there are some. */
const site = {answer: () => null, missing: () => null};

/** Requests of each operation. */
const REQUESTS = 12;

const out = mkdtempSync(join(tmpdir(), 'static-'));
let whole: LoadedBuild;
let engine: Engine;
let service: Service;
let worker: HeadlessWorker;
beforeAll(async () => {
  const {current} = dataPaths(await sharedData());
  await makeSite({
    build: current,
    out,
    origin: 'https://data.example.org',
    contact: null,
    ocidPrefix: '',
    pageBytes: 0,
  });
  whole = await loadBuild(current);
  engine = attachBuild(whole.shared);
  service = await testService();
  worker = headlessWorker(out);
}, 600_000);
afterAll(() => {
  service?.close();
  whole?.close();
  rmSync(out, {recursive: true, force: true});
});

async function answerOfServer({target, headers}: Request): Promise<string> {
  const {context, key} = service;
  const builds = {...context.builds, info: () => engine.info, acquire: () => ({engine, release: () => {}})};
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = {method: 'GET', target, headers: {...Object.fromEntries(lower), 'x-api-key': key}};
  const {status, body} = await handle(request, {...context, builds, site, timeout_ms: 600_000});
  if (!isStreamed(body)) return `${status} ${body === null ? '' : Buffer.from(body).toString('latin1')}`;
  let text = '';
  for (let part = await body.next(); part !== null; part = await body.next()) text += part.toString('latin1');
  return `${status} ${text}`;
}

async function answerOfWorker({target, headers}: Request): Promise<string> {
  const answer = await worker.ask(target, headers);
  return `${answer.status} ${Buffer.from(await answer.arrayBuffer()).toString('latin1')}`;
}

test('every operation is answered byte for byte as by a server', async () => {
  const operations = operationsOf(JSON.parse(JSON.stringify(openapi()))).filter(
    ({path}) => path.startsWith(`${BASE_PATH}/`) && !path.endsWith('/usage'),
  );
  const random = seededRandom(7);
  const seen: Seen = new Map();
  let accepted = 0;
  for (let i = 0; i < REQUESTS * operations.length; i++) {
    const operation = operations[i % operations.length]!;
    const {target, headers} = requestOf(operation, seen, random);
    const request = {target, headers: {...headers, 'Accept-Encoding': 'identity'}};
    // Whole files lie in the bucket; browsers shorten paths with dots; a site has no files of publishers.
    if (/format=parquet|provenance=|\/\.\.?\//.test(target)) continue;
    const expected = await answerOfServer(request);
    expect(await answerOfWorker(request), target).toBe(expected);
    if (!expected.startsWith('200')) continue;
    accepted++;
    try {
      const answer: unknown = JSON.parse(Buffer.from(expected.slice('200 '.length), 'latin1').toString());
      remember(seen, answer as object, operation.path);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  expect(accepted).toBeGreaterThan(operations.length * REQUESTS * 0.3);
  expect(service.errors).toEqual([]);
}, 600_000);

/** Hosts that fail, and what the reader is told. */
const HOSTILE: readonly [what: string, make: (honest: Host) => Host, told: RegExp][] = [
  [
    'cuts bodies',
    (honest) => async (path, range) => {
      const answer = await honest(path, range);
      if (range === null) return answer;
      const {status, headers} = answer;
      return new Response((await answer.arrayBuffer()).slice(0, 100), {status, headers});
    },
    /ended after 100 of/,
  ],
  [
    'answers other bytes',
    (honest) => async (path, range) => {
      const answer = await honest(path, range);
      if (range === null) return answer;
      const {status, headers} = answer;
      return new Response(new Uint8Array((await answer.arrayBuffer()).byteLength), {status, headers});
    },
    /another checksum/,
  ],
  [
    'answers another range',
    (honest) => (path, range) =>
      honest(path, range === null ? null : range.replace(/\d+/, (from) => String(Number(from) + 1))),
    /another range/,
  ],
  ['answers whole files', (honest) => (path) => honest(path, null), /whole files.*header Range/],
  [
    'fails',
    (honest) => (path, range) => (range === null ? honest(path, range) : new Response('', {status: 502})),
    /answered 502/,
  ],
  [
    'lacks the build',
    (honest) => (path, range) => (range === null ? honest(path, range) : new Response('', {status: 404})),
    /no longer there/,
  ],
];

test('a hostile host is told by name, and no wrong answer comes of it', async () => {
  const honest = folderHost(out);
  const answers = HOSTILE.map(async ([what, make, told]) => {
    const reader = headlessWorker(out);
    reader.host(make(honest));
    const answer = await reader.ask(`${BASE_PATH}/contracts?limit=2`);
    const text = await answer.text();
    expect(answer.status, what).toBe(503);
    expect(text, what).toMatch(told);
    const page = await reader.ask('/fr/tenders?limit=2', {Accept: 'text/html'});
    expect(page.status, what).toBe(503);
    expect(await page.text(), what).toContain('<html lang="fr">');
    // A host that recovers is read again.
    reader.host(honest);
    expect((await reader.ask(`${BASE_PATH}/contracts?limit=2`)).status, what).toBe(200);
  });
  await Promise.all(answers);
}, 120_000);

test('what was seen is answered without a host, and what only a server has is not found', async () => {
  const reader = headlessWorker(out);
  const target = '/en/contracts?limit=5';
  const first = await (await reader.ask(target, {Accept: 'text/html'})).text();
  expect(first).toContain('<h1');
  reader.host(() => {
    throw new TypeError('the network is gone');
  });
  expect(await (await reader.ask(target, {Accept: 'text/html'})).text()).toBe(first);
  const unseen = await reader.ask('/en/ballots', {Accept: 'text/html'});
  expect(unseen.status).toBe(503);
  expect(await unseen.text()).toContain('You are offline');
  for (const path of ['/account', '/mcp', `${BASE_PATH}/usage`])
    expect((await reader.ask(path)).status, path).toBe(404);
}, 120_000);

test('a whole dataset as Parquet leads to its file, and changes of it are made', async () => {
  const path = `${BASE_PATH}/export/contracts?format=parquet`;
  const whole = await worker.ask(path);
  expect([whole.status, whole.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/builds\/\w+\/export\/contracts\.parquet$/),
  ]);
  const changes = await worker.ask(`${path}&since=${engine.info.build_id}`);
  expect(changes.status).toBe(200);
  expect(Buffer.from(await changes.arrayBuffer()).toString('latin1')).toMatch(/^PAR1.*PAR1$/s);
});

test('provenance says that no rows of publishers are there', async () => {
  const list = await (await worker.ask(`${BASE_PATH}/contracts?limit=1`)).json();
  const target = `${BASE_PATH}/contracts/${list.data[0].record_id}?provenance=true`;
  const {data} = await (await worker.ask(target)).json();
  expect(data.provenance.rows).toEqual([]);
  expect(data.provenance.fields).toContainEqual(
    expect.objectContaining({field: 'vendor', reason: 'not_recorded'}),
  );
});

test('an address that names a build leads to its page, or to the page that says that it is gone', async () => {
  const page = '/fr/contracts?vendor=north';
  const cited = `/builds/${engine.info.build_id}${page}`;
  const answer = await worker.ask(cited, {Accept: 'text/html'});
  expect([answer.status, answer.headers.get('location')]).toEqual([302, page]);
  const gone = await worker.ask(`/builds/0000000000000000${page}`, {Accept: 'text/html'});
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining(page)]);
  await expect(worker.ask(`/builds/${engine.info.build_id}/manifest.json`)).rejects.toThrow('to the host');
}, 120_000);
