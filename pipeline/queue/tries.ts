/**
 * Tries of a step, counted in the bucket: neither a lost queue nor the death of a worker makes a poison file
 * be tried for ever.
 */
import {KEYS, readDocument} from '../../storage/documents.ts';
import {Conflict, type ObjectStore} from '../../storage/object_store.ts';
import {GivenUp} from '../steps/steps.ts';

/** Most tries of a step of which one has an error. */
export const MOST_TRIES = 4;

/** Most tries that were cut off by the death of their workers, whatever killed those. */
export const MOST_CUT_OFF = 100;

interface Try {
  /** Null while it runs, and for ever where its worker died. */
  error: string | null;
}

export interface TriesSoFar {
  begun: number;
  /** Errors of those that failed, in order. */
  errors: string[];
}

const isTry = ({error}: Try): boolean => error === null || typeof error === 'string';

/** The tries of a step so far. */
export async function readTries(store: ObjectStore, run: string, name: string): Promise<TriesSoFar> {
  const errors: {number: number; error: string}[] = [];
  let begun = 0;
  for await (const {key} of store.list(KEYS.tries(run, name))) {
    const number = Number(/(\d+)\.json$/.exec(key)?.[1]);
    const {error} = (await readDocument<Try>(store, key, isTry)) ?? {error: null};
    begun = Math.max(begun, number);
    if (error !== null) errors.push({number, error});
  }
  return {begun, errors: errors.sort((a, b) => a.number - b.number).map(({error}) => error)};
}

/** Whether a part is poison: tries that were cut off count once one has failed. */
export const isPoison = ({begun, errors}: TriesSoFar): boolean =>
  (errors.length > 0 && begun >= MOST_TRIES) || begun >= MOST_CUT_OFF;

/** Whether a fetch or a publishing is given up: only its own errors count, as workers may die of anything. */
export const isExhausted = ({errors}: TriesSoFar): boolean => errors.length >= MOST_TRIES;

/**
 * Claims the next try before it begins, by a conditional write. The tries so far where the step is given up.
 */
export async function claimTry(
  store: ObjectStore,
  run: string,
  name: string,
  isOver: (tries: TriesSoFar) => boolean,
): Promise<number | TriesSoFar> {
  for (;;) {
    const tries = await readTries(store, run, name);
    if (isOver(tries)) return tries;
    const number = tries.begun + 1;
    try {
      await store.write(KEYS.try(run, name, number), JSON.stringify({error: null} satisfies Try), 'absent');
      return number;
    } catch (error) {
      // A double of this job has claimed it.
      if (!(error instanceof Conflict)) throw error;
    }
  }
}

/** Records the error of a try. */
export async function failTry(
  store: ObjectStore,
  run: string,
  name: string,
  number: number,
  error: string,
): Promise<void> {
  await store.write(KEYS.try(run, name, number), JSON.stringify({error} satisfies Try), 'any');
}

/** Why a part was given up: the error of its last try, or that its workers died. */
export async function givenUp(
  store: ObjectStore,
  run: string,
  source: string,
  files: string[],
  key: string,
): Promise<GivenUp> {
  const {begun: tries, errors} = await readTries(store, run, key);
  const message =
    errors.at(-1) ??
    `${source}: workers died ${tries} times while they read ${files.join(', ')}: look at their memory and at the file, then run again`;
  return new GivenUp(message, {source, files, tries});
}
