/** When the lease of a build ends: at once, or after the last chunk. */
import {expect, test} from 'vitest';
import {withLease} from '../../../server/api/with_lease.ts';
import {isStreamed} from '../../../server/http/streamed_body.ts';
import type {HttpResponse} from '../../../server/http/types.ts';
import {scanEngine} from '../../helpers/engine.ts';

const engine = scanEngine({});
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
  return {count, lease: {engine, release}, response: {...plain, body}};
}

test('a whole answer is the same object and releases its build', () => {
  const {count, lease} = made();
  expect(withLease(lease, () => plain)).toBe(plain);
  expect(count.released).toBe(1);
});

test('an error releases it', () => {
  const {count, lease} = made();
  const fail = () => {
    throw new Error('fault');
  };
  expect(() => withLease(lease, fail)).toThrow('fault');
  expect(count.released).toBe(1);
});

test('a stream releases it when it is closed', () => {
  const {count, lease, response} = made();
  const {body} = withLease(lease, () => response);
  if (!isStreamed(body)) throw new Error('the stream is gone');
  expect([body.length, body.next(), count.released]).toEqual([1, null, 0]);
  body.close();
  expect(count).toEqual({released: 1, closed: 1});
});
