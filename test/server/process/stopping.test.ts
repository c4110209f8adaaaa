/** The server stops on SIGTERM even with open connections. */
import {once} from 'node:events';
import {connect} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {ownStore, type Store} from '../../helpers/limited.ts';
import {startServer} from '../../helpers/stack.ts';

let store: Store;
beforeAll(() => {
  store = ownStore();
});
afterAll(() => store.close());

const HEAD =
  'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\n';

test('a silent connection and one with half a request do not delay stopping', async () => {
  const server = await startServer(store.dataDir, {WORKERS: '1'});
  const {port, hostname} = new URL(server.base);
  const [silent, half] = [connect(Number(port), hostname), connect(Number(port), hostname)];
  // The server may reset them.
  for (const socket of [silent, half]) socket.on('error', () => undefined);
  await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
  half.write(`${HEAD}half`);
  // A process that hangs is killed by a signal in the end, without an exit code.
  expect(await server.stop()).toBe(0);
  for (const socket of [silent, half]) socket.destroy();
});
