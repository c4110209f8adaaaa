/**
 * A thread that compares saved searches with each new build. It has no socket and a low priority: neither
 * answers nor pages wait for it. Builds are opened for the comparison alone.
 */
import {randomUUID} from 'node:crypto';
import {isMainThread, parentPort} from 'node:worker_threads';
import {dataPaths} from '../../builds/artefacts.ts';
import {attachBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import {type Database, openDatabase} from '../accounts/database.ts';
import {accountTables} from '../accounts/tables.ts';
import {matchSearches} from '../alerts/match.ts';
import {type Log, openLog} from '../log.ts';
import {collectGarbage} from './collect_garbage.ts';
import type {BuildOffer, WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {runThread} from './thread_init.ts';
import {yieldToOthers} from './thread_priority.ts';

/** How often it looks for searches that were not compared: those of another that was killed, for one. */
const LOOK_MS = 60_000;

/** Compares with the newest build of those given, which is opened where a search waits for it alone. */
async function compare(
  database: Database,
  offers: readonly BuildOffer[],
  newest: BuildOffer,
  {log, owner, goesOn}: {log: Log; owner: string; goesOn: () => boolean},
): Promise<void> {
  if (!accountTables({database}).searchChanges.anyWaits(newest.shared.info.build_id)) return;
  const opened = new Map<BuildOffer, Engine>();
  const open = (offer: BuildOffer): Engine => {
    const engine = opened.get(offer) ?? attachBuild(offer.shared);
    opened.set(offer, engine);
    return engine;
  };
  const earlier = (build: string): Engine | null => {
    const offer = offers.findLast(({shared}) => shared.info.build_id === build);
    return offer ? open(offer) : null;
  };
  try {
    const engine = open(newest);
    await matchSearches({database, engine, earlier, owner, now: () => Date.now(), log, goesOn});
  } finally {
    for (const engine of opened.values()) await engine.close();
    opened.clear();
    // What was opened fills the heap, which is not collected while the thread idles.
    collectGarbage('last-resort');
  }
}

/** Starts to compare and reports events to `post`. Returns what takes the commands. */
export function startAlerts(
  {dataDir, logLevel, offer, others}: Pick<WorkerInit, 'dataDir' | 'logLevel' | 'offer' | 'others'>,
  post: (event: WorkerEvent) => void,
): (command: WorkerCommand) => void {
  const log = openLog(logLevel);
  const database = openDatabase(dataPaths(dataDir).accounts);
  const owner = randomUUID();
  const known = new Map([...others, ...(offer ? [offer] : [])].map((one) => [one.serial, one]));
  const retired = new Set<number>();
  let newest = offer;
  let running: Promise<void> | null = null;
  let isDue = false;
  let isStopping = false;
  let failing = false;

  /** Builds are kept until what was due with them is done. */
  const release = (): void => {
    for (const serial of retired) {
      known.delete(serial);
      post({kind: 'released', serial});
    }
    retired.clear();
  };
  const run = async (): Promise<void> => {
    while (isDue && newest && !isStopping) {
      isDue = false;
      const context = {log, owner, goesOn: () => !isStopping};
      try {
        await compare(database, [...known.values()], newest, context);
        failing = false;
      } catch (error) {
        if (!failing) log.error({err: error}, 'saved searches could not be compared; tried again');
        failing = true;
      }
    }
    running = null;
    release();
  };
  const begin = (): void => {
    // A service may begin without a build.
    if (!newest || isStopping) return;
    isDue = true;
    running ??= run();
  };
  const timer = setInterval(begin, LOOK_MS);
  const stop = async (): Promise<void> => {
    isStopping = true;
    clearInterval(timer);
    await running;
    database.close();
    post({kind: 'stopped'});
  };
  begin();
  return (command) => {
    if (command.kind === 'serve' || command.kind === 'prepare') {
      known.set(command.offer.serial, command.offer);
      if (command.kind === 'serve') newest = command.offer;
      post({kind: command.kind === 'serve' ? 'serving' : 'prepared', serial: command.offer.serial});
      if (command.kind === 'serve') begin();
    } else if (command.kind === 'retire') {
      if (!known.has(command.serial)) return;
      retired.add(command.serial);
      if (!running) release();
    } else if (command.kind === 'stop') stop();
  };
}

if (!isMainThread && parentPort) {
  await runThread(parentPort, async ({init, onCommand}, post) => {
    yieldToOthers();
    const take = startAlerts(init, post);
    post({kind: 'listening'});
    onCommand(take);
  });
}
