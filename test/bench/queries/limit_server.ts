/**
 * Program: the transport alone, answering a fixed body of BODY_BYTES from WORKERS threads; the limit of any
 * server.
 */
import {App} from 'uWebSockets.js';
import {once} from 'node:events';
import {isMainThread, Worker} from 'node:worker_threads';
import {findFreePort} from '../../../server/process/find_free_port.ts';

const body = Buffer.alloc(Number(process.env['BODY_BYTES']), 'x');

const port = isMainThread ? await findFreePort('127.0.0.1', 0) : Number(process.env['LIMIT_PORT']);
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
