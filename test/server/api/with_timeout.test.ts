/** When the lease of a build ends: at once, with the promise, or after the last chunk. */
import {expect, test} from 'vitest';
import {releaseWhenDone, withTimeout} from '../../../server/api/with_timeout.ts';
import {isStreamed} from '../../../server/http/streamed_body.ts';
import type {HttpResponse} from '../../../server/http/types.ts';

const plain: HttpResponse = {status: 200, blocks: [], headers: {}, body: 'x'};

/** A streamed answer, and how often it and its build were let go. */
function made() {
  const count = {released: 0, closed: 0};
  const body = {
    length: 1,
    next: () => null,
    close: () => {
      count.closed++;
    },
  };
  const release = () => {
    count.released++;
  };
  return {count, release, response: {...plain, body}};
}

test('a synchronous answer is the same object and releases its build', () => {
  const {count, release} = made();
  expect(releaseWhenDone(plain, release)).toBe(plain);
  expect(count.released).toBe(1);
});

test('a promise releases it when it settles, either way', async () => {
  const {count, release} = made();
  const settled = releaseWhenDone(Promise.resolve(plain), release);
  expect(count.released).toBe(0);
  expect(await settled).toBe(plain);
  expect(count.released).toBe(1);
  await expect(releaseWhenDone(Promise.reject(new Error('fault')), release)).rejects.toThrow('fault');
  expect(count.released).toBe(2);
});

test.each([false, true])('a stream releases it when it is closed (later: %j)', async (later) => {
  const {count, release, response} = made();
  const {body} = await releaseWhenDone(later ? Promise.resolve(response) : response, release);
  if (!isStreamed(body)) throw new Error('the stream is gone');
  expect([body.length, body.next(), count.released]).toEqual([1, null, 0]);
  body.close();
  expect(count).toEqual({released: 1, closed: 1});
});

test('a late answer is 503, and a late stream is closed', async () => {
  expect(await withTimeout(1000, Promise.resolve(plain))).toBe(plain);
  await expect(withTimeout(1000, Promise.reject(new Error('fault')))).rejects.toThrow('fault');
  const {count, release, response} = made();
  const work = new Promise<HttpResponse>((resolve) => setTimeout(resolve, 30, response));
  await expect(withTimeout(5, Promise.resolve(releaseWhenDone(work, release)))).rejects.toMatchObject({
    status: 503,
  });
  expect(count.released).toBe(0);
  await work;
  await new Promise((resolve) => setImmediate(resolve));
  expect(count).toEqual({released: 1, closed: 1});
});
