/** Program: the transport alone, answering a fixed body of BODY_BYTES from WORKERS threads; the limit of any server. */

import {App, us_socket_local_port} from 'uWebSockets.js';
import {isMainThread, Worker} from 'node:worker_threads';

const bytes = Number(process.env['BODY_BYTES']);
const workers = Number(process.env['WORKERS'] ?? 1);
const body = Buffer.alloc(bytes, 'x');

const app = App().get('/*', (res) => {
  res.writeHeader('Content-Type', 'application/json; charset=utf-8').end(body);
});

const given = Number(process.env['LIMIT_PORT'] ?? 0);
app.listen('127.0.0.1', given, (socket) => {
  if (!socket) throw new Error(`cannot listen on port ${given}`);
  if (!isMainThread) return;
  const port = us_socket_local_port(socket);
  const env = {...process.env, LIMIT_PORT: String(port)};
  for (let i = 1; i < workers; i++) new Worker(new URL(import.meta.url), {env});
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
