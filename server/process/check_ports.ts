/** Command of `make demo`: fails at once where a port of the server is taken, before minutes go into data. */
import {numeric, settings} from '../../datasets/settings.ts';
import {findFreePort} from './find_free_port.ts';

const all = settings(process.env);
try {
  for (const name of ['PORT', 'ACCOUNT_PORT'] as const)
    if (all[name]) await findFreePort(all.HOST, numeric(all, name), name);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
