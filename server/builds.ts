/** The build in service: opens what `current` names, follows it to newer builds, closes idle old ones. */
import {readFile, readlink, stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {inBuild, type Manifest, places} from '../datasets/artefacts.ts';
import type {BuildInfo, Engine} from '../engine/types.ts';
import {ApiError} from './errors.ts';

export interface Log {
  isLevelEnabled(level: string): boolean;
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

export interface Builds {
  /** Null while there is no build that can be opened. */
  info(): BuildInfo | null;
  /** The build in service, which stays open until it is released; throws 503 without a build. */
  hold(): Held;
  /** Whether the files of the build in service are all there, at their size. */
  readable(): Promise<boolean>;
  /** Looks once whether `current` names another build, and switches to it. */
  follow(): Promise<void>;
  /** Closes the build when its running work is done. */
  close(): Promise<void>;
}

/** A build that is being asked. */
export interface Held {
  engine: Engine;
  /** To be called once when the work is done. */
  release(): void;
}

interface Opened extends Held {
  id: string;
  files: readonly {path: string; bytes: number}[];
  running: number;
  retired: boolean;
}

export interface Effects {
  dataDir: string;
  open: (buildDir: string) => Promise<Engine>;
  log: Log;
}

/** How long a build that could not be opened is left alone before it is tried again. */
const RETRY_MS = 30_000;

async function filesOf(folder: string): Promise<Opened['files']> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, inBuild.manifest), 'utf8'));
  return Object.values(manifest.datasets)
    .flatMap(({files}) => files)
    .map(({path, bytes}) => ({path: join(folder, path), bytes}));
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => -1,
  );

/** Opens the current build where there is one; never throws for a build that cannot be opened. */
export async function openBuilds({dataDir, open, log}: Effects): Promise<Builds> {
  const {current, build: folderOf} = places(dataDir);
  let serving: Opened | null = null;
  let refused: {id: string; at: number} | null = null;
  let said: string | null = null;

  async function closeIdle(old: Opened): Promise<void> {
    if (!old.retired || old.running > 0) return;
    try {
      await old.engine.close();
      log.info({build: old.id}, 'closed build');
    } catch (error) {
      log.error({build: old.id, err: error}, 'build cannot be closed');
    }
  }

  async function retire(old: Opened): Promise<void> {
    old.retired = true;
    await closeIdle(old);
  }

  async function switchTo(id: string): Promise<void> {
    const folder = folderOf(id);
    const files = await filesOf(folder);
    const release = () => {
      opened.running--;
      if (opened.retired) closeIdle(opened);
    };
    const opened: Opened = {id, engine: await open(folder), files, running: 0, retired: false, release};
    const old = serving;
    serving = opened;
    log.info({build: id, before: old?.id ?? null}, 'serving build');
    if (old) await retire(old);
  }

  async function follow(): Promise<void> {
    const id = await readlink(current).then(basename, () => null);
    if (id === null) {
      if (said !== current) log.error({current}, 'no current build: run the ingest, the server picks it up');
      said = current;
      return;
    }
    said = null;
    if (id === serving?.id) return;
    if (refused?.id === id && Date.now() - refused.at < RETRY_MS) return;
    try {
      await switchTo(id);
      refused = null;
    } catch (error) {
      refused = {id, at: Date.now()};
      log.error({build: id, serving: serving?.id ?? null, err: error}, 'build cannot be opened');
    }
  }

  await follow();
  return {
    info: () => serving?.engine.info ?? null,
    hold() {
      if (!serving) throw new ApiError('unavailable');
      serving.running++;
      return serving;
    },
    async readable() {
      if (!serving) return false;
      const {files} = serving;
      const sizes = await Promise.all(files.map(({path}) => sizeOf(path)));
      return files.every(({bytes}, i) => sizes[i] === bytes);
    },
    follow,
    async close() {
      const old = serving;
      serving = null;
      if (old) await retire(old);
    },
  };
}
