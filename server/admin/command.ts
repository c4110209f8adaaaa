/** What a command of the operator is: its words, what it takes, and what it does with the account store. */
import type {Database} from '../accounts/database.ts';
import type {RedisSettings} from '../limits/redis.ts';

/** Wrong usage: exit code 2. */
export class Misuse extends Error {}

/** The command was understood, and the accounts do not allow it: exit code 1. */
export class Refusal extends Error {}

/** One argument or the value of one option. */
export interface Taken<T> {
  /** As usage shows it. */
  shown: string;
  /** Throws `Misuse`. */
  read: (text: string) => T;
}

/** By name; usage shows arguments in this order. */
type AllTaken = Record<string, Taken<unknown>>;

type Read<T extends AllTaken> = {[K in keyof T]: ReturnType<T[K]['read']>};

/** What a command works on. */
export interface Desk {
  database: Database;
  now: Date;
  /** Where all machines count together; null for nowhere. */
  redis: RedisSettings | null;
}

export interface Said {
  /** What was asked for. */
  stdout: string;
  /** What there is to say beside it. */
  stderr?: string;
}

export interface Command {
  /** Words that stand before the arguments. */
  words: readonly string[];
  takes: AllTaken;
  /** A command that has options needs one of them at least. */
  options: AllTaken;
  help: string;
  /** Reads exactly as many texts as it takes, and options by name; throws `Misuse`. */
  given(texts: readonly string[], options: ReadonlyMap<string, string>): Work;
}

/** What is left to do; throws `Refusal`. */
export type Work = (desk: Desk) => Promise<Said>;

interface Row<A extends AllTaken, O extends AllTaken> {
  takes: A;
  options?: O;
  help: string;
  run: (given: Read<A> & Partial<Read<O>>, desk: Desk) => Said | Promise<Said>;
}

/** A row of the table of commands, e.g. `account show`. */
export function command<A extends AllTaken, O extends AllTaken>(
  words: string,
  {takes, options = {} as O, help, run}: Row<A, O>,
): Command {
  return {
    words: words.split(' '),
    takes,
    options,
    help,
    given(texts, chosen) {
      const read = [
        ...Object.entries(takes).map(([name, one], i) => [name, one.read(texts[i]!)]),
        ...[...chosen].map(([name, text]) => [name, options[name]!.read(text)]),
      ];
      // The types are those of the readers that were asked, name by name.
      const values = Object.fromEntries(read) as Read<A> & Partial<Read<O>>;
      return async (desk) => run(values, desk);
    },
  };
}
