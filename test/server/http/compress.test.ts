/**
 * Compression of streams: complete, chunk by chunk, aborted, failing; and of whole bodies: at once or in
 * another thread.
 */
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import {describe, expect, test} from 'vitest';
import {compress, compressLong, compressStream} from '../../../server/http/compress.ts';
import type {StreamedBody} from '../../../server/http/streamed_body.ts';

const PIECE = 100_000;

/** Chunks in one buffer, as exports write them; `pulled` and `closed` count the calls. */
function pieces(count: number, {promised = false, fails = -1} = {}) {
  const allocate = Buffer.alloc(PIECE);
  const made = {
    pulled: 0,
    closed: 0,
    next() {
      if (made.pulled === fails) throw new Error('disk gone');
      const piece = made.pulled < count ? fill(allocate, made.pulled) : null;
      made.pulled++;
      return promised ? new Promise<Buffer | null>((resolve) => setImmediate(resolve, piece)) : piece;
    },
    close() {
      made.closed++;
    },
  };
  return made;
}

/** Bytes that hardly compress. */
function fill(allocate: Buffer, seed: number): Buffer {
  let state = seed + 1;
  for (let i = 0; i < allocate.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    allocate[i] = state & 255;
  }
  return allocate;
}

const whole = (count: number) =>
  Buffer.concat(Array.from({length: count}, (_, i) => fill(Buffer.alloc(PIECE), i)));

async function all(body: StreamedBody): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let piece = await body.next(); piece; piece = await body.next()) parts.push(Buffer.from(piece));
  body.close();
  return Buffer.concat(parts);
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

describe.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s', (coding, decode) => {
  test('a whole body, whose buffer is used again', () => {
    for (const bytes of [10, PIECE]) {
      const body = fill(Buffer.alloc(PIECE), 3).subarray(0, bytes);
      const expected = Buffer.from(body);
      const compressed = compress(body, coding, 4);
      body.fill(0);
      expect(decode(compressed).equals(expected)).toBe(true);
    }
  });

  test('a long body arrives whole while it is sent', async () => {
    for (const bytes of [1, 64 * 1024, PIECE + 1, 5 * PIECE]) {
      const body = fill(Buffer.alloc(bytes), 3);
      expect(decode(await all(compressLong(body, coding, 4))).equals(body)).toBe(true);
    }
  });

  test.each([false, true])('arrives whole (asynchronous: %j)', async (promised) => {
    for (const count of [0, 1, 30]) {
      const inner = pieces(count, {promised});
      const body = compressStream(inner, coding, 4);
      expect(body.length).toBeUndefined();
      expect(decode(await all(body)).equals(whole(count))).toBe(true);
      expect(inner.closed).toBe(1);
    }
  });

  test('is produced no faster than it is read', async () => {
    const inner = pieces(1000);
    const body = compressStream(inner, coding, 4);
    for (let i = 0; i < 3; i++) await body.next();
    await settled();
    expect(inner.pulled).toBeLessThan(12);
    body.close();
    await settled();
    expect([inner.closed, inner.pulled < 12]).toEqual([1, true]);
  });

  test('may be aborted before it begins and while a chunk is awaited', async () => {
    const unread = pieces(10);
    compressStream(unread, coding, 4).close();
    expect([unread.closed, unread.pulled]).toEqual([1, 0]);
    let give = (_piece: Buffer | null) => {};
    let closed = 0;
    const slow = compressStream(
      {
        next: () =>
          new Promise((resolve) => {
            give = resolve;
          }),
        close: () => closed++,
      },
      coding,
      4,
    );
    const first = Promise.resolve(slow.next());
    // The compressor's own first bytes may come before any piece does.
    await Promise.race([first, settled()]);
    slow.close();
    expect(closed).toBe(0);
    give(Buffer.from('late'));
    await settled();
    expect(closed).toBe(1);
    await Promise.race([first.catch(() => null), settled()]);
  });

  test('fails where the body fails', async () => {
    for (const promised of [false, true]) {
      const inner = pieces(10, {promised, fails: 4});
      const body = compressStream(inner, coding, 4);
      await expect(all(body)).rejects.toThrow('disk gone');
      body.close();
      expect(inner.closed).toBe(1);
    }
  });
});
