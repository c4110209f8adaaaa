/** Defines a command of the operator: its words, its arguments, and what it does with the account store. */
import type {Database} from '../accounts/database.ts';
import type {RedisSettings} from '../limits/redis_connection.ts';

/** Wrong usage: exit code 2. */
export class UsageError extends Error {}

/** The accounts do not allow a valid command: exit code 1. */
export class CommandError extends Error {}

/** An argument or the value of an option. */
export interface ArgumentType<T> {
  /** As the usage text shows it. */
  syntax: string;
  /** Throws `UsageError`. */
  read: (text: string) => T;
}

/** By name; the usage text keeps this order. */
type ArgumentTypes = Record<string, ArgumentType<unknown>>;

type ParsedArguments<T extends ArgumentTypes> = {[K in keyof T]: ReturnType<T[K]['read']>};

/** What a command works on that needs no store. */
export interface FolderContext {
  dataDir: string;
  /** Where the store is or shall be. */
  path: string;
}

/** What a command works on. */
export interface CommandContext extends FolderContext {
  database: Database;
  now: Date;
  /** Shared counters of all machines; null for none. */
  redis: RedisSettings | null;
}

export interface CommandOutput {
  /** The result. */
  stdout: string;
  /** Remarks. */
  stderr?: string;
}

export interface Command {
  /** Words before the arguments. */
  words: readonly string[];
  arguments: ArgumentTypes;
  /** A command with options needs at least one of them. */
  options: ArgumentTypes;
  help: string;
  /** Parses exactly as many texts as there are arguments, and options by name; throws `UsageError`. */
  bind(texts: readonly string[], options: ReadonlyMap<string, string>): Work;
}

/** A parsed command; throws `CommandError`. */
export type Work =
  | {opens: 'store'; run: (context: CommandContext) => Promise<CommandOutput>}
  /** It is run where there is no store. */
  | {opens: 'nothing'; run: (context: FolderContext) => Promise<CommandOutput>};

type Run<A extends ArgumentTypes, O extends ArgumentTypes, C> = (
  given: ParsedArguments<A> & Partial<ParsedArguments<O>>,
  context: C,
) => CommandOutput | Promise<CommandOutput>;

type Row<A extends ArgumentTypes, O extends ArgumentTypes> = {
  arguments: A;
  options?: O;
  help: string;
} & ({run: Run<A, O, CommandContext>} | {runWithoutStore: Run<A, O, FolderContext>});

/** A row of the command table, e.g. `account show`. */
export function command<A extends ArgumentTypes, O extends ArgumentTypes>(
  words: string,
  row: Row<A, O>,
): Command {
  const {arguments: types, options = {} as O, help} = row;
  return {
    words: words.split(' '),
    arguments: types,
    options,
    help,
    bind(texts, chosen) {
      const read = [
        ...Object.entries(types).map(([name, one], i) => [name, one.read(texts[i]!)]),
        ...[...chosen].map(([name, text]) => [name, options[name]!.read(text)]),
      ];
      // Each value was read by the type of that name.
      const values = Object.fromEntries(read) as ParsedArguments<A> & Partial<ParsedArguments<O>>;
      return 'run' in row
        ? {opens: 'store', run: async (context) => row.run(values, context)}
        : {opens: 'nothing', run: async (context) => row.runWithoutStore(values, context)};
    },
  };
}
