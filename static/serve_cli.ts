/** Command: shows the site of OUT on HOST:PORT. */
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {numeric, settings} from '../datasets/settings.ts';
import {findFreePort} from '../server/process/find_free_port.ts';
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
  const port = await findFreePort(all.HOST, numeric(all, 'PORT'));
  staticServer(out).listen(port, all.HOST, () => {
    process.stdout.write(`http://${all.HOST}:${port}/ shows ${out}\n`);
  });
} catch (error) {
  process.stderr.write(`make static-serve: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
