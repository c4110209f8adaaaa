/** Parses the program's arguments. */
import {parseArgs} from 'node:util';
import {type Command, UsageError, type Work} from './command.ts';
import {COMMANDS} from './commands.ts';
import {syntaxOf} from './usage_text.ts';

const options = Object.fromEntries(
  COMMANDS.flatMap((one) => Object.keys(one.options)).map((name) => [
    name,
    {type: 'string', multiple: true} as const,
  ]),
);

function splitArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {...options, help: {type: 'boolean', short: 'h'}},
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Checks that the options belong to the command and are given once. */
function checkOptions({words, options: own}: Command, named: Record<string, string[]>): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, texts] of Object.entries(named)) {
    if (!Object.hasOwn(own, name)) throw new UsageError(`${words.join(' ')} takes no --${name}`);
    if (texts.length > 1) throw new UsageError(`--${name} is given more than once`);
    given.set(name, texts[0]!);
  }
  const all = Object.keys(own).map((name) => `--${name}`);
  if (all.length > 0 && given.size === 0) throw new UsageError(`give one at least of ${all.join(', ')}`);
  return given;
}

/** Null if the usage text is requested; throws `UsageError`. */
export function parseCommand(args: readonly string[]): Work | null {
  const {values, positionals} = splitArguments(args);
  const {help, ...named} = values;
  if (help) return null;
  const command = COMMANDS.find(({words}) => words.every((word, i) => positionals[i] === word));
  if (!command) {
    throw new UsageError(
      positionals.length === 0 ? 'no command' : `unknown command: ${positionals.join(' ')}`,
    );
  }
  const texts = positionals.slice(command.words.length);
  if (texts.length !== Object.keys(command.arguments).length) {
    throw new UsageError(`wrong number of arguments: ${syntaxOf(command)}`);
  }
  return command.bind(texts, checkOptions(command, named as Record<string, string[]>));
}
