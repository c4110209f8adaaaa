/** What the main thread does for the counters of all: makes their memory, writes them, hears of changed accounts. */
import {type Database, openDatabase} from '../accounts/database.ts';
import {prune} from '../accounts/prune.ts';
import type {Log} from '../log.ts';
import {flusher} from './flush.ts';
import {countersMemory, nextGeneration, viewOf} from './memory.ts';

/** Counts that were not written so long ago are what a killed process loses: less than a second. */
const FLUSH_MS = 400;

/** How soon the threads know what another process wrote: less than a second. */
const WATCH_MS = 200;

const PRUNE_MS = 3_600_000;

export interface Keeper {
  /** The one connection of the main thread. What it changes of accounts and keys is known to all threads at once. */
  database: Database;
  /** For every thread that answers. */
  counters: SharedArrayBuffer;
  /** Writes the last counts and closes the store. */
  stop(): void;
}

/** Throws, naming file and remedy, when the store cannot be opened. */
export function startKeeper(path: string, log: Log): Keeper {
  let changed = () => {};
  const database = openDatabase(path, () => changed());
  const highest = database.sql.prepare('SELECT coalesce(max(id), 0) AS id FROM accounts').get();
  const counters = countersMemory(Number(highest?.['id']));
  const memory = viewOf(counters);
  changed = () => nextGeneration(memory);
  const {flush, watch} = flusher(database, memory, log);

  /** Nothing that fails here may end the service: it is said, and tried again. */
  const guarded = (work: () => void) => () => {
    try {
      work();
    } catch (error) {
      log.error({err: error}, 'the account store could not be kept');
    }
  };
  const timers = [
    setInterval(guarded(flush), FLUSH_MS),
    setInterval(guarded(watch), WATCH_MS),
    setInterval(
      guarded(() => prune(database, new Date())),
      PRUNE_MS,
    ),
  ];
  guarded(() => prune(database, new Date()))();
  // The service stays up by its sockets, not by these.
  for (const timer of timers) timer.unref();
  return {
    database,
    counters,
    stop() {
      for (const timer of timers) clearInterval(timer);
      guarded(flush)();
      database.close();
    },
  };
}
