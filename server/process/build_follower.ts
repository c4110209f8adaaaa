/** Follows the `current` link: loads each new build, has it served, closes builds that are no longer in use. */
import {readFile, readlink} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {dataPaths, inBuild, indexFiles, type Manifest, type StoredFile} from '../../datasets/artefacts.ts';
import type {LoadedBuild} from '../../engine/open.ts';
import type {Log} from '../log.ts';
import type {BuildOffer} from './messages.ts';

export interface FollowerOptions {
  dataDir: string;
  /** Throws if the build cannot be served; it may share tables with an earlier one that is still open. */
  load: (buildDir: string, earlier: LoadedBuild | null) => Promise<LoadedBuild>;
  log: Log;
}

export interface BuildFollower {
  /** The newest build; null while none could be opened. */
  offer(): BuildOffer | null;
  /** Checks once whether `current` names another build, and loads it. `serve` resolves when all workers serve it. */
  poll(serve: (offer: BuildOffer) => Promise<void>): Promise<void>;
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

function closeBuild({id, loaded}: OpenBuild, log: Log): void {
  try {
    loaded.close();
    log.info({build: id}, 'closed build');
  } catch (error) {
    log.error({build: id, err: error}, 'build cannot be closed');
  }
}

/** Never throws for a build that cannot be opened: the previous one stays in service. */
export function followBuilds({dataDir, load, log}: FollowerOptions): BuildFollower {
  const {current, build: folderOf} = dataPaths(dataDir);
  const open = new Map<number, OpenBuild>();
  let newest: OpenBuild | null = null;
  let serial = 0;
  let failure: {id: string; at: number} | null = null;
  let missingReported = false;

  async function openBuild(id: string): Promise<OpenBuild> {
    const folder = folderOf(id);
    const files = await filesOf(folder);
    const loaded = await load(folder, newest?.loaded ?? null);
    serial++;
    return {id, loaded, offer: {serial, shared: loaded.shared, files}};
  }

  async function switchTo(id: string, serve: (offer: BuildOffer) => Promise<void>): Promise<void> {
    const next = await openBuild(id);
    const before = newest?.id ?? null;
    open.set(next.offer.serial, next);
    newest = next;
    await serve(next.offer);
    log.info({build: id, before}, 'serving build');
  }

  return {
    offer: () => newest?.offer ?? null,
    async poll(serve) {
      const id = await readlink(current).then(basename, () => null);
      if (id === null) {
        if (!missingReported) {
          log.error({current}, 'no current build: run the ingest, the server picks it up');
        }
        missingReported = true;
        return;
      }
      missingReported = false;
      if (id === newest?.id) return;
      if (failure?.id === id && Date.now() - failure.at < RETRY_MS) return;
      try {
        await switchTo(id, serve);
        failure = null;
      } catch (error) {
        failure = {id, at: Date.now()};
        log.error({build: id, serving: newest?.id ?? null, err: error}, 'build cannot be opened');
      }
    },
    release(released) {
      const build = open.get(released);
      if (!build || build === newest) return;
      open.delete(released);
      closeBuild(build, log);
    },
    close() {
      newest = null;
      for (const build of open.values()) closeBuild(build, log);
      open.clear();
    },
  };
}
