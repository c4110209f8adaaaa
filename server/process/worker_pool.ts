/** The threads that answer: starts them, hands builds to them, replaces one that dies, stops them all. */
import {Worker} from 'node:worker_threads';
import type {Log} from '../log.ts';
import type {Beginning, FromWorker, Offer, ToWorker} from './messages.ts';
import {type Answering, startAnswering} from './worker.ts';

/** One that answers: a thread of its own, or this one. */
export interface Hand {
  tell(message: ToWorker): void;
  /** Settles when it is over, with the reason. */
  over: Promise<string>;
}

export type Spawn = (beginning: Beginning, heard: (message: FromWorker) => void) => Hand;

/** A thread of its own. */
export const ownThread: Spawn = (beginning, heard) =>
  spawnThread(new URL('worker.ts', import.meta.url), beginning, heard);

/** A thread that runs a program, which begins as worker.ts does. */
export function spawnThread(program: URL, beginning: Beginning, heard: (message: FromWorker) => void): Hand {
  const thread = new Worker(program, {workerData: beginning});
  let why = '';
  thread.on('message', heard);
  thread.on('error', (error) => {
    why = String(error);
  });
  const over = new Promise<string>((resolve) => {
    thread.once('exit', (code) => resolve(why || `it ended with ${code}`));
  });
  return {tell: (message) => thread.postMessage(message), over};
}

/** Begins to answer; all that happens is told. Rejects when nothing can be begun. */
export type Begin = (
  beginning: Beginning,
  tell: (message: FromWorker) => void,
) => Promise<Pick<Answering, 'hear'>>;

/** One that answers in the thread that asks: nothing is copied, nothing more is started. */
export const inThisThread =
  (begin: Begin): Spawn =>
  (beginning, heard) => {
    let end = (_why: string) => {};
    const over = new Promise<string>((resolve) => {
      end = resolve;
    });
    const told = (message: FromWorker) => {
      heard(message);
      if (message.kind === 'stopped') end('it was stopped');
    };
    const answering = begin(beginning, told);
    answering.catch((error) => {
      heard({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
      end('it could not begin');
    });
    return {
      tell: (message) =>
        answering.then(
          ({hear}) => hear(message),
          () => {},
        ),
      over,
    };
  };

/** The API, answered in the thread that asks. */
export const thisThread: Spawn = inThisThread(startAnswering);

export interface Crew {
  /** Settles when all serve the offer. */
  serve(offer: Offer): Promise<void>;
  /** Settles when all running requests are answered and every thread is over. */
  stop(): Promise<void>;
}

export interface Effects {
  log: Log;
  /** Nobody uses the offer any more. */
  freed: (serial: number) => void;
  /** Threads die faster than it makes sense to replace them. */
  lost: (error: Error) => void;
}

/** So many deaths within so long are no accident. */
const DEATHS = 5;
const DEATHS_MS = 60_000;

interface Member {
  hand: Hand;
  /** Serials of the offers that it was given and has not released. */
  uses: Set<number>;
  /** The offer that its new requests are answered from. */
  serves: number | null;
}

/** Starts one of each spawn; `begin` says from what. Rejects, with all stopped again, when one cannot begin. */
export async function startCrew(
  spawns: readonly Spawn[],
  begin: () => Beginning,
  effects: Effects,
): Promise<Crew> {
  const {log, freed, lost} = effects;
  const members = new Set<Member>();
  const deaths: number[] = [];
  let waiting: (() => void)[] = [];
  let stopping = false;

  /** Lets those look again who wait for the members to change. */
  function changed(): void {
    const told = waiting;
    waiting = [];
    for (const look of told) look();
  }

  function letGo(serials: Iterable<number>): void {
    for (const serial of serials) {
      if (![...members].some(({uses}) => uses.has(serial))) freed(serial);
    }
  }

  function died(spawn: Spawn, why: string): void {
    const now = performance.now();
    deaths.push(now);
    const recent = deaths.filter((at) => now - at < DEATHS_MS);
    log.error({why, recent: recent.length}, 'a thread that answers died');
    if (recent.length > DEATHS)
      lost(new Error(`${recent.length} threads died within a minute, last: ${why}`));
    else join(spawn).catch((error) => log.error({err: error}, 'a thread that answers could not be replaced'));
  }

  /** Settles when the new member listens. */
  function join(spawn: Spawn): Promise<void> {
    const beginning = begin();
    const serial = beginning.offer?.serial ?? null;
    return new Promise((resolve, reject) => {
      let listening = false;
      let refused: string | null = null;
      const hand = spawn(beginning, (message) => {
        if (message.kind === 'listening') {
          listening = true;
          resolve();
        } else if (message.kind === 'serving') {
          member.serves = message.serial;
          changed();
        } else if (message.kind === 'released') {
          member.uses.delete(message.serial);
          letGo([message.serial]);
        } else if (message.kind === 'failed') refused = message.why;
      });
      const member: Member = {hand, uses: new Set(serial === null ? [] : [serial]), serves: serial};
      members.add(member);
      hand.over.then((why) => {
        members.delete(member);
        letGo(member.uses);
        changed();
        if (!listening) reject(new Error(refused ?? why));
        else if (!stopping) died(spawn, why);
      });
    });
  }

  async function until(fits: () => boolean): Promise<void> {
    while (!fits()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const {hand} of members) hand.tell({kind: 'stop'});
    await until(() => members.size === 0);
  }

  try {
    await Promise.all(spawns.map(join));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async serve(offer) {
      const told = [...members];
      for (const {hand, uses} of told) {
        uses.add(offer.serial);
        hand.tell({kind: 'serve', offer});
      }
      await until(() => told.every((member) => member.serves === offer.serial || !members.has(member)));
    },
    stop,
  };
}
