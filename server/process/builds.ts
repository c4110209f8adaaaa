/** Follows `current` from build to build: loads what it names, has it served, closes what nobody asks any more. */
import {readFile, readlink} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {inBuild, indexFiles, type Manifest, places, type StoredFile} from '../../datasets/artefacts.ts';
import type {LoadedBuild} from '../../engine/open.ts';
import type {Log} from '../log.ts';
import type {Offer} from './messages.ts';

export interface Effects {
  dataDir: string;
  /** Throws where the build cannot be served. */
  load: (buildDir: string) => Promise<LoadedBuild>;
  log: Log;
}

export interface Builds {
  /** What is to be served; null while there is no build that can be opened. */
  offer(): Offer | null;
  /** Looks once whether `current` names another build, and loads it. `serve` settles when all serve it. */
  follow(serve: (offer: Offer) => Promise<void>): Promise<void>;
  /** To be told when nobody uses an offer any more. */
  freed(serial: number): void;
  /** Closes what is left. */
  close(): void;
}

/** How long a build that could not be opened is left alone before it is tried again. */
const RETRY_MS = 30_000;

interface Opened {
  id: string;
  offer: Offer;
  loaded: LoadedBuild;
}

async function filesOf(folder: string): Promise<Offer['files']> {
  const {datasets, index}: Manifest = JSON.parse(await readFile(join(folder, inBuild.manifest), 'utf8'));
  const stored: StoredFile[] = [
    ...Object.values(datasets).flatMap(({files}) => files),
    ...Object.values(index).flatMap(indexFiles),
  ];
  return stored.map(({path, bytes}) => ({path: join(folder, path), bytes}));
}

/** Never throws for a build that cannot be opened: the one before goes on. */
export function followBuilds({dataDir, load, log}: Effects): Builds {
  const {current, build: folderOf} = places(dataDir);
  const opened = new Map<number, Opened>();
  let newest: Opened | null = null;
  let loads = 0;
  let refused: {id: string; at: number} | null = null;
  let said: string | null = null;

  function close({id, offer, loaded}: Opened): void {
    opened.delete(offer.serial);
    try {
      loaded.close();
      log.info({build: id}, 'closed build');
    } catch (error) {
      log.error({build: id, err: error}, 'build cannot be closed');
    }
  }

  async function open(id: string): Promise<Opened> {
    const folder = folderOf(id);
    const files = await filesOf(folder);
    const loaded = await load(folder);
    loads++;
    return {id, loaded, offer: {serial: loads, shared: loaded.shared, files}};
  }

  async function switchTo(id: string, serve: (offer: Offer) => Promise<void>): Promise<void> {
    const next = await open(id);
    const before = newest?.id ?? null;
    opened.set(next.offer.serial, next);
    newest = next;
    await serve(next.offer);
    log.info({build: id, before}, 'serving build');
  }

  return {
    offer: () => newest?.offer ?? null,
    async follow(serve) {
      const id = await readlink(current).then(basename, () => null);
      if (id === null) {
        if (said !== current)
          log.error({current}, 'no current build: run the ingest, the server picks it up');
        said = current;
        return;
      }
      said = null;
      if (id === newest?.id) return;
      if (refused?.id === id && Date.now() - refused.at < RETRY_MS) return;
      try {
        await switchTo(id, serve);
        refused = null;
      } catch (error) {
        refused = {id, at: Date.now()};
        log.error({build: id, serving: newest?.id ?? null, err: error}, 'build cannot be opened');
      }
    },
    freed(serial) {
      const old = opened.get(serial);
      if (old && old !== newest) close(old);
    },
    close() {
      newest = null;
      for (const left of [...opened.values()]) close(left);
    },
  };
}
