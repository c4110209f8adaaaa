/**
 * Files of builds at `/data/`: with keys, without, and not at all; of the current build and the one before;
 * whole and by ranges; names that no manifest lists; a file that is damaged.
 */
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {dataPaths, type Manifest} from '../../builds/artefacts.ts';
import {runMakeKey} from '../../server/admin/make_key.ts';
import {overHttp} from '../helpers/api.ts';
import {writeBuild} from '../helpers/build.ts';
import {makeKey, manifestOf, type Server, sharedData, sharedServer, startServer} from '../helpers/stack.ts';

const PER_MINUTE = 30;
const IMMUTABLE = 'max-age=31536000, immutable';

const dataDir = mkdtempSync(join(tmpdir(), 'data-files-'));
const paths = dataPaths(dataDir);
const servers: Server[] = [];
let published: string;
let keyed: string;
let open: string;
let key: string;

function publish(id: string): void {
  symlinkSync(`builds/${id}`, `${paths.current}.next`);
  renameSync(`${paths.current}.next`, paths.current);
}

async function start(folder: string, settings: Record<string, string>): Promise<string> {
  const server = await startServer(folder, settings);
  servers.push(server);
  return server.base;
}

beforeAll(async () => {
  published = await sharedData();
  for (const id of ['one', 'two', 'three']) {
    const contracts = Array.from({length: 80}, (_, i) => ({vendor: `${id} ${i}`, value: i}));
    await writeBuild(paths.build(id), {build_id: id, rows: {contracts, bills: []}});
  }
  publish('one');
  key = makeKey(dataDir);
  keyed = await start(dataDir, {DATA_FILES: 'keys'});
  open = await start(published, {DATA_FILES: 'public', SITE: 'off', SITE_PER_MINUTE: String(PER_MINUTE)});
}, 600_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  rmSync(dataDir, {recursive: true});
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${keyed}/data/${path}`, {method, headers: {'X-API-Key': key, ...headers}, redirect: 'manual'});
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const hashOf = (bytes: Buffer, form: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(form);
const NOT_FOUND = {error: {code: 'NOT_FOUND', message: 'Requested resource not found.'}};

const PATH = 'export/contracts.parquet';
const contracts = () => readFileSync(join(paths.build('one'), PATH));

/** Requests that the account of a key has made today. */
async function used(own: string): Promise<number> {
  const response = await fetch(`${keyed}/api/v1/usage`, {headers: {'X-API-Key': own}});
  return ((await response.json()) as {data: {day: {used: number}}}).data.day.used;
}

/** Of a build in service, its files below `parquet/` and `export/`. */
function listed({datasets, others = [], index}: Manifest) {
  const all = [
    ...Object.values(datasets).flatMap(({files}) => files),
    ...others,
    ...Object.values(index).flatMap(({whole}) => whole ?? []),
  ];
  return all.filter(({path}) => path.startsWith('parquet/') || path.startsWith('export/'));
}

test('a file is answered whole, with its hash as entity tag and digest, to be kept for good', async () => {
  const answer = await ask(`one/${PATH}`);
  const file = contracts();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cache-control': `private, ${IMMUTABLE}`,
    'content-length': String(file.length),
    'content-type': 'application/vnd.apache.parquet',
    etag: `"${hashOf(file)}"`,
    'repr-digest': `sha-256=:${hashOf(file, 'base64')}:`,
    vary: 'X-API-Key',
    'x-data-as-of': '2026-01-02T03:04:05',
    'x-build-id': 'one',
  });
  expect(Number(answer.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
  expect((await bytesOf(answer)).equals(file)).toBe(true);
  const manifest = await ask('one/manifest.json');
  const text = readFileSync(join(paths.build('one'), 'manifest.json'));
  expect([manifest.headers.get('content-type'), manifest.headers.get('etag')]).toEqual([
    'application/json',
    `"${hashOf(text)}"`,
  ]);
  expect((await bytesOf(manifest)).equals(text)).toBe(true);
});

test('HEAD has the headers of GET, and no body', async () => {
  const head = await ask(`one/${PATH}`, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(contracts().length),
    'bytes',
  ]);
  expect(await head.text()).toBe('');
});

test('ranges at every border', async () => {
  const file = contracts();
  const size = file.length;
  const cases: [range: string, from: number, to: number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, size],
    [`bytes=0-${size - 1}`, 0, size],
    [`bytes=0-${size}`, 0, size],
    [`bytes=${size - 1}-`, size - 1, size],
    [`bytes=${size - 1}-${size + 5}`, size - 1, size],
    ['bytes=-1', size - 1, size],
    [`bytes=-${size}`, 0, size],
    [`bytes=-${size + 1}`, 0, size],
  ];
  for (const [range, from, to] of cases) {
    const part = await ask(`one/${PATH}`, {Range: range});
    expect([range, part.status, part.headers.get('content-range')]).toEqual([
      range,
      206,
      `bytes ${from}-${to - 1}/${size}`,
    ]);
    expect((await bytesOf(part)).equals(file.subarray(from, to))).toBe(true);
    // The digest is of the whole file.
    expect(part.headers.get('repr-digest')).toBe(`sha-256=:${hashOf(file, 'base64')}:`);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size}-${size + 9}`]) {
    const refused = await ask(`one/${PATH}`, {Range: range});
    expect([refused.status, refused.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(await refused.json()).toMatchObject({error: {code: 'RANGE_NOT_SATISFIABLE'}});
  }
  for (const range of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-']) {
    const whole = await ask(`one/${PATH}`, {Range: range});
    expect([range, whole.status, (await bytesOf(whole)).length]).toEqual([range, 200, size]);
  }
});

test('conditions: If-None-Match comes first, If-Range takes the same version alone', async () => {
  const etag = `"${hashOf(contracts())}"`;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const same = await ask(`one/${PATH}`, {'If-None-Match': known, Range: 'bytes=0-9'});
    expect([known, same.status, same.headers.get('etag'), await same.text()]).toEqual([known, 304, etag, '']);
    expect(same.headers.get('cache-control')).toBe(`private, ${IMMUTABLE}`);
  }
  expect((await ask(`one/${PATH}`, {'If-None-Match': '"other"'}, 'HEAD')).status).toBe(200);
  const statuses: [string, number][] = [
    [etag, 206],
    [`W/${etag}`, 200],
    ['"other"', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ];
  for (const [version, status] of statuses) {
    const answer = await ask(`one/${PATH}`, {'If-Range': version, Range: 'bytes=0-9'});
    expect([version, answer.status]).toEqual([version, status]);
    await answer.arrayBuffer();
  }
});

test('names that the manifest does not list are 404, whatever is there', async () => {
  writeFileSync(join(dataDir, 'secret.parquet'), 'secret');
  writeFileSync(join(paths.build('one'), 'export/stray.parquet'), 'stray');
  const carry = overHttp(keyed);
  const names = [
    '',
    'one',
    'one/',
    'one/export',
    'one/export/',
    'one/export/stray.parquet',
    'one/export//contracts.parquet',
    'one//export/contracts.parquet',
    'one/EXPORT/contracts.parquet',
    'one/export/contracts.parquet%00',
    'one/index/contracts.idx',
    'one/catalogue.duckdb',
    'one/../../secret.parquet',
    'one/..%2f..%2fsecret.parquet',
    'one/%2e%2e/%2e%2e/secret.parquet',
    'one/export/../manifest.json',
    'one/export/./contracts.parquet',
    'one/..\\manifest.json',
    '../accounts.db',
    '%2e%2e/accounts.db',
    '/etc/passwd',
    'one//etc/passwd',
    'one/__proto__',
    'one/constructor',
    'one/toString',
    'one/size',
    '__proto__/manifest.json',
    'constructor/manifest.json',
    'none/manifest.json',
    'current',
    'current/__proto__',
    'current/none.parquet',
    'current/../accounts.db',
  ];
  for (const name of names) {
    const {status, body} = await carry({
      method: 'GET',
      target: `/data/${name}`,
      headers: {'x-api-key': key},
    });
    expect([name, status, JSON.parse(String(body))]).toEqual([name, 404, NOT_FOUND]);
  }
  const broken = await ask('one/%ff');
  expect([broken.status, await broken.json()]).toMatchObject([400, {error: {code: 'BAD_REQUEST'}}]);
  const posted = await ask(`one/${PATH}`, {}, 'POST');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  // People get errors of the API, too.
  const page = await ask('one/none.parquet', {Accept: 'text/html'});
  expect([page.status, await page.json()]).toEqual([404, NOT_FOUND]);
});

test('a key is needed, of a tier that exports', async () => {
  const url = `${keyed}/data/one/${PATH}`;
  const none = await fetch(url);
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([
    401,
    'ApiKey realm="api", header="X-API-Key"',
  ]);
  expect((await fetch(url, {headers: {'X-API-Key': 'fpd_live_wrong'}})).status).toBe(401);
  for (const [tier, status] of [
    ['free', 403],
    ['developer', 403],
    ['pro', 200],
  ] as const) {
    const {stdout} = runMakeKey({DATA_DIR: dataDir, TIER: tier}, new Date());
    const own = stdout.trim();
    // What is refused is counted each time.
    for (let n = 0; n < 2; n++) {
      const answer = await fetch(url, {headers: {'X-API-Key': own, Range: 'bytes=0-9'}, method: 'HEAD'});
      expect([tier, answer.status]).toEqual([tier, status]);
    }
    expect([tier, await used(own)]).toEqual([tier, status === 200 ? 1 : 2]);
  }
});

test('ranges of one file count once in a minute, of each file for itself; whole files each time', async () => {
  const own = makeKey(dataDir);
  const headers = {'X-API-Key': own};
  // All within one minute.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left));
  await ask(`one/${PATH}`, headers, 'HEAD');
  for (let n = 0; n < 5; n++) await bytesOf(await ask(`one/${PATH}`, {...headers, Range: `bytes=${n}-9`}));
  expect(await used(own)).toBe(1);
  const files = listed(manifestOf(dataDir)).map(({path}) => path);
  for (const path of files)
    for (let n = 0; n < 2; n++) await bytesOf(await ask(`one/${path}`, {...headers, Range: 'bytes=0-9'}));
  expect(await used(own)).toBe(files.length);
  // Refused each time, like a name that there is not.
  for (let n = 0; n < 2; n++) await bytesOf(await ask('one/none', {...headers, Range: 'bytes=0-9'}));
  for (let n = 0; n < 2; n++) await bytesOf(await ask(`one/${PATH}`, headers));
  expect(await used(own)).toBe(files.length + 4);
  // The current build leads to its own address for nothing.
  await ask(`current/${PATH}`, headers);
  expect(await used(own)).toBe(files.length + 4);
}, 120_000);

test('every file that the manifest lists is answered without a key where it is public', async () => {
  const manifest: Manifest = manifestOf(published);
  const files = listed(manifest);
  expect(files.filter(({path}) => path.includes('/_delta_log/')).length).toBeGreaterThan(0);
  for (const {path, bytes, sha256} of files) {
    const answer = await fetch(`${open}/data/${manifest.build_id}/${path}`);
    const body = await bytesOf(answer);
    expect([path, answer.status, body.length, hashOf(body)]).toEqual([path, 200, bytes, sha256]);
    expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
      `public, ${IMMUTABLE}`,
      null,
    ]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe(null);
  }
  const read = await fetch(`${open}/data/current/manifest.json`);
  expect(read.url).toBe(`${open}/data/${manifest.build_id}/manifest.json`);
  expect(await read.json()).toEqual(JSON.parse(JSON.stringify(manifest)));
  // Locations of rows may hold columns that no record has.
  const rows = manifest.others!.find(({path}) => path.startsWith('rows/'))!.path;
  for (const path of ['rejects/none', rows]) {
    const missing = await fetch(`${open}/data/${manifest.build_id}/${path}`);
    expect([path, missing.status, await missing.json()]).toEqual([path, 404, NOT_FOUND]);
  }
}, 120_000);

test('an address may ask for ten times as many as pages', async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 20_000) await new Promise((resolve) => setTimeout(resolve, left));
  let answered = 0;
  let refused: Response;
  do {
    refused = await fetch(`${open}/data/current/manifest.json`, {method: 'HEAD', redirect: 'manual'});
    if (refused.status === 302) answered++;
  } while (refused.status === 302);
  expect([refused.status, answered <= 10 * PER_MINUTE]).toEqual([429, true]);
  expect(refused.headers.get('x-error-reason')).toBe('address_limit');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
}, 120_000);

test('off: there are no such addresses', async () => {
  const {base} = await sharedServer();
  const {build_id} = manifestOf(published);
  for (const path of [`${build_id}/manifest.json`, 'current/manifest.json', `${build_id}/${PATH}`]) {
    const answer = await fetch(`${base}/data/${path}`, {redirect: 'manual', headers: {'X-API-Key': key}});
    expect([answer.status, await answer.json()]).toEqual([404, NOT_FOUND]);
  }
});

test('another value of the setting is refused at the start', async () => {
  await expect(startServer(dataDir, {DATA_FILES: 'yes'})).rejects.toThrow(
    'setting DATA_FILES must be off or keys or public, got "yes"',
  );
});

test('the build before is answered until a third one comes; the current one by its id', async () => {
  const current = async () => (await ask(`current/${PATH}`)).headers.get('location');
  const status = async (id: string) => (await ask(`${id}/manifest.json`, {}, 'HEAD')).status;
  const redirected = await ask(`current/${PATH}`);
  expect([redirected.status, redirected.headers.get('location')]).toEqual([302, `/data/one/${PATH}`]);
  expect(redirected.headers.get('cache-control')).toBe('no-store');
  // Without a key, too: it says what /health says.
  const keyless = await fetch(`${keyed}/data/current/${PATH}`, {redirect: 'manual'});
  expect(keyless.status).toBe(302);
  expect(await status('two')).toBe(404);
  publish('two');
  await expect.poll(current).toBe(`/data/two/${PATH}`);
  expect([await status('one'), await status('two')]).toEqual([200, 200]);
  publish('three');
  await expect.poll(() => status('one')).toBe(404);
  expect([await status('two'), await status('three'), await current()]).toEqual([
    200,
    200,
    `/data/three/${PATH}`,
  ]);
}, 120_000);

test('a damaged file is 503 for every request, and no other is refused', async () => {
  const path = 'export/bills.parquet';
  const file = join(paths.build('three'), path);
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(file, bytes);
  for (const headers of [{}, {Range: 'bytes=0-3'}] as Record<string, string>[]) {
    const answer = await ask(`three/${path}`, headers);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({error: {code: 'UNAVAILABLE'}});
  }
  expect((await ask(`three/${PATH}`, {}, 'HEAD')).status).toBe(200);
  expect((await fetch(`${keyed}/health`)).status).toBe(503);
});

test('requests are counted by route', async () => {
  const base = await start(dataDir, {DATA_FILES: 'public', METRICS_TOKEN: 'secret', WORKERS: '1'});
  await fetch(`${base}/data/current/manifest.json`);
  await fetch(`${base}/data/current/none`);
  const metrics = await fetch(`${base}/metrics`, {headers: {Authorization: 'Bearer secret'}});
  const lines = (await metrics.text()).split('\n').filter((line) => /_total\{route="data"/.test(line));
  expect(lines).toEqual([
    'fpd_requests_total{route="data",status="200"} 1',
    'fpd_requests_total{route="data",status="404"} 1',
    'fpd_requests_total{route="data",status="other"} 1',
  ]);
});
