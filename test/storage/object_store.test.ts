/** What builds need of an object store, asked of the one in memory and of a real S3. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {parseLocation} from '../../storage/location.ts';
import {Conflict, type ObjectStore} from '../../storage/object_store.ts';
import {openS3} from '../../storage/s3_store.ts';
import {memoryStore} from '../helpers/memory_store.ts';
import {type Gateway, hasRadosgw, startRadosgw} from '../helpers/radosgw.ts';

async function bytesOf(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const {key} of store.list(prefix)) keys.push(key);
  return keys;
}

function contract(open: () => ObjectStore): void {
  let store: ObjectStore;
  beforeAll(() => {
    store = open();
  });
  afterAll(() => store?.close());

  test('of two that create an object one wins', async () => {
    const results = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((body) => store.write('created', body, 'absent')),
    );
    expect(results.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Conflict);
    const {text} = (await store.read('created'))!;
    expect(results['abcd'.indexOf(text)]?.status).toBe('fulfilled');
  });

  test('of two that replace the same state one wins, and a stale tag never writes', async () => {
    const first = await store.write('replaced', 'first', 'any');
    const tries = await Promise.allSettled(
      ['a', 'b', 'c'].map((body) => store.write('replaced', body, {tag: first})),
    );
    expect(tries.filter(({status}) => status === 'fulfilled')).toHaveLength(1);
    await expect(store.write('replaced', 'late', {tag: first})).rejects.toBeInstanceOf(Conflict);
    const {text, tag} = (await store.read('replaced'))!;
    expect(text).not.toBe('late');
    await store.write('replaced', 'next', {tag});
    expect((await store.read('replaced'))?.text).toBe('next');
    await expect(store.write('never', 'x', {tag})).rejects.toBeInstanceOf(Conflict);
  });

  test('what is missing is null', async () => {
    expect([
      await store.read('nothing'),
      await store.size('nothing'),
      await store.open('nothing', 0),
    ]).toEqual([null, null, null]);
    await store.remove(['nothing']);
  });

  test('objects are read from any byte on, listed and removed', async () => {
    const body = Buffer.from(Array.from({length: 300_000}, (_, at) => at % 251));
    await store.write('objects/one', body, 'any');
    await store.write('objects/two', '', 'any');
    expect([await store.size('objects/one'), await store.size('objects/two')]).toEqual([300_000, 0]);
    expect((await bytesOf(await store.open('objects/one', 0))).equals(body)).toBe(true);
    expect((await bytesOf(await store.open('objects/one', 299_990))).equals(body.subarray(299_990))).toBe(
      true,
    );
    expect(await bytesOf(await store.open('objects/two', 0))).toHaveLength(0);
    expect(await keysOf(store, 'objects/')).toEqual(['objects/one', 'objects/two']);
    await store.remove(['objects/one']);
    expect(await keysOf(store, 'objects/')).toEqual(['objects/two']);
  });

  test('an upload that was broken off is continued with its parts', async () => {
    const parts = [Buffer.alloc(5 << 20, 1), Buffer.alloc(1000, 2)];
    const first = await store.upload('large');
    expect(first.parts).toEqual([]);
    const sent = await first.put(1, parts[0]!);
    expect(await store.size('large')).toBeNull();
    const again = await store.upload('large');
    expect(again.parts).toEqual([sent]);
    await again.complete([sent, await again.put(2, parts[1]!)]);
    expect(
      (await bytesOf(await store.open('large', (5 << 20) - 2))).equals(
        Buffer.concat(parts).subarray((5 << 20) - 2),
      ),
    ).toBe(true);
    await (await store.upload('large')).put(1, parts[0]!);
    await store.abandon('large');
    expect((await store.upload('large')).parts).toEqual([]);
    await store.abandon('large');
  });
}

describe('in memory', () => contract(() => memoryStore()));

describe.skipIf(!hasRadosgw)('S3 of Ceph', () => {
  let gateway: Gateway;
  const before = {...process.env};
  beforeAll(async () => {
    gateway = await startRadosgw('contract');
    Object.assign(process.env, gateway.env);
  });
  afterAll(async () => {
    for (const name of Object.keys(gateway.env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
    await gateway.stop();
  });
  contract(() => openS3('s3://contract/some/prefix', 'PUBLISH_TO'));

  test('errors name the bucket and the remedy', async () => {
    await expect(openS3('s3://missing-bucket/x', 'FOLLOW').read('current')).rejects.toThrow(
      /^s3:\/\/missing-bucket\/x: reading current failed \(.*\): create the bucket, or correct the address$/,
    );
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong';
    const denied = openS3('s3://contract/x', 'FOLLOW').read('current');
    await expect(denied).rejects.toThrow('set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    process.env['AWS_SECRET_ACCESS_KEY'] = gateway.env['AWS_SECRET_ACCESS_KEY'];
  });
});

test.each([
  ['s3://bucket', {bucket: 'bucket', prefix: ''}],
  ['s3://bucket/', {bucket: 'bucket', prefix: ''}],
  ['s3://bucket/a/b/', {bucket: 'bucket', prefix: 'a/b/'}],
])('the address %s', (location, expected) => {
  expect(parseLocation(location, 'FOLLOW')).toEqual(expected);
});

test.each(['bucket', 's3://', 's3://B/x', 'https://bucket.example.org/x', 's3://bucket/a b'])(
  'the address %s is refused by the name of its setting',
  (location) => {
    expect(() => parseLocation(location, 'FOLLOW')).toThrow(
      `setting FOLLOW must be an address like s3://bucket/prefix, got "${location}"`,
    );
  },
);
