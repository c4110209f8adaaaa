/**
 * Compares saved searches with a new build, once for each build: equal lists are compared once, and what was
 * compared is stored as one goes, so that a process that was killed goes on where it was.
 */
import {setImmediate} from 'node:timers/promises';
import type {Engine} from '../../engine/types.ts';
import type {Database} from '../accounts/database.ts';
import type {ComparedGroup} from '../accounts/search_changes.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Log} from '../log.ts';
import {madeAfter} from './changed_records.ts';
import {ListComparison} from './list_changes.ts';

/** How long another may look for the changes of a build before somebody else does: renewed all the time. */
const LEASE_MS = 60_000;

/**
 * Searches that were compared with a build that this one does not know wait for so long: another instance may have
 * a newer build already. After that, the build was taken back.
 */
const AHEAD_MS = 600_000;

/** Longest time that the thread does not listen, and most lists that are stored at a time. */
const TURN_MS = 40;
const MOST_STORED = 1000;

/** Pages of the log of the store, 4 kB each, before this connection moves them into the file. */
const PAGES_AHEAD = 32_768;

/** Pages of the store that this connection keeps. */
const CACHE_KB = 32_000;

export interface MatchContext {
  database: Database;
  /** The newest build. */
  engine: Engine;
  /** Builds before it that are still open. */
  earlier: (build: string) => Engine | null;
  /** Names this one among those of the store. */
  owner: string;
  /** Unix epoch milliseconds. */
  now: () => number;
  log: Log;
  /** Whether to go on: what is not compared yet is compared later. */
  goesOn: () => boolean;
}

/** What was compared. */
export interface Matched {
  lists: number;
  searches: number;
  /** Lists in which something changed. */
  changed: number;
}

/** Compares all searches that were not compared with the build; null where another one does it. */
export async function matchSearches(context: MatchContext): Promise<Matched | null> {
  const {database, engine, earlier, owner, now, log, goesOn} = context;
  const {searchChanges: table} = accountTables({database});
  const build = engine.info.build_id;
  const mayGoOn = (): boolean =>
    goesOn() && table.begin(build, owner, new Date(now()), new Date(now() + LEASE_MS));
  const ahead = new Set(table.comparedSince(new Date(now() - AHEAD_MS)));
  const groups = table
    .groups(build)
    .filter(({build: since}) => !ahead.has(since) || madeAfter(engine, since) !== null);
  const matched: Matched = {lists: groups.length, searches: 0, changed: 0};
  if (groups.length === 0) return matched;
  if (!mayGoOn()) return null;
  // What is written goes into the file later, by whoever writes next: the thread waits for no disk.
  database.sql.exec(`PRAGMA wal_autocheckpoint = ${PAGES_AHEAD}; PRAGMA cache_size = -${CACHE_KB}`);
  const comparison = new ListComparison(engine, earlier);
  const started = now();
  let found: ComparedGroup[] = [];
  const store = (): void => {
    if (found.length > 0) table.store(found, build, new Date(now()));
    found = [];
  };
  let turn = performance.now();
  for (const group of groups) {
    const changes = comparison.changes(group);
    found.push({group, changes});
    matched.searches += group.searches;
    if (changes) matched.changed++;
    if (found.length >= MOST_STORED) {
      store();
      if (!mayGoOn()) return null;
    }
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
  store();
  log.info({build, ...matched, ms: now() - started}, 'saved searches were compared with the build');
  return matched;
}
