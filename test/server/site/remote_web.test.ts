/** Pages that another thread makes: the same bytes, refusals where it is not there or has too much to do. */
import {MessageChannel, type MessagePort} from 'node:worker_threads';
import {gunzipSync} from 'node:zlib';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import type {HttpResponse} from '../../../server/http/types.ts';
import {Idle} from '../../../server/site/idle.ts';
import {openPageMaker, type PageMaker} from '../../../server/site/page_maker.ts';
import {
  type AnswerWeb,
  answerChannels,
  MOST_WAITING,
  RemoteWeb,
  STARTING_MS,
  type WebAnswer,
} from '../../../server/site/remote_web.ts';
import {type Service, testService} from '../../helpers/service.ts';

const INIT = {
  origin: 'https://data.example.org',
  keptBytes: 1e6,
};
const LOGGED = {route: 'site', key: null};

let service: Service;
let remote: RemoteWeb;
let ports: MessagePort[];
beforeEach(async () => {
  service = await testService();
  remote = new RemoteWeb(INIT);
  ports = [];
});
afterEach(() => {
  for (const port of ports) port.close();
  service.close();
});

/** Answers pages as a web thread does. */
const pagesOf =
  (maker: PageMaker): AnswerWeb =>
  async ({request}) => {
    const {status, headers, body} = await maker.make(request, service.context, LOGGED);
    return {status, headers, body: body as WebAnswer['response']['body']};
  };

/** Connects the pages with a thread that makes them, or with one that never answers. */
function connect(maker: PageMaker | null): MessagePort {
  const {port1, port2} = new MessageChannel();
  ports.push(port1, port2);
  remote.add(port1, false);
  if (maker) answerChannels(pagesOf(maker), service.context, new Idle())(port2);
  return port2;
}

const requestOf = (target: string, headers: Record<string, string> = {}) => ({
  method: 'GET',
  target,
  headers,
});

const ask = async (target: string, headers?: Record<string, string>): Promise<HttpResponse> =>
  remote.make(requestOf(target, headers), service.context, LOGGED);

test.each([
  ['/en/contracts?vendor=north', {}],
  ['/fr/grants', {'accept-encoding': 'gzip'}],
  ['/fr/contracts/none', {}],
  ['/en/suggest?q=a', {}],
  ['/en/values/contracts/vendor?q=a', {}],
  ['/en/contracts.csv', {}],
  ['/en/contracts.atom', {'accept-encoding': 'br'}],
  ['/sitemap.xml', {}],
] as const)('%s is answered as in this thread', async (target, headers) => {
  const maker = openPageMaker(INIT);
  connect(maker);
  const here = await maker.make(requestOf(target, headers), service.context, LOGGED);
  const there = await ask(target, headers);
  expect([there.status, there.headers, Buffer.from(there.body as Buffer)]).toEqual([
    here.status,
    here.headers,
    Buffer.from(here.body as Buffer),
  ]);
});

test('the sitemap is made once for each coding, and not sent again to whoever has it', async () => {
  const maker = openPageMaker(INIT);
  const get = async (headers: Record<string, string> = {}): Promise<HttpResponse> =>
    maker.make(requestOf('/sitemap.xml', headers), service.context, LOGGED);
  const [plain, packed, again] = [await get(), await get({'accept-encoding': 'gzip'}), await get()];
  expect(again.body).toBe(plain.body);
  expect(gunzipSync(packed.body as Buffer)).toEqual(plain.body);
  const {ETag} = packed.headers;
  expect(ETag).not.toBe(plain.headers['ETag']);
  expect(await get({'if-none-match': String(ETag)})).toMatchObject({status: 304, headers: {ETag}});
});

test('what a reader has already is said so', async () => {
  connect(openPageMaker(INIT));
  const {headers} = await ask('/en/contracts');
  const {status, body} = await ask('/en/contracts', {'if-none-match': String(headers['ETag'])});
  expect([status, body]).toEqual([304, null]);
});

function expectRefused({status, headers, body}: HttpResponse, language: string): void {
  expect([status, headers['Retry-After']]).toEqual([503, '1']);
  expect(String(body)).toContain(`<html lang="${language}">`);
}

test('pages that come before a thread does wait for it', async () => {
  const early = ['/en/about', '/fr/about'].map((target) => ask(target));
  connect(openPageMaker(INIT));
  for (const one of early) expect((await one).status).toBe(200);
});

test('where no thread comes, a page is refused after some seconds, in the language of its address', async () => {
  vi.useFakeTimers();
  try {
    const waiting = ask('/fr/contracts');
    await vi.advanceTimersByTimeAsync(STARTING_MS);
    expectRefused(await waiting, 'fr');
  } finally {
    vi.useRealTimers();
  }
});

test('of pages without a thread no more wait than for one, and none when the process stops', async () => {
  const waiting = Array.from({length: MOST_WAITING}, () => ask('/en/about'));
  expectRefused(await ask('/en/about'), 'en');
  remote.close();
  for (const one of waiting) expectRefused(await one, 'en');
});

test('refusals are one page for each language and coding, however many are sent away', async () => {
  connect(null);
  const waiting = Array.from({length: MOST_WAITING}, () => ask('/en/about'));
  const bodies = [];
  for (const target of ['/en/contracts', '/en/grants?recipient=a', '/fr/contracts', '/fr/grants'])
    for (const coding of ['gzip', 'br', 'identity'])
      bodies.push((await ask(target, {'accept-encoding': coding})).body);
  expect(new Set(bodies).size).toBe(6);
  remote.close();
  await Promise.all(waiting);
});

test('what waits for a thread that dies goes to the next one', async () => {
  const dying = connect(null);
  const waiting = ask('/en/contracts');
  dying.close();
  connect(openPageMaker(INIT));
  expect((await waiting).status).toBe(200);
  expect((await ask('/en/contracts')).status).toBe(200);
});

test('a page of which two threads die is refused', async () => {
  const [first, second] = [connect(null), connect(null)];
  const waiting = ask('/en/contracts');
  first.close();
  second.close();
  expectRefused(await waiting, 'en');
});

test('more pages than may wait are refused at once; the others are answered', async () => {
  const {port1, port2} = new MessageChannel();
  ports.push(port1, port2);
  remote.add(port1, false);
  const waiting = Array.from({length: MOST_WAITING}, () => ask('/en/about'));
  expectRefused(await ask('/en/about'), 'en');
  answerChannels(pagesOf(openPageMaker(INIT)), service.context, new Idle())(port2);
  for (const one of waiting) expect((await one).status).toBe(200);
  expect((await ask('/en/about')).status).toBe(200);
});

test('a page goes to the thread with fewest waiting', async () => {
  connect(null);
  const waiting = ask('/en/about');
  connect(openPageMaker(INIT));
  expect((await ask('/en/about')).status).toBe(200);
  remote.close();
  expectRefused(await waiting, 'en');
});

test('what nobody waits for any more is not made', async () => {
  const made: string[] = [];
  const maker = openPageMaker(INIT);
  const {port1, port2} = new MessageChannel();
  ports.push(port1, port2);
  const now = service.context.now();
  const watched: PageMaker = {
    make(request, context, logFields) {
      made.push(request.target);
      return maker.make(request, context, logFields);
    },
  };
  answerChannels(pagesOf(watched), service.context, new Idle())(port2);
  const answered = new Promise((resolve) => port1.once('message', resolve));
  port1.postMessage({id: 1, request: requestOf('/en/late'), peer: null, address: 'a', until: now - 1});
  port1.postMessage({id: 2, request: requestOf('/en/about'), peer: null, address: 'a', until: now});
  expect(await answered).toMatchObject({id: 2, response: {status: 200}});
  expect(made).toEqual(['/en/about']);
});

test('whoever asks for little does not wait for whoever asks for much', async () => {
  const order: string[] = [];
  const slow: AnswerWeb = async ({address}) => {
    order.push(address);
    for (const end = performance.now() + 5; performance.now() < end; );
    return {status: 200, headers: {}, body: null};
  };
  const {port1, port2} = new MessageChannel();
  ports.push(port1, port2);
  answerChannels(slow, service.context, new Idle())(port2);
  let answered = 0;
  const all = new Promise<void>((resolve) => {
    port1.on('message', () => {
      answered++;
      if (answered === 32) resolve();
    });
  });
  const until = service.context.now();
  const addresses = [...Array(30).fill('greedy'), 'one', 'other'];
  for (const [id, address] of addresses.entries())
    port1.postMessage({id, request: requestOf('/en/about'), peer: null, address, until});
  await all;
  expect(Math.max(order.indexOf('one'), order.indexOf('other'))).toBeLessThan(5);
});

test('pages of one address that wait leave room for those of another', async () => {
  const {port1, port2} = new MessageChannel();
  ports.push(port1, port2);
  remote.add(port1, false);
  const askFrom = async (address: string): Promise<HttpResponse> =>
    remote.make({...requestOf('/en/about'), peer: () => address}, service.context, LOGGED);
  const waiting = Array.from({length: MOST_WAITING}, () => askFrom('192.0.2.1'));
  expectRefused(await askFrom('192.0.2.1'), 'en');
  const other = askFrom('192.0.2.2');
  answerChannels(pagesOf(openPageMaker(INIT)), service.context, new Idle())(port2);
  for (const one of [...waiting, other]) expect((await one).status).toBe(200);
});

test('of pages that wait, those that are ready leave before the last is made', async () => {
  const events: string[] = [];
  const maker = openPageMaker(INIT);
  connect({
    make(request, context, logFields) {
      events.push('made');
      return maker.make(request, context, logFields);
    },
  });
  const waiting = Array.from({length: 50}, () => ask('/en/about').then(() => events.push('left')));
  await Promise.all(waiting);
  expect(events.indexOf('left')).toBeLessThan(events.lastIndexOf('made'));
});
