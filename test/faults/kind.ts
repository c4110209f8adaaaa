/**
 * What a kind of fault is: a promise, the cases that try to break it, and changes of the code that must be
 * found out.
 */
import {hash32} from '../corpus/prng.ts';

export interface CaseOptions {
  /** A folder of its own, empty at first, removed at the end. */
  folder: string;
  seed: number;
  /** About so many cases; a kind with a fixed list chooses some of it. */
  count: number;
  /** The one case that will run, also where it would not be chosen; null: all. */
  only: string | null;
}

/** The cases of a kind, with what they share. */
export interface Cases {
  /**
   * Names without blanks. Equal options give equal names, so that a run is continued and a case is repeated.
   */
  names: readonly string[];
  /**
   * Does what the case says and checks the promise. Returns what was found in a few words, such as `old
   * build`, which the report counts. Throws where the promise is broken.
   */
  run(name: string): Promise<string>;
  close(): Promise<void>;
}

/** A change of one text of the project by which the promise is no longer kept: the cases must find it. */
export interface Mutant {
  /** What is taken out, e.g. `the flush of a file before its rename`. */
  what: string;
  file: string;
  /** Occurs once in the file. */
  find: string;
  replace: string;
  /**
   * Cases in which it must be found: so many (default: those of the sample), of which only those with a text
   * in their name run.
   */
  count?: number;
  match?: string;
}

export interface Kind {
  /** One word, as KINDS names it. */
  name: string;
  /** What holds whatever happens. */
  promise: string;
  /** How that is tested. */
  how: string;
  /** Schedules that one case of `open` runs, where they are too short to be cases of their own. */
  batch?: number;
  /** Cases of the full form, and of the sample in `make test`; schedules of a kind with batches. */
  full: number;
  sample: number;
  /** Why the cases cannot run on this machine, such as a missing program; null where they can. */
  unmet(): Promise<string | null>;
  open(options: CaseOptions): Promise<Cases>;
  mutants: readonly Mutant[];
}

/**
 * Chooses `count` items by their names, in an order without a pattern: the beginning of a run is a sample of
 * all of it. An item more or less, as between two runs of a program, changes no other choice.
 */
export function chosen<T extends {name: string}>(
  items: readonly T[],
  {seed, count, only}: Pick<CaseOptions, 'seed' | 'count' | 'only'>,
): Map<string, T> {
  const asked = only === null ? items : items.filter(({name}) => name === only);
  const keyed = asked.map((item) => ({item, key: hash32(`${seed} ${item.name}`)}));
  keyed.sort((a, b) => a.key - b.key);
  return new Map(keyed.slice(0, count).map(({item}) => [item.name, item]));
}
