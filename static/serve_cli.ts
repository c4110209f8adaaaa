/** Command: shows the site of OUT on HOST:PORT. */
import {once} from 'node:events';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {command} from '../builds/command.ts';
import {numeric, settings} from '../datasets/settings.ts';
import {staticServer} from './serve.ts';
import {POINTER} from './site_files.ts';

const out = process.env['OUT']?.trim() ?? '';
await command('make static-serve', async () => {
  const all = settings(process.env);
  const {HOST} = all;
  const port = numeric(all, 'PORT');
  if (out === '') throw new Error('say which with OUT=dir');
  await access(join(out, POINTER)).catch(() => {
    throw new Error(`OUT=${out} has no site: write one with \`make static OUT=dir\``);
  });
  await once(staticServer(out).listen(port, HOST), 'listening').catch((cause: Error) => {
    throw new Error(`${cause.message}; set HOST and PORT, or stop what uses the port`);
  });
  process.stdout.write(`http://${HOST}:${port}/ shows ${out}\n`);
});
