/** The commands behind `make builds`, `make rollback` and `make prune`. */
import {settings} from '../datasets/settings.ts';
import {buildsCommand} from './command.ts';
import {openStore} from './open_store.ts';

try {
  const {BUILD, KEEP} = process.env;
  const lines = await buildsCommand(process.argv[2] ?? '', settings(process.env), {BUILD, KEEP}, openStore);
  process.stdout.write(`${lines.join('\n')}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
