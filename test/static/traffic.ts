/**
 * Program: what a site without a server makes its readers fetch. `node test/static/traffic.ts <folder of the site>`
 * prints rounds and bytes of every operation, and times and bytes in Chromium behind a line with a delay.
 */
import {once} from 'node:events';
import {closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {brotliCompressSync, constants} from 'node:zlib';
import {getMimeType} from 'hono/utils/mime';
import type {Browser, BrowserContext, Page} from 'playwright-core';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {KEPT} from '../../static/site_files.ts';
import {operationsOf, remember, requestOf, type Seen} from '../bench/answers/requests.ts';
import {startBrowser} from '../helpers/browser.ts';
import {type Host, headlessWorker} from '../helpers/headless_worker.ts';
import {seededRandom} from '../helpers/seeded_random.ts';

/** Random requests of each operation. */
const REQUESTS = 3;

/** What operations should keep to. */
const MOST_BYTES = 1e6;
const MOST_ROUNDS = 4;

/** The line: milliseconds before each answer, and bytes in a millisecond for all together (20 Mbit/s). */
const DELAY_MS = 63;
const BYTES_A_MS = 2500;

/** Parts of names of vendors that are looked for one after the other. */
const WORDS = 'north consult rail tech marine bell build health steel media lab aero quebec global print';

const [out = ''] = process.argv.slice(2);
const median = (numbers: readonly number[], share = 0.5): number =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]!;

/** A range of a file of the site; null: there is no such file. */
function readRange(
  path: string,
  range: string | null,
): {bytes: Buffer; headers: Record<string, string>} | null {
  const place = join(out, path);
  if (!existsSync(place) || !statSync(place).isFile()) return null;
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (first === undefined) return {bytes: readFileSync(place), headers: {}};
  const file = openSync(place, 'r');
  const {size} = fstatSync(file);
  const to = Math.min(size - 1, Number(last));
  const bytes = Buffer.alloc(to + 1 - Number(first));
  readSync(file, bytes, 0, bytes.length, Number(first));
  closeSync(file);
  return {bytes, headers: {'Content-Range': `bytes ${first}-${to}/${size}`}};
}

/** A host that counts: requests begun while none is under way are another round. */
function countingHost() {
  const counted = {rounds: 0, requests: 0, bytes: 0};
  let underWay = 0;
  const host: Host = async (path, range) => {
    if (underWay++ === 0) counted.rounds++;
    await sleep(3);
    underWay--;
    const found = readRange(path, range);
    counted.requests++;
    counted.bytes += found?.bytes.length ?? 0;
    if (!found) return new Response('', {status: 404});
    return new Response(Uint8Array.from(found.bytes), {status: range ? 206 : 200, headers: found.headers});
  };
  return {counted, host};
}

/** Random requests of every operation, each by a worker that has read nothing but what describes the build. */
async function countOperations(): Promise<void> {
  const operations = operationsOf(JSON.parse(readFileSync(join(out, 'openapi.json'), 'utf8'))).filter(
    ({path}) => path.startsWith(`${BASE_PATH}/`) && !/usage$|^\/api\/v1\/export/.test(path),
  );
  const random = seededRandom(7);
  const seen: Seen = new Map();
  for (const operation of operations) {
    const measured: (ReturnType<typeof countingHost>['counted'] & {target: string})[] = [];
    for (let attempt = 0; attempt < 6 * REQUESTS && measured.length < REQUESTS; attempt++) {
      const {target} = requestOf(operation, seen, random);
      if (/format=|provenance=|\/\.\.?\//.test(target)) continue;
      const worker = headlessWorker(out);
      const {counted, host} = countingHost();
      worker.host(host);
      await worker.ask(`${BASE_PATH}/usage`);
      Object.assign(counted, {rounds: 0, requests: 0, bytes: 0});
      const answer = await worker.ask(target);
      const text = await answer.text();
      if (answer.status !== 200) continue;
      remember(seen, JSON.parse(text), operation.path);
      measured.push({...counted, target});
    }
    if (measured.length === 0) continue;
    const [bytes, rounds] = [measured.map((one) => one.bytes), measured.map((one) => one.rounds)];
    const over = measured.filter((one) => one.bytes > MOST_BYTES || one.rounds > MOST_ROUNDS).length;
    const kB = (count: number): number => Math.round(count / 1000);
    console.log(
      `${operation.path}: ${kB(median(bytes))} kB, at most ${kB(Math.max(...bytes))}; ${median(rounds)} rounds, at most ${Math.max(...rounds)}; ${over} of ${measured.length} over`,
    );
  }
}

/** For how long a file may be kept, as `_headers` says. */
const keptFor = (path: string): string =>
  Object.entries(KEPT).findLast(([pattern]) => path.startsWith(pattern.replace('*', '')))![1];

/** Serves the site behind a slow line; counts what is sent. */
async function slowHost(): Promise<{server: Server; base: string; sent: {bytes: number; requests: number}}> {
  const sent = {bytes: 0, requests: 0};
  const packed = new Map<string, Buffer>();
  let freeAt = 0;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url!.split('?', 1)[0]!);
    const range = request.headers.range ?? null;
    const found =
      readRange(path, range) ?? readRange(`${path}/index.html`, null) ?? readRange('/404.html', null)!;
    const type = getMimeType(/\.\w+$/.test(path) ? path : 'index.html') ?? 'application/octet-stream';
    const isText = range === null && /text|javascript|json|xml|svg/.test(type);
    const level = {params: {[constants.BROTLI_PARAM_QUALITY]: 9}};
    if (isText && !packed.has(path)) packed.set(path, brotliCompressSync(found.bytes, level));
    const body = isText ? packed.get(path)! : found.bytes;
    sent.bytes += body.length;
    sent.requests++;
    freeAt = Math.max(freeAt, performance.now() + DELAY_MS) + body.length / BYTES_A_MS;
    await sleep(Math.max(0, freeAt - performance.now()));
    const encoding = isText ? {'Content-Encoding': 'br'} : {};
    response.writeHead(range ? 206 : 200, {
      'Content-Type': type,
      'Cache-Control': keptFor(path),
      ...found.headers,
      ...encoding,
    });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent};
}

/** Times and bytes of pages in a browser. */
async function timePages(browser: Browser): Promise<void> {
  const {server, base, sent} = await slowHost();
  let context: BrowserContext;
  let page: Page;
  const timed = async (path: string): Promise<{ms: number; bytes: number; requests: number}> => {
    Object.assign(sent, {bytes: 0, requests: 0});
    const begin = performance.now();
    await page.goto(base + path, {waitUntil: 'commit'});
    await page.locator('#results, .error, body[data-build] h1').first().waitFor();
    const ms = performance.now() - begin;
    await sleep(300);
    return {ms: Math.round(ms), ...sent};
  };
  const visits = [];
  for (let i = 0; i < 5; i++) {
    context = await browser.newContext();
    page = await context.newPage();
    visits.push(await timed('/en/contracts'));
    if (i < 4) await context.close();
  }
  console.log('first list of a new visitor', visits);
  const searched = [];
  for (const word of WORDS.split(' '))
    searched.push({word, ...(await timed(`/en/contracts?vendor=${word}`))});
  console.log(searched);
  for (const share of [0.5, 0.9])
    console.log(
      `partial vendor, p${share * 100}: ${median(
        searched.map(({ms}) => ms),
        share,
      )} ms, ${Math.round(
        median(
          searched.map(({bytes}) => bytes),
          share,
        ) / 1000,
      )} kB`,
    );
  for (const path of [
    '/en/contracts?view=statistics&group_by=department',
    '/api/v1/contracts/stats?group_by=department',
    '/api/v1/vendors?q=northern',
    '/en/contracts?sort=value&order=desc&limit=50',
    '/en/search?q=zzqwx',
  ]) {
    if (path.startsWith('/api')) {
      Object.assign(sent, {bytes: 0, requests: 0});
      const begin = performance.now();
      await page!.evaluate(async (target) => (await fetch(target)).text(), path);
      console.log(path, Math.round(performance.now() - begin), {...sent});
    } else console.log(path, await timed(path));
  }
  server.close();
  server.closeAllConnections();
}

const browser = await startBrowser();
await timePages(browser);
await browser.close();
await countOperations();
