/**
 * The persistence loop of the main thread: allocates the counters, writes them to the store, watches the
 * store for changes and its files for damage.
 */
import {openDatabase} from '../accounts/database.ts';
import {prune} from '../accounts/prune.ts';
import type {Log} from '../log.ts';
import {allocateCounters, isStoreLost, nextGeneration, setStoreLost, viewCounters} from './counter_memory.ts';
import {createFlusher} from './flusher.ts';

/** A killed process loses at most the counts of this interval; the limit is one second. */
const FLUSH_MS = 400;

/** How soon threads notice another process's writes; the limit is one second. */
const WATCH_MS = 200;

/** How soon a store that is gone or damaged is noticed; the limit is five seconds. */
const INSPECT_MS = 1000;

const PRUNE_MS = 3_600_000;

/** Throws, naming file and remedy, if the store cannot be opened. */
export function startPersistenceLoop(path: string, log: Log) {
  let changed = () => {};
  const database = openDatabase(path, () => changed());
  const {id} = database.get<{id: number}>(
    'SELECT max((SELECT coalesce(max(id), 0) FROM accounts), (SELECT coalesce(max(id), 0) FROM keys)) AS id',
  )!;
  const counters = allocateCounters(id);
  const memory = viewCounters(counters);
  changed = () => nextGeneration(memory);
  const {flush, checkForChanges} = createFlusher(database, memory, log);

  /** Errors are logged and retried; none may end the service. */
  const guarded = (work: () => void) => () => {
    try {
      work();
    } catch (error) {
      log.error({err: error}, 'the account store could not be kept');
    }
  };
  const inspect = () => {
    const why = database.files.inspect();
    if (why === null || isStoreLost(memory)) return;
    setStoreLost(memory);
    log.error({why}, 'the account store is lost: nothing is stored until a restart');
  };
  const pruneNow = guarded(() => prune(database, new Date()));
  const timers = [
    setInterval(guarded(inspect), INSPECT_MS),
    setInterval(guarded(flush), FLUSH_MS),
    setInterval(guarded(checkForChanges), WATCH_MS),
    setInterval(pruneNow, PRUNE_MS),
  ];
  // Before the first request.
  guarded(inspect)();
  pruneNow();
  // Sockets keep the process alive, not these timers.
  for (const timer of timers) timer.unref();
  return {
    /** The main thread's connection. Its changes of accounts and keys reach all threads at once. */
    database,
    /** Shared with every worker. */
    counters,
    /** Writes the last counts and closes the store. */
    stop(): void {
      for (const timer of timers) clearInterval(timer);
      guarded(flush)();
      database.close();
    },
  };
}
