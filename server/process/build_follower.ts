/**
 * Follows the `current` link: loads each new build, has it served, keeps the one before open for a while,
 * closes builds that are no longer in use.
 */
import {lstat, readFile, readlink} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {dataPaths, inBuild, indexFiles, type Manifest, type StoredFile} from '../../builds/artefacts.ts';
import {isDamaged, type LoadedBuild, type SharedBuild, type TableLoader} from '../../engine/open.ts';
import type {SharedDocuments} from '../api/static_documents.ts';
import type {Log} from '../log.ts';
import {collectSoon} from './collect_garbage.ts';
import type {BuildOffer} from './messages.ts';
import {type ArrivedTable, TablesAhead} from './tables_ahead.ts';
import type {WorkerPool} from './worker_pool.ts';

/** What a build may share tables with. */
export type Earlier = Pick<LoadedBuild, 'tables'>;

export interface FollowerOptions {
  dataDir: string;
  /** Throws if the build cannot be served; it may share tables with an earlier one that is still open. */
  load: (buildDir: string, earlier: Earlier | null) => Promise<LoadedBuild>;
  /** Loads tables of a build that is still being fetched. */
  loadTables: (folder: string) => TableLoader;
  /** Makes what is served without a key, of a build that was loaded. */
  documents: (shared: SharedBuild, log: Log) => Promise<SharedDocuments>;
  log: Log;
  /** What brings a build where there is none. */
  remedy?: string;
  /** How long the build before stays open after a switch: pages that were begun in it are continued in it. */
  previousMs?: number;
}

/** The part of the pool that gets builds. */
export type BuildPool = Pick<WorkerPool, 'prepare' | 'serve' | 'retire'>;

/** Before there are workers. */
export const NO_POOL: BuildPool = {serve: async () => {}, prepare: async () => {}, retire() {}};

export interface BuildFollower {
  /** The newest build; null while none could be opened. */
  offer(): BuildOffer | null;
  /** The other builds that are open: the one before, and one that was prepared. */
  others(): BuildOffer[];
  /** Id of the newest build. */
  serving(): string | null;
  /** Checks once whether `current` names another build, loads it and has it served. */
  poll(pool: BuildPool): Promise<void>;
  /**
   * Opens the build before the current one too, where the switch is not long ago: a server that was started
   * again goes on with its pages.
   */
  reopenPrevious(): Promise<void>;
  /** Opens a build in all workers before `current` names it. Throws if it cannot be opened. */
  prepare(id: string, pool: BuildPool): Promise<void>;
  /**
   * Loads a table of a build that is still being fetched; the build takes it over when it is opened. Never
   * throws.
   */
  loadAhead(arrived: ArrivedTable): void;
  /** Closes what was loaded ahead of another build than this one. */
  onWanted(id: string | null): void;
  /** Call when no worker uses the build any more. */
  release(serial: number): void;
  /** Closes all builds. */
  close(): void;
}

/** A build that could not be opened is retried after this long. */
const RETRY_MS = 30_000;

interface OpenBuild {
  id: string;
  offer: BuildOffer;
  loaded: LoadedBuild;
}

async function filesOf(folder: string): Promise<BuildOffer['files']> {
  const {datasets, index}: Manifest = JSON.parse(await readFile(join(folder, inBuild.manifest), 'utf8'));
  const stored: StoredFile[] = [
    ...Object.values(datasets).flatMap(({files}) => files),
    ...Object.values(index).flatMap(indexFiles),
  ];
  return stored.map(({path, bytes}) => ({path: join(folder, path), bytes}));
}

class Follower implements BuildFollower {
  readonly #options: FollowerOptions;
  readonly #ahead: TablesAhead;
  readonly #open = new Map<number, OpenBuild>();
  #newest: OpenBuild | null = null;
  #previous: OpenBuild | null = null;
  #prepared: OpenBuild | null = null;
  #serial = 0;
  #failure: {id: string; at: number} | null = null;
  #missingReported = false;
  /** Unix epoch milliseconds until which the build before stays open. */
  #previousUntil = 0;
  /** One switch at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#ahead = new TablesAhead(options.loadTables);
  }

  offer = (): BuildOffer | null => this.#newest?.offer ?? null;

  others = (): BuildOffer[] =>
    [this.#previous, this.#prepared].flatMap((build) =>
      build && build !== this.#newest ? [build.offer] : [],
    );

  serving = (): string | null => this.#newest?.id ?? null;

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** An open build of this id, or one that is loaded now. */
  async #find(id: string): Promise<OpenBuild> {
    const known = [this.#newest, this.#previous, this.#prepared].find((build) => build?.id === id);
    // A build whose files were found damaged may have been mended on the disk.
    if (known && !isDamaged(known.loaded.shared)) return known;
    const ahead = await this.#ahead.take(id);
    if (ahead) this.#options.log.info({build: id, tables: ahead.tables.length}, 'loaded while fetching');
    try {
      return await this.#load(id, this.#newest?.loaded ?? ahead);
    } finally {
      // Those that the build took over stay open with it.
      ahead?.close();
    }
  }

  async #load(id: string, earlier: Earlier | null): Promise<OpenBuild> {
    const folder = dataPaths(this.#options.dataDir).build(id);
    const files = await filesOf(folder);
    const loaded = await this.#options.load(folder, earlier);
    const {shared} = loaded;
    const documents = await this.#options.documents(shared, this.#options.log).catch((error) => {
      loaded.close();
      throw error;
    });
    const build = {id, loaded, offer: {serial: ++this.#serial, shared, files, documents}};
    this.#open.set(build.offer.serial, build);
    return build;
  }

  poll = (pool: BuildPool): Promise<void> => this.#inTurn(() => this.#poll(pool));

  async #poll(pool: BuildPool): Promise<void> {
    const {dataDir, log} = this.#options;
    const {current} = dataPaths(dataDir);
    const id = await readlink(current).then(basename, () => null);
    if (id === null) {
      if (!this.#missingReported) {
        log.error(
          {current},
          `no current build: ${this.#options.remedy ?? 'run the ingest, the server picks it up'}`,
        );
      }
      this.#missingReported = true;
      return;
    }
    this.#missingReported = false;
    if (id === this.#newest?.id) return this.#retirePrevious(pool);
    if (this.#failure?.id === id && Date.now() - this.#failure.at < RETRY_MS) return;
    try {
      await this.#switchTo(id, pool);
      this.#failure = null;
    } catch (error) {
      this.#failure = {id, at: Date.now()};
      log.error({build: id, serving: this.serving(), err: error}, 'build cannot be opened');
    }
  }

  async #switchTo(id: string, pool: BuildPool): Promise<void> {
    const next = await this.#find(id);
    const [before, older] = [this.#newest, this.#previous];
    this.#newest = next;
    this.#previous = before;
    if (this.#prepared === next) this.#prepared = null;
    this.#ahead.keepOnly(null);
    await pool.serve(next.offer);
    if (older && older !== next) pool.retire(older.offer.serial);
    this.#options.log.info({build: id, before: before?.id ?? null}, 'serving build');
    this.#previousUntil = Date.now() + (this.#options.previousMs ?? 0);
    this.#retirePrevious(pool);
  }

  #retirePrevious(pool: BuildPool): void {
    if (Date.now() < this.#previousUntil) return;
    const previous = this.#previous;
    this.#previous = null;
    if (previous) pool.retire(previous.offer.serial);
  }

  reopenPrevious = async (): Promise<void> => {
    const {dataDir, previousMs = 0, log} = this.#options;
    const {current, previous} = dataPaths(dataDir);
    const switchedAt = await lstat(current).then(
      ({mtimeMs}) => mtimeMs,
      () => 0,
    );
    this.#previousUntil = switchedAt + previousMs;
    const id = await readlink(previous).then(basename, () => null);
    if (id === null || Date.now() >= this.#previousUntil || this.#newest === null || id === this.#newest.id)
      return;
    try {
      this.#previous = await this.#find(id);
    } catch (error) {
      log.error({build: id, err: error}, 'the build before cannot be opened');
    }
  };

  prepare = (id: string, pool: BuildPool): Promise<void> =>
    this.#inTurn(async () => {
      const build = await this.#find(id);
      const before = this.#prepared;
      if (build === this.#newest || build === this.#previous || build === before) return;
      this.#prepared = build;
      await pool.prepare(build.offer);
      if (before) pool.retire(before.offer.serial);
      this.#options.log.info({build: id}, 'prepared build');
    });

  loadAhead = (arrived: ArrivedTable): void => {
    if (this.#newest === null) this.#ahead.add(arrived);
  };

  onWanted = (id: string | null): void => this.#ahead.keepOnly(id);

  release = (serial: number): void => {
    const build = this.#open.get(serial);
    if (!build || build === this.#newest || build === this.#previous || build === this.#prepared) return;
    this.#open.delete(serial);
    this.#close(build);
  };

  #close({id, loaded}: OpenBuild): void {
    const {log} = this.#options;
    try {
      loaded.close();
      collectSoon();
      log.info({build: id}, 'closed build');
    } catch (error) {
      log.error({build: id, err: error}, 'build cannot be closed');
    }
  }

  close = (): void => {
    this.#newest = this.#previous = this.#prepared = null;
    this.#ahead.keepOnly(null);
    for (const build of this.#open.values()) this.#close(build);
    this.#open.clear();
  };
}

/** Never throws for a build that cannot be opened: the previous one stays in service. */
export const followBuilds = (options: FollowerOptions): BuildFollower => new Follower(options);
