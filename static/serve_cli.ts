/** Command: shows the site of OUT on HOST:PORT. */
import {once} from 'node:events';
import {access} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {numeric, settings} from '../datasets/settings.ts';
import {staticServer} from './serve.ts';
import {POINTER} from './site_files.ts';

const all = settings(process.env);
const out = process.env['OUT']?.trim();
if (!out) {
  process.stderr.write('make static-serve: say which site with OUT=dir\n');
  process.exit(2);
}
try {
  await access(join(out, POINTER)).catch(() => {
    throw new Error(`${out} has no site: write one with \`make static OUT=${out}\``);
  });
  const server = staticServer(out).listen(numeric(all, 'PORT'), all.HOST);
  await once(server, 'listening').catch((cause: Error) => {
    throw new Error(`${cause.message}; set HOST and PORT, or stop what uses the port`);
  });
  const {address, port} = server.address() as AddressInfo;
  process.stdout.write(`http://${address}:${port}/ shows ${out}\n`);
} catch (error) {
  process.stderr.write(`make static-serve: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
