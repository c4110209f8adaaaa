/** What a kind of fault is: a promise, the cases that try to break it, and changes of the code that must be found out. */
import {hash32} from '../../corpus/prng.ts';

export interface CaseOptions {
  /** A folder of its own, empty at first, removed at the end. */
  folder: string;
  seed: number;
  /** About so many cases; a kind with a fixed list takes an even choice of it. */
  count: number;
}

/** The cases of a kind, with what they share. */
export interface Cases {
  /** Names without blanks. Equal options give equal names, so that a run is continued and a case is repeated. */
  names: readonly string[];
  /**
   * Does what the case says and checks the promise. Returns what was found in a few words, such as `old build`, which the
   * report counts. Throws where the promise is broken.
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
  /** Cases in which it must be found: so many (default: those of the sample), of which only those with a text in their name run. */
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

/** The names in an order without a pattern, so that the beginning of a run is a sample of all of it. */
export const shuffled = (names: Iterable<string>, seed: number): string[] =>
  [...names].sort((a, b) => hash32(`${seed} ${a}`) - hash32(`${seed} ${b}`));

/** A choice of so many items, evenly spread over all of them. */
export function evenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items];
  return Array.from({length: count}, (_, at) => items[Math.floor((at * items.length) / count)]!);
}
