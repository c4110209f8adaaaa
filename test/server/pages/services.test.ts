/** The small parts below the pages: addresses, what is kept for a moment, turns and bounds. */
import {Hono} from 'hono';
import {describe, expect, test} from 'vitest';
import {plainAddress} from '../../../server/http/client_address.ts';
import {addressOf} from '../../../server/pages/address.ts';
import type {PageEnv} from '../../../server/pages/env.ts';
import {createHashQueue} from '../../../server/pages/hash_queue.ts';
import {addressIn} from '../../../server/pages/page.ts';
import {nextPage, take} from '../../../server/pages/page_services.ts';

describe('addresses', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s counts as %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  test.each([
    [0, '198.51.100.1', '192.0.2.1'],
    [1, '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [2, '203.0.113.9', '192.0.2.1'],
    [1, '', '192.0.2.1'],
  ])('behind %d proxies that say %j it is %s', async (proxies, forwarded, address) => {
    const app = new Hono<PageEnv>().get('/', (c) => c.text(addressOf(c, proxies)));
    const env = {peer: '192.0.2.1'};
    const answer = await app.request('/', {headers: {'X-Forwarded-For': forwarded}}, env);
    expect(await answer.text()).toBe(address);
  });
});

test('the link to the other language stays on the host', async () => {
  const app = new Hono().get('*', (c) => c.text(addressIn(c, 'fr')));
  for (const path of ['//evil.example.com/', '/\\evil.example.com/', '///evil.example.com/']) {
    const answer = await app.request(new Request(`http://accounts.example.org${path}`));
    expect(await answer.text()).toBe('/evil.example.com/?lang=fr');
  }
});

describe('a flash', () => {
  test('is returned once, to its visitor, before it expires', () => {
    let now = 1;
    const kept = nextPage<string>(() => now);
    kept.set('a', 'first');
    kept.set('a', 'second');
    expect(take(kept, 'b')).toBeNull();
    expect(take(kept, 'a')).toBe('second');
    expect(take(kept, 'a')).toBeNull();
    kept.set('a', 'third');
    now = 300_001;
    expect(take(kept, 'a')).toBeNull();
  });

  test('evicts the oldest when there are too many', () => {
    const kept = nextPage<number>(() => 1, 3);
    for (let i = 0; i < 4; i++) kept.set(String(i), i);
    kept.set('1', 10);
    kept.set('4', 4);
    expect(['0', '1', '2', '3', '4'].map((visitor) => take(kept, visitor))).toEqual([null, 10, null, 3, 4]);
  });
});

test('two hashes run at a time, twenty wait, and the next is refused at once', async () => {
  const hashQueue = createHashQueue();
  const open: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  const work = () =>
    new Promise<number>((resolve) => {
      running++;
      peak = Math.max(peak, running);
      open.push(() => {
        running--;
        resolve(running);
      });
    });
  const pending = Array.from({length: 25}, () => hashQueue.run(work));
  const settled = Promise.all(pending);
  for (let done = 0; done < 22; ) {
    await Promise.resolve();
    for (const end of open.splice(0)) {
      end();
      done++;
    }
  }
  const results = await settled;
  expect(results.filter((result) => result === null)).toHaveLength(3);
  expect(results.slice(22)).toEqual([null, null, null]);
  expect(peak).toBe(2);
});

test('a failed hash makes room for the next', async () => {
  const hashQueue = createHashQueue();
  const failing = Array.from({length: 4}, () => hashQueue.run(() => Promise.reject(new Error('no'))));
  expect((await Promise.allSettled(failing)).map(({status}) => status)).toEqual(Array(4).fill('rejected'));
  expect(await hashQueue.run(async () => 'done')).toEqual({done: 'done'});
});
