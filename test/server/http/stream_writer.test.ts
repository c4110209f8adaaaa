/** Streamed bodies over real sockets: complete, slow, aborted, failing. */
import {connect, type Socket} from 'node:net';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import type {StreamedBody} from '../../../server/http/streamed_body.ts';
import {type Listener, listen} from '../../../server/http/transport.ts';
import type {HttpResponse} from '../../../server/http/types.ts';

const PIECE = 64 * 1024;
/** Far longer than the pauses of a slow reader, on a loaded machine too. */
const STALL_MS = 3000;

let server: Listener;
let body: StreamedBody;
let later = false;
let onStreamError: unknown[];
beforeAll(async () => {
  const hooks = {send_timeout_ms: STALL_MS, onStreamError: (error: unknown) => onStreamError.push(error)};
  const answer = (): HttpResponse => ({status: 200, blocks: [], headers: {'X-Kind': 'stream'}, body});
  server = await listen(
    '127.0.0.1',
    0,
    async () => {
      if (later) await pause(5);
      return answer;
    },
    hooks,
  );
});
afterAll(() => server.stop(0));
beforeEach(() => {
  later = false;
  onStreamError = [];
});

/** Chunks of numbered bytes; `pulled` and `closed` count the calls. */
function counted(pieces: number, {promised = false, sized = false, fails = -1} = {}) {
  const made = {
    pulled: 0,
    closed: 0,
    ...(sized ? {length: pieces * PIECE} : {}),
    next() {
      if (made.pulled === fails) throw new Error('disk gone');
      const piece = made.pulled < pieces ? Buffer.alloc(PIECE, made.pulled % 251) : null;
      made.pulled++;
      return promised ? new Promise<Buffer | null>((resolve) => setImmediate(resolve, piece)) : piece;
    },
    close() {
      made.closed++;
    },
  };
  return made;
}

const expected = (pieces: number) =>
  Buffer.concat(Array.from({length: pieces}, (_, i) => Buffer.alloc(PIECE, i % 251)));

const fetched = async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  return {headers: response.headers, bytes: Buffer.from(await response.arrayBuffer())};
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(fits: () => boolean, ms = 60_000): Promise<void> {
  const end = performance.now() + ms;
  while (!fits()) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms`);
    await pause(10);
  }
}

/** A client that reads nothing until started. */
async function idle(): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

test.each([
  {promised: false, sized: false},
  {promised: true, sized: false},
  {promised: false, sized: true},
  {promised: true, sized: true},
])('arrives whole and is closed once: %j', async (kind) => {
  for (later of [false, true]) {
    const made = counted(100, kind);
    body = made;
    const {headers, bytes} = await fetched();
    expect(headers.get('x-kind')).toBe('stream');
    expect(headers.get('content-length')).toBe(kind.sized ? String(100 * PIECE) : null);
    expect(bytes.equals(expected(100))).toBe(true);
    await until(() => made.closed === 1);
  }
});

test('without chunks the body is empty', async () => {
  body = counted(0);
  expect((await fetched()).bytes).toHaveLength(0);
});

test.each([false, true])(
  'a slow reader gets the whole body under backpressure (sized: %j)',
  async (sized) => {
    const made = counted(1000, {sized});
    body = made;
    const socket = await idle();
    await until(() => made.pulled > 0);
    await pause(100);
    const before = made.pulled;
    await pause(100);
    expect(made.pulled).toBe(before);
    expect(before).toBeLessThan(500);
    let got = 0;
    socket.on('data', (chunk) => {
      got += chunk.length;
    });
    await until(() => made.closed === 1);
    await until(() => got >= 1000 * PIECE);
    socket.destroy();
    expect(onStreamError).toEqual([]);
  },
);

test.each([false, true])('a reader that reads nothing is dropped (sized: %j)', async (sized) => {
  const made = counted(1000, {sized});
  body = made;
  const socket = await idle();
  const startedAt = performance.now();
  await until(() => made.closed === 1);
  expect(performance.now() - startedAt).toBeGreaterThan(STALL_MS / 2);
  socket.destroy();
});

test('a reader that disconnects ends the stream', async () => {
  for (const promised of [false, true]) {
    const made = counted(1_000_000, {promised});
    body = made;
    const socket = await idle();
    await until(() => made.pulled > 0);
    socket.destroy();
    await until(() => made.closed === 1);
    expect(made.pulled).toBeLessThan(1_000_000);
  }
});

test.each([false, true])('an error cuts the response without an end (sized: %j)', async (sized) => {
  body = counted(100, {sized, fails: 3});
  await expect(fetched()).rejects.toThrow();
  expect(onStreamError).toMatchObject([{message: 'disk gone'}]);
  body = counted(100, {sized, fails: 0});
  await expect(fetched()).rejects.toThrow();
  expect(onStreamError).toHaveLength(2);
});

test('a body shorter than its declared length is cut', async () => {
  body = {...counted(3), length: 4 * PIECE};
  await expect(fetched()).rejects.toThrow();
  expect(onStreamError).toMatchObject([{message: 'a body of 262144 bytes ended early'}]);
});

test('other requests are answered while a fast reader takes a long body', async () => {
  const made = counted(2000);
  body = made;
  const long = fetched();
  await until(() => made.pulled > 20);
  body = counted(1);
  expect((await fetched()).bytes).toHaveLength(PIECE);
  // The long one is still under way.
  expect(made.closed).toBe(0);
  expect((await long).bytes.length).toBe(2000 * PIECE);
});

test('stopping cuts responses that are not finished in time', async () => {
  const other = await listen(
    '127.0.0.1',
    0,
    async () => () => ({status: 200, blocks: [], headers: {}, body}),
    {
      send_timeout_ms: 60_000,
      onStreamError() {},
    },
  );
  const made = counted(1_000_000);
  body = made;
  const cut = fetch(`http://127.0.0.1:${other.port}/`).then((response) => response.arrayBuffer());
  cut.catch(() => null);
  await until(() => made.pulled > 0);
  await other.stop(50);
  await expect(cut).rejects.toThrow();
  await until(() => made.closed === 1);
});
