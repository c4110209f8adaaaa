/** Ports that are found for threads that listen later. */
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {expect, test} from 'vitest';
import {findFreePort} from '../../../server/process/find_free_port.ts';

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

test.skipIf(!existsSync(RANGE))(
  'no connection takes a free port before its threads listen on it',
  async () => {
    const first = Number(readFileSync(RANGE, 'utf8').trim().split(/\s+/)[0]);
    for (let at = 0; at < 50; at++) expect(await findFreePort('127.0.0.1', 0)).toBeLessThan(first);
  },
);

test('an address of another machine is told at the first try, with the settings to change', async () => {
  await expect(findFreePort('192.0.2.1', 0, 'ACCOUNT_PORT')).rejects.toThrow(/set HOST and ACCOUNT_PORT$/);
});

test('a port that is asked for is that or none', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  await expect(findFreePort('127.0.0.1', port)).rejects.toThrow('the port is taken; set PORT');
  server.close();
  await once(server, 'close');
  expect(await findFreePort('127.0.0.1', port)).toBe(port);
});
