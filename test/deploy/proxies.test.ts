/**
 * Clients behind the proxies of `deploy/`: old versions of HTTP, paths as they were sent, and the address of
 * the client.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {clientAddress} from '../../server/http/client_address.ts';
import {listen} from '../../server/http/transport.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {HAPROXY_CONFIG, haproxy, untilReady} from '../helpers/replicas.ts';
import {nginx} from '../helpers/static_bucket.ts';

const HOST = '127.0.0.1';
const NGINX_CONFIG = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url));

/** Starts a proxy on a port before a server on another one, with a folder for its files. */
type Start = (program: string, port: number, server: number, folder: string) => Promise<ChildProcess>;

const startHaproxy: Start = async (program, port, server) => {
  const replica = `${HOST}:${server}`;
  const addresses = {
    API_ADDRESS: `${HOST}:${port}`,
    REPLICA_1: replica,
    REPLICA_2: replica,
    REPLICA_3: replica,
  };
  return spawn(program, ['-db', '-f', HAPROXY_CONFIG], {
    env: {...process.env, ...addresses},
    stdio: 'ignore',
  });
};

const startNginx: Start = async (program, port, server, folder) => {
  const shipped = await readFile(NGINX_CONFIG, 'utf8');
  const site = shipped
    .replace('listen 80;', `listen ${HOST}:${port};`)
    .replaceAll(`${HOST}:8080`, `${HOST}:${server}`);
  await writeFile(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  return spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {stdio: 'ignore'});
};

/** What a raw request is answered. */
async function raw(port: number, request: string): Promise<string> {
  const socket = connect(port, HOST);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.write(request);
  await Promise.race([once(socket, 'close'), setTimeout(5000)]);
  socket.destroy();
  return text;
}

const PROXIES: [name: string, program: string | null, start: Start][] = [
  ['HAProxy', haproxy, startHaproxy],
  ['nginx', nginx, startNginx],
];

describe.each(PROXIES)('%s', (_name, program, start) => {
  let folder = '';
  let port = 0;
  let stop = async () => {};
  beforeAll(async () => {
    if (program === null) return;
    folder = await mkdtemp(join(tmpdir(), 'proxies-'));
    const own = await findFreePort(HOST, 0);
    const server = await listen(
      HOST,
      own,
      async ({target, headers, method}) =>
        () => ({
          status: 200,
          blocks: [],
          headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({method, target, forwarded: headers['x-forwarded-for'] ?? null}),
        }),
      {send_timeout_ms: 5000, onStreamError: () => {}},
    );
    port = await findFreePort(HOST, 0);
    const proxy = await start(program, port, own, folder);
    await untilReady(`http://${HOST}:${port}`);
    stop = async () => {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
      server.closeNow();
      await rm(folder, {recursive: true, force: true});
    };
  });
  afterAll(() => stop());

  const asked = (text: string) => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));

  test.skipIf(program === null)('clients of HTTP/1.0 are answered, with and without a host', async () => {
    for (const host of ['', 'Host: a.example\r\n']) {
      const text = await raw(port, `GET /health HTTP/1.0\r\n${host}\r\n`);
      expect(text).toMatch(/^HTTP\/1\.[01] 200 /);
      expect(asked(text)).toMatchObject({method: 'GET', target: '/health'});
    }
  });

  test.skipIf(program === null)('paths and queries reach the server as they were sent', async () => {
    for (const target of [
      '/api/v1/vendors/A%2FB%20C',
      '/a//b/',
      '/x?q=%C3%A9+a&q=b%26c',
      '/x?',
      '/a/%2e%2e/b',
    ]) {
      const text = await raw(port, `GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`);
      expect(asked(text).target).toBe(target);
    }
  });

  test.skipIf(program === null)('absolute forms of targets reach the server in origin form', async () => {
    for (const [target, reached] of [
      ['http://a.example/api/v1/contracts?q=%C3%A9', '/api/v1/contracts?q=%C3%A9'],
      ['https://a.example/x', '/x'],
      ['http://a.example', '/'],
    ]) {
      const text = await raw(port, `GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`);
      expect(asked(text).target).toBe(reached);
    }
  });

  test.skipIf(program === null)(
    'OPTIONS of the whole server is answered, or refused as a target',
    async () => {
      const text = await raw(port, 'OPTIONS * HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 (204|400|405) /);
    },
  );

  test.skipIf(program === null)('a request of HTTP/1.1 without a host is refused', async () => {
    expect(await raw(port, 'GET /x HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.skipIf(program === null)('with PROXIES=1 the address that the proxy saw counts', async () => {
    const old = await raw(port, 'GET /x HTTP/1.0\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n');
    expect(clientAddress('10.0.0.1', asked(old).forwarded, 1)).toBe(HOST);
    for (const own of [
      '',
      'X-Forwarded-For: 203.0.113.9\r\n',
      'X-Forwarded-For: 203.0.113.9, 198.51.100.1\r\n',
    ]) {
      const text = await raw(port, `GET /x HTTP/1.1\r\nHost: a.example\r\n${own}Connection: close\r\n\r\n`);
      expect(clientAddress('10.0.0.1', asked(text).forwarded, 1)).toBe(HOST);
    }
  });
});
