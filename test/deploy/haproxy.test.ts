/** What replicas behind the balancer of `deploy/` learn of a client's address. */
import {spawn} from 'node:child_process';
import {expect, onTestFinished, test as plainTest} from 'vitest';
import {clientAddress} from '../../server/http/client_address.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {HAPROXY_CONFIG, haproxy, untilReady} from '../helpers/replicas.ts';
import {startServer} from '../portals/server.ts';

const test = plainTest.skipIf(haproxy === null);

test('a replica with PROXIES=1 counts by the address that the balancer saw, whatever the client wrote', async () => {
  const replica = await startServer((request, url, response) => {
    const forwarded = String(request.headers['x-forwarded-for'] ?? '');
    response.end(url.pathname === '/readyz' ? 'ready' : forwarded);
  });
  onTestFinished(replica.close);
  const {host} = new URL(replica.base);
  const port = await findFreePort('127.0.0.1', 0);
  const balancer = spawn(haproxy!, ['-db', '-f', HAPROXY_CONFIG], {
    env: {
      ...process.env,
      API_ADDRESS: `127.0.0.1:${port}`,
      REPLICA_1: host,
      REPLICA_2: host,
      REPLICA_3: host,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void balancer.kill('SIGKILL'));
  const base = `http://127.0.0.1:${port}`;
  await untilReady(base);
  for (const own of [null, '203.0.113.9', '203.0.113.9, 198.51.100.1']) {
    const headers = new Headers(own === null ? {} : {'X-Forwarded-For': own});
    const forwarded = await (await fetch(`${base}/x`, {headers})).text();
    expect(clientAddress('10.0.0.1', forwarded, 1)).toBe('127.0.0.1');
  }
});
