/** Command `fpd-admin`: shows accounts to the operator, and changes what only the operator may change. */
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {dataPaths} from '../../datasets/artefacts.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {openDatabase} from '../accounts/database.ts';
import {CommandError, type CommandOutput, UsageError} from './command.ts';
import {parseCommand} from './parse.ts';
import {USAGE_TEXT} from './usage_text.ts';

type Environment = Record<string, string | undefined>;

interface Output extends CommandOutput {
  /** 0 done, 1 refused, 2 wrong usage. */
  code: number;
  stderr: string;
}

/** Throws `UsageError`, `CommandError` and the store's errors. */
async function work(args: readonly string[], env: Environment, now: Date): Promise<CommandOutput> {
  const command = parseCommand(args);
  if (!command) return {stdout: USAGE_TEXT};
  const all = settings(env);
  const path = resolve(dataPaths(all.DATA_DIR).accounts);
  const folder = {dataDir: all.DATA_DIR, path};
  if (command.opens === 'nothing') return command.run(folder);
  // Opening would create an empty store, which a wrong setting must not.
  if (!existsSync(path)) throw new CommandError(`there is no account store ${path}: set DATA_DIR`);
  const redis = all.REDIS_URL ? {url: all.REDIS_URL, wait_ms: numeric(all, 'REDIS_WAIT_MS')} : null;
  const database = openDatabase(path);
  try {
    return await command.run({...folder, database, now, redis});
  } finally {
    database.close();
  }
}

/** `args` without the program's name. */
export async function runAdmin(args: readonly string[], env: Environment, now: Date): Promise<Output> {
  try {
    return {code: 0, stderr: '', ...(await work(args, env, now))};
  } catch (error) {
    const why = `fpd-admin: ${error instanceof Error ? error.message : String(error)}\n`;
    if (error instanceof UsageError) return {code: 2, stdout: '', stderr: `${why}\n${USAGE_TEXT}`};
    return {code: 1, stdout: '', stderr: why};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const {code, stdout, stderr} = await runAdmin(process.argv.slice(2), process.env, new Date());
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
