/** Command `fpd-admin`: shows accounts to the operator, and changes what only the operator may change. */
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {dataPaths} from '../../builds/artefacts.ts';
import {hookPlacesOf, numeric, originOf, settings} from '../../datasets/settings.ts';
import {openDatabase} from '../accounts/database.ts';
import {
  ARGUMENTS,
  type Command,
  CommandError,
  type CommandOutput,
  type Given,
  type Output,
  readQuota,
  runProgram,
  UsageError,
} from './command.ts';
import {COMMANDS, QUOTAS, syntaxOf, USAGE_TEXT, usageFor} from './commands.ts';

const QUOTA = {type: 'string', multiple: true} as const;

function splitArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {month: QUOTA, day: QUOTA, minute: QUOTA, help: {type: 'boolean', short: 'h'}},
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Null if the usage text is requested; throws `UsageError`. */
function parseCommand(args: readonly string[]): {command: Command; given: Given} | null {
  const {values, positionals} = splitArguments(args);
  if (values.help) return null;
  const command = COMMANDS.find(({words}) => words.split(' ').every((word, i) => positionals[i] === word));
  if (!command) {
    const unknown = `unknown command: ${positionals.join(' ')}`;
    throw new UsageError(positionals.length === 0 ? 'no command' : unknown);
  }
  const {words, arguments: names, takesQuotas} = command;
  const texts = positionals.slice(words.split(' ').length);
  if (texts.length !== names.length) throw new UsageError(`wrong number of arguments: ${syntaxOf(command)}`);
  const quotas: Given['quotas'] = {};
  for (const name of QUOTAS) {
    const [text, more] = values[name] ?? [];
    if (text === undefined) continue;
    if (!takesQuotas) throw new UsageError(`${words} takes no --${name}`);
    if (more !== undefined) throw new UsageError(`--${name} is given more than once`);
    quotas[name] = readQuota(text);
  }
  if (takesQuotas && Object.keys(quotas).length === 0) {
    throw new UsageError(`give one at least of ${QUOTAS.map((name) => `--${name}`).join(', ')}`);
  }
  const read = names.map((name, i) => [name, ARGUMENTS[name].read(texts[i]!)]);
  return {command, given: {...Object.fromEntries(read), quotas}};
}

/** Throws `UsageError`, `CommandError` and the store's errors. */
async function work(
  args: readonly string[],
  env: Parameters<typeof settings>[0],
  now: Date,
): Promise<CommandOutput> {
  const parsed = parseCommand(args);
  if (!parsed) return {stdout: USAGE_TEXT};
  const {command, given} = parsed;
  const all = settings(env);
  const path = resolve(dataPaths(all.DATA_DIR).accounts);
  const folder = {dataDir: all.DATA_DIR, path};
  if (!('run' in command)) return command.runWithoutStore(given, folder);
  // Opening would create an empty store, which a wrong setting must not.
  if (!existsSync(path)) throw new CommandError(`there is no account store ${path}: set DATA_DIR`);
  const redis = all.REDIS_URL ? {url: all.REDIS_URL, wait_ms: numeric(all, 'REDIS_WAIT_MS')} : null;
  const origin = originOf(all, 'API_ORIGIN', `http://${all.HOST}:${all.PORT}`);
  const database = openDatabase(path);
  try {
    return await command.run(given, {...folder, database, now, redis, origin, hookPlaces: hookPlacesOf(all)});
  } finally {
    database.close();
  }
}

/** `args` without the program's name. */
export async function runAdmin(...given: Parameters<typeof work>): Promise<Output> {
  try {
    return {code: 0, stderr: '', ...(await work(...given))};
  } catch (error) {
    const why = `fpd-admin: ${error instanceof Error ? error.message : String(error)}\n`;
    if (error instanceof UsageError) return {code: 2, stdout: '', stderr: `${why}\n${usageFor(given[0])}`};
    return {code: 1, stdout: '', stderr: why};
  }
}

await runProgram(import.meta.url, () => runAdmin(process.argv.slice(2), process.env, new Date()));
