/** Program: the transport alone, answering a fixed body of BODY_BYTES from WORKERS threads; the limit of any server. */
import {App} from 'uWebSockets.js';
import {once} from 'node:events';
import {type AddressInfo, createServer} from 'node:net';
import {isMainThread, Worker} from 'node:worker_threads';

const body = Buffer.alloc(Number(process.env['BODY_BYTES']), 'x');

/** Threads share a port only when all of them name it. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const {port} = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const port = isMainThread ? await freePort() : Number(process.env['LIMIT_PORT']);
App()
  .get('/*', (res) => {
    res.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
  })
  .listen('127.0.0.1', port, (socket) => {
    if (!socket) throw new Error(`cannot listen on port ${port}`);
  });

if (isMainThread) {
  const env = {...process.env, LIMIT_PORT: String(port)};
  for (let i = 1; i < Number(process.env['WORKERS'] ?? 1); i++) {
    await once(new Worker(new URL(import.meta.url), {env}), 'online');
  }
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
}
