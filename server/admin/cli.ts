/** Command `fpd-admin`: the operator's look at accounts, and what only the operator may change (specification 9). */
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {places} from '../../datasets/artefacts.ts';
import {numeric, settings} from '../../datasets/settings.ts';
import {openDatabase} from '../accounts/database.ts';
import {Misuse, Refusal, type Said} from './command.ts';
import {parse} from './parse.ts';
import {USAGE} from './usage.ts';

type Environment = Record<string, string | undefined>;

interface Output extends Said {
  /** 0 done, 1 refused, 2 wrong usage. */
  code: number;
  stderr: string;
}

/** Throws `Misuse` and `Refusal`, and what the store throws. */
async function work(args: readonly string[], env: Environment, now: Date): Promise<Said> {
  const todo = parse(args);
  if (!todo) return {stdout: USAGE};
  const all = settings(env);
  const path = resolve(places(all.DATA_DIR).accounts);
  // Opening would make an empty store, which a mistake in the setting shall not.
  if (!existsSync(path)) throw new Refusal(`there is no account store ${path}: set DATA_DIR`);
  const redis = all.REDIS_URL ? {url: all.REDIS_URL, wait_ms: numeric(all, 'REDIS_WAIT_MS')} : null;
  const database = openDatabase(path);
  try {
    return await todo({database, now, redis});
  } finally {
    database.close();
  }
}

/** `args` are those behind the program's name. */
export async function runAdmin(args: readonly string[], env: Environment, now: Date): Promise<Output> {
  try {
    return {code: 0, stderr: '', ...(await work(args, env, now))};
  } catch (error) {
    const why = `fpd-admin: ${error instanceof Error ? error.message : String(error)}\n`;
    if (error instanceof Misuse) return {code: 2, stdout: '', stderr: `${why}\n${USAGE}`};
    return {code: 1, stdout: '', stderr: why};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const {code, stdout, stderr} = await runAdmin(process.argv.slice(2), process.env, new Date());
  process.stderr.write(stderr);
  process.stdout.write(stdout);
  process.exitCode = code;
}
