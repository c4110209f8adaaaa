/** Redirects that lead into the network of the machine, and zips that would fill its disk. */

import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, test} from 'vitest';
import yazl from 'yazl';
import {isPrivateAddress, isPrivateUrl, lookupOutside} from '../../../builds/private_addresses.ts';
import {deferCleanup} from '../../helpers/cleanup.ts';
import {bench, closing, plain, single} from '../../helpers/fetching.ts';
import {startStorage} from '../../portals/storage.ts';

test.each([
  ['127.0.0.1', true],
  ['127.255.1.2', true],
  ['0.0.0.0', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.4.5', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['100.128.0.1', false],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', true],
  ['fd12::1', true],
  ['fe80::1', true],
  ['2606:4700::1', false],
  ['localhost', false],
])('%s is inside: %s', (address, inside) => expect(isPrivateAddress(address)).toBe(inside));

test.each([
  ['http://127.1/', true],
  ['http://2130706433/', true],
  ['http://0x7f.1/', true],
  ['http://[::1]:80/', true],
  ['http://localhost:9/', true],
  ['http://8.8.8.8/', false],
  ['http://name.invalid/', false],
])('%s is inside: %s', async (url, inside) => expect(await isPrivateUrl(new URL(url))).toBe(inside));

test('a name that leads inside is not connected', async () => {
  const {promise, resolve} = Promise.withResolvers<NodeJS.ErrnoException | null>();
  lookupOutside('localhost', {}, resolve);
  expect(await promise).toMatchObject({code: 'EPRIVATE'});
});

/** The address of a server that redirects everything to `target`. */
async function redirecting(target: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(302, {location: target}).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  deferCleanup(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows.csv`;
}

describe('a redirect to loopback', () => {
  const BODY = 'a,b\n1,2\n';

  test('of a source that is declared there is followed', async () => {
    const storage = await closing(startStorage());
    const target = storage.put('/rows.csv', {body: Buffer.from(BODY)});
    const {fetch} = await bench();
    const {body} = await single(fetch([plain(await redirecting(target))]));
    expect(String(body)).toBe(BODY);
  });

  test('of any other source is refused, named and asks nothing there, also after hops outside', async () => {
    const storage = await closing(startStorage());
    const target = storage.put('/rows.csv', {body: Buffer.from(BODY)});
    const last = await redirecting(target);
    const first = await redirecting(last);
    // The redirecting servers stand for publishers outside.
    const isInside = async (url: URL) => url.port === new URL(target).port;
    const {fetch, waits} = await bench({}, {}, isInside);
    for (const declared of [last, first]) {
      await expect(fetch([plain(declared)])).rejects.toThrow(
        `redirected to "${target}", a loopback, private or link-local address, which is not followed`,
      );
    }
    expect(storage.requests).toEqual([]);
    expect(waits).toEqual([]);
  });

  test('by a name that the check took for one outside is refused where it connects', async () => {
    const storage = await closing(startStorage());
    const target = storage.put('/rows.csv', {body: Buffer.from(BODY)}).replace('127.0.0.1', 'localhost');
    const {fetch} = await bench({}, {}, async () => false);
    await expect(fetch([plain(await redirecting(target))])).rejects.toThrow(`redirected to "${target}"`);
    expect(storage.requests).toEqual([]);
  });
});

test('a member of a zip that unpacks to more than UNPACK_MAX_BYTES is refused by name, with the setting', async () => {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.alloc(1_000_001, 'a'), 'rows.csv');
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  const storage = await closing(startStorage());
  const url = storage.put('/all.zip', {body: Buffer.concat(chunks)});
  const file = {
    ...plain(url),
    name: 'all.zip',
    format: 'csv',
    via: {portal: 'plain', url, entries: /\.csv$/},
  } as const;
  const {fetch} = await bench({UNPACK_MAX_BYTES: '1000000'});
  await expect(fetch([file])).rejects.toThrow(
    /all\.zip: its member rows\.csv would unpack to 1000001 bytes, more than 1000000 .*UNPACK_MAX_BYTES/,
  );
  const enough = await bench({UNPACK_MAX_BYTES: '1000001'});
  expect(await enough.fetch([file])).toHaveLength(1);
});
