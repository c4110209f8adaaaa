/** The transport over real sockets: what its handler is given and what the client receives. */
import {connect} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {prepare} from '../../../server/api/dispatch.ts';
import {reusableBuffer} from '../../../server/http/buffers.ts';
import {type Listener, listen} from '../../../server/http/transport.ts';
import type {HttpRequest} from '../../../server/http/types.ts';
import {apiClient, overHttp} from '../../helpers/api.ts';
import {type Service, testService} from '../../helpers/service.ts';

const RIM = {send_timeout_ms: 1000, onStreamError() {}};

let service: Service;
let server: Listener;
let seen: HttpRequest[];
beforeAll(async () => {
  service = await testService();
  service.context.allocate = reusableBuffer();
  seen = [];
  server = await listen(
    '127.0.0.1',
    0,
    (request) => {
      seen.push(request);
      return prepare(request, service.context);
    },
    RIM,
  );
});
afterAll(async () => {
  await server.stop();
  service.close();
});

const base = () => `http://127.0.0.1:${server.port}`;
const api = (target: string, headers = {}, method = 'GET') =>
  apiClient(overHttp(base()), service.key)(`/api/v1${target}`, headers, method);

/**
 * Makes requests wait before they are counted, as they do for counters in Redis; what it returns ends that.
 */
function waitFor(wait: () => Promise<void> | undefined): () => void {
  const {limits} = service.context;
  service.context.limits = {
    ...limits,
    async admit(principal, now) {
      await wait();
      return limits.admit(principal, now);
    },
  };
  return () => {
    service.context.limits = limits;
  };
}

/** Sends raw bytes and returns the response until the server is silent. */
function raw(bytes: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      if (got.includes('\r\n\r\n')) setTimeout(() => socket.destroy(), 20);
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

test('responses conform to the document over HTTP', async () => {
  const {rows, headers} = await api('/contracts?limit=3');
  expect(rows).toHaveLength(3);
  expect(headers['content-length']).toMatch(/^\d+$/);
  expect((await api('/contracts?limit=x')).status).toBe(400);
  expect((await api('/contracts', {'accept-encoding': 'br'})).rows).toHaveLength(50);
  const head = await api('/contracts', {}, 'HEAD');
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength((await api('/contracts')).text)));
  expect((await api('/contracts', {'if-none-match': '*'})).status).toBe(304);
  expect((await api('/contracts', {}, 'DELETE')).status).toBe(405);
});

test('targets arrive as sent, repeated headers joined', async () => {
  const target = '/a%2Fb//%zz?x=%zz&y=?#';
  await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/csv\r\nAccept: */*\r\n\r\n`);
  expect(seen.at(-1)).toMatchObject({method: 'GET', target, headers: {accept: 'text/csv, */*'}});
  await raw('OPTIONS /a? HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(seen.at(-1)).toMatchObject({method: 'OPTIONS', target: '/a?'});
});

test('a key beyond ASCII is invalid', async () => {
  const key = Buffer.from('é'.repeat(20)).toString('latin1');
  const head = `GET /api/v1/contracts HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  expect(await raw(Buffer.from(head, 'latin1'))).toContain('401 Unauthorized');
  expect(
    await raw(`GET /api/v1/contracts HTTP/1.1\r\nHost: x\r\nX-API-Key: ${'x'.repeat(9000)}\r\n\r\n`),
  ).toContain('Invalid API key.');
});

test('overlong targets and invalid UTF-8 get 400', async () => {
  expect(await raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain(
    'Invalid parameter value.',
  );
  const onStreamError = Buffer.from('GET /api/v1/contracts?q=\xff HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1');
  expect(await raw(onStreamError)).toContain('Invalid parameter value.');
});

test('304 and 204 have neither body nor length', async () => {
  const key = `X-API-Key: ${service.key}\r\n`;
  const got = await raw(`GET /api/v1/sources HTTP/1.1\r\nHost: x\r\n${key}If-None-Match: *\r\n\r\n`);
  expect(got).toMatch(/^HTTP\/1.1 304 Not Modified\r\n/);
  expect(got.toLowerCase()).not.toContain('content-length');
  expect(got.endsWith('\r\n\r\n')).toBe(true);
  expect(await raw('OPTIONS / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 204 No Content\r\n/);
});

test('one connection serves requests of every kind, one after the other', async () => {
  const key = `X-API-Key: ${service.key}\r\n`;
  const kinds = [
    'GET /health',
    'HEAD /health',
    'HEAD /api/v1/contracts',
    'POST /',
    'OPTIONS /',
    'HEAD /nowhere',
  ];
  const requests = [...kinds, 'GET /health'].map((line) => `${line} HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
  const statuses: string[] = [];
  const socket = connect(server.port, '127.0.0.1');
  for (const request of requests) {
    const got = new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk) => resolve(chunk.toString('latin1')));
      socket.once('close', () => reject(new Error(`closed at ${request}`)));
    });
    socket.write(request);
    statuses.push((await got).slice(9, 12));
  }
  expect(statuses).toEqual(['200', '200', '200', '405', '204', '404', '200']);
  socket.destroy();
});

test('a client that disconnects causes no error', async () => {
  const waited = new Promise<void>((resolve) => setTimeout(resolve, 50));
  const stopWaiting = waitFor(() => waited);
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`GET /api/v1/contracts HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  await waited;
  stopWaiting();
  expect((await api('/sources')).status).toBe(200);
});

test('stopping waits for running requests; a taken port is reported', async () => {
  const slow = await listen(
    '127.0.0.1',
    0,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return () => ({status: 200, blocks: [], headers: {}, body: 'late'});
    },
    RIM,
  );
  const answer = fetch(`http://127.0.0.1:${slow.port}/`).then((response) => response.text());
  await new Promise((resolve) => setTimeout(resolve, 20));
  await slow.stop();
  expect(await answer).toBe('late');
  const answerNothing = async () => () => ({status: 200, blocks: [], headers: {}, body: null});
  await expect(listen('256.0.0.1', 0, answerNothing, RIM)).rejects.toThrow('cannot listen on 256.0.0.1:0');
});

test('stopping ends although clients keep their connections busy', async () => {
  const busy = await listen(
    '127.0.0.1',
    0,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return () => ({status: 200, blocks: [], headers: {}, body: 'x'});
    },
    RIM,
  );
  const ends: string[] = [];
  const answered = [0, 0];
  const clients = [0, 5].map(async (later, client) => {
    await new Promise((resolve) => setTimeout(resolve, later));
    const socket = connect(busy.port, '127.0.0.1');
    let got = '';
    const ask = () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.on('data', (chunk) => {
      got = chunk.toString('latin1');
      answered[client]!++;
      ask();
    });
    socket.on('error', () => {});
    ask();
    await new Promise((resolve) => socket.on('close', resolve));
    ends.push(got);
  });
  await expect.poll(() => Math.min(...answered)).toBeGreaterThan(1);
  await busy.stop();
  await Promise.all(clients);
  for (const last of ends) expect(last).toMatch(/^Connection: close\r$/m);
});

test('concurrent responses stay whole, compressed ones too', async () => {
  const paths = [
    '/contracts',
    '/awards',
    '/tenders',
    '/contracts/c_0000000000000004',
    '/contracts?format=ndjson',
  ];
  const sequential = new Map<string, string>();
  for (const path of paths) sequential.set(path, (await api(path)).text);
  const codings = ['identity', 'gzip', 'br'];
  const many = Array.from({length: 60}, (_, i) => ({path: paths[i % 5]!, coding: codings[i % 3]!}));
  let turn = 0;
  for (const wait of [
    () => undefined,
    () => new Promise<void>((resolve) => setTimeout(resolve, turn++ % 3)),
  ]) {
    const stopWaiting = waitFor(wait);
    const answers = await Promise.all(many.map(({path, coding}) => api(path, {'accept-encoding': coding})));
    expect(answers.map(({text}) => text)).toEqual(many.map(({path}) => sequential.get(path)));
    stopWaiting();
  }
});
