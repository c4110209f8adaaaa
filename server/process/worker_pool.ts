/** The worker pool: starts the workers, passes builds to them, replaces one that dies, stops them all. */
import type {ServiceState} from '../api/context.ts';
import type {Log} from '../log.ts';
import type {BuildOffer, WorkerEvent, WorkerInit} from './messages.ts';
import type {Spawn, WorkerHandle} from './spawn.ts';

export interface WorkerPool {
  /** Settles when all workers serve the build. */
  serve(offer: BuildOffer): Promise<void>;
  /** Settles when all workers have the build open besides the one that they serve. */
  prepare(offer: BuildOffer): Promise<void>;
  /** Has a build closed after its last request. */
  retire(serial: number): void;
  /** Tells all workers what the process does besides answering. */
  announce(state: ServiceState): void;
  /** Settles when all running requests are answered and every worker has ended. */
  stop(): Promise<void>;
}

export interface PoolOptions {
  log: Log;
  /** No worker uses the build any more. */
  onReleased: (serial: number) => void;
  /** Workers die faster than it makes sense to replace them. */
  onFatal: (error: Error) => void;
}

/** More deaths than this within the window are no accident. */
const MAX_DEATHS = 5;
const DEATH_WINDOW_MS = 60_000;

/** Web threads that die faster are replaced more slowly: the API has to go on. */
const SLOWER_MS = 500;

interface PoolMember {
  handle: WorkerHandle;
  /** Serials of the builds that it was given and has not released. */
  uses: Set<number>;
  /** The build that its new requests are answered from. */
  serves: number | null;
  /** Builds that it has open. */
  opened: Set<number>;
}

class Pool implements WorkerPool {
  readonly #initOf: () => WorkerInit;
  readonly #options: PoolOptions;
  readonly #members = new Set<PoolMember>();
  readonly #deaths: {at: number; isWeb: boolean}[] = [];
  #waiting: (() => void)[] = [];
  #stopping = false;

  constructor(initOf: () => WorkerInit, options: PoolOptions) {
    this.#initOf = initOf;
    this.#options = options;
  }

  /** Lets waiters check again after the members changed. */
  #changed(): void {
    const waiters = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiters) resolve();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(serials: Iterable<number>): void {
    for (const serial of serials) {
      if (![...this.#members].some(({uses}) => uses.has(serial))) this.#options.onReleased(serial);
    }
  }

  #died(spawn: Spawn, why: string): void {
    const {log, onFatal} = this.#options;
    const now = performance.now();
    const isWeb = spawn.isWeb === true;
    this.#deaths.push({at: now, isWeb});
    const recent = this.#deaths.filter((one) => one.isWeb === isWeb && now - one.at < DEATH_WINDOW_MS).length;
    log.error({why, recent}, 'a thread that answers died');
    const isFast = recent > MAX_DEATHS;
    if (isFast && !isWeb) {
      onFatal(new Error(`${recent} threads died within a minute, last: ${why}`));
      return;
    }
    setTimeout(() => this.#replace(spawn), isFast ? SLOWER_MS : 0);
  }

  #replace(spawn: Spawn): void {
    if (this.#stopping) return;
    this.start(spawn).catch((error) => {
      this.#options.log.error({err: error}, 'a thread that answers could not be replaced');
      if (spawn.isWeb) this.#died(spawn, String(error));
    });
  }

  #onServing(member: PoolMember, serial: number): void {
    member.serves = serial;
    this.#onPrepared(member, serial);
  }

  #onPrepared(member: PoolMember, serial: number): void {
    member.opened.add(serial);
    this.#changed();
  }

  #onReleased(member: PoolMember, serial: number): void {
    member.uses.delete(serial);
    member.opened.delete(serial);
    this.#release([serial]);
  }

  #onExit(member: PoolMember): void {
    this.#members.delete(member);
    this.#release(member.uses);
    this.#changed();
  }

  /** Settles when the new member listens. */
  start(spawn: Spawn): Promise<void> {
    // No function below may name it: it would keep the builds of the beginning in memory for as long as the
    // member lives.
    const init = this.#initOf();
    const given = [...(init.offer ? [init.offer] : []), ...init.others].map((offer) => offer.serial);
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    let listening = false;
    let refused: string | null = null;
    const onEvent = (event: WorkerEvent) => {
      if (event.kind === 'listening') {
        listening = true;
        resolve();
      } else if (event.kind === 'serving') this.#onServing(member, event.serial);
      else if (event.kind === 'prepared') this.#onPrepared(member, event.serial);
      else if (event.kind === 'released') this.#onReleased(member, event.serial);
      else if (event.kind === 'failed') refused = event.why;
    };
    const member: PoolMember = {
      handle: spawn(init, onEvent),
      uses: new Set(given),
      serves: init.offer?.serial ?? null,
      opened: new Set(given),
    };
    this.#members.add(member);
    member.handle.exited.then((why) => {
      this.#onExit(member);
      if (!listening) reject(new Error(refused ?? why));
      else if (!this.#stopping) this.#died(spawn, why);
    });
    return promise;
  }

  async serve(offer: BuildOffer): Promise<void> {
    const members = [...this.#members];
    for (const {handle, uses} of members) {
      uses.add(offer.serial);
      handle.post({kind: 'serve', offer});
    }
    await this.#until(() =>
      members.every((member) => member.serves === offer.serial || !this.#members.has(member)),
    );
  }

  async prepare(offer: BuildOffer): Promise<void> {
    const members = [...this.#members];
    for (const {handle, uses} of members) {
      uses.add(offer.serial);
      handle.post({kind: 'prepare', offer});
    }
    await this.#until(() =>
      members.every((member) => member.opened.has(offer.serial) || !this.#members.has(member)),
    );
  }

  retire(serial: number): void {
    for (const {handle} of this.#members) handle.post({kind: 'retire', serial});
    this.#release([serial]);
  }

  announce(state: ServiceState): void {
    for (const {handle} of this.#members) handle.post({kind: 'state', state});
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    for (const {handle} of this.#members) handle.post({kind: 'stop'});
    await this.#until(() => this.#members.size === 0);
  }
}

/**
 * Starts one worker per spawn, each from a fresh `initOf()`. Rejects, with all stopped again, when one cannot
 * start.
 */
export async function startWorkerPool(
  spawns: readonly Spawn[],
  initOf: () => WorkerInit,
  options: PoolOptions,
): Promise<WorkerPool> {
  const pool = new Pool(initOf, options);
  try {
    await Promise.all(spawns.map((spawn) => pool.start(spawn)));
  } catch (error) {
    await pool.stop();
    throw error;
  }
  // Callers pass the methods on without the pool.
  return {
    serve: (offer) => pool.serve(offer),
    prepare: (offer) => pool.prepare(offer),
    retire: (serial) => pool.retire(serial),
    announce: (state) => pool.announce(state),
    stop: () => pool.stop(),
  };
}
