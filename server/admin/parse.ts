/** Arguments of the program to the work that they ask for. */
import {parseArgs} from 'node:util';
import {type Command, Misuse, type Work} from './command.ts';
import {COMMANDS} from './commands.ts';
import {formOf} from './usage.ts';

const options = Object.fromEntries(
  COMMANDS.flatMap((one) => Object.keys(one.options)).map((name) => [
    name,
    {type: 'string', multiple: true} as const,
  ]),
);

function split(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {...options, help: {type: 'boolean', short: 'h'}},
      allowPositionals: true,
    });
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error));
  }
}

/** The options given, each once and of those that the command has. */
function chosen({words, options: own}: Command, named: Record<string, string[]>): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, texts] of Object.entries(named)) {
    if (!Object.hasOwn(own, name)) throw new Misuse(`${words.join(' ')} takes no --${name}`);
    if (texts.length > 1) throw new Misuse(`--${name} is given more than once`);
    given.set(name, texts[0]!);
  }
  const all = Object.keys(own).map((name) => `--${name}`);
  if (all.length > 0 && given.size === 0) throw new Misuse(`give one at least of ${all.join(', ')}`);
  return given;
}

/** Null where usage is asked for; throws `Misuse`. */
export function parse(args: readonly string[]): Work | null {
  const {values, positionals} = split(args);
  const {help, ...named} = values;
  if (help) return null;
  const command = COMMANDS.find(({words}) => words.every((word, i) => positionals[i] === word));
  if (!command) {
    throw new Misuse(positionals.length === 0 ? 'no command' : `unknown command: ${positionals.join(' ')}`);
  }
  const texts = positionals.slice(command.words.length);
  if (texts.length !== Object.keys(command.takes).length) {
    throw new Misuse(`wrong number of arguments: ${formOf(command)}`);
  }
  return command.given(texts, chosen(command, named as Record<string, string[]>));
}
