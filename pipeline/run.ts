/**
 * Runs one ingest in one process: fetches and normalises every source, keeps the last good part of failed
 * ones, publishes the build.
 */
import {resolve} from 'node:path';
import {dataPaths, type Snapshot} from '../builds/artefacts.ts';
import {acquireLock} from '../builds/lock.ts';
import {signerOf, trustedKeys} from '../builds/signature.ts';
import {SOURCES} from '../datasets/index.ts';
import {isOn, numeric, type Settings} from '../datasets/settings.ts';
import type {ObjectStore} from '../storage/object_store.ts';
import {openStore} from '../storage/open_store.ts';
import {fetchSource, usableFiles} from './fetch/fetch_source.ts';
import type {HttpClient} from './fetch/http.ts';
import {checkInbox, checkMirror} from './fetch/mirror.ts';
import {currentBuild, publishedFiles} from './publish/current_build.ts';
import type {IndexPrograms} from './publish/engine_programs.ts';
import {openRemote, type Remote} from './publish/remote.ts';
import {ReadError} from './read/types.ts';
import type {Emit} from './runtime/events.ts';
import {timestamp} from './runtime/timestamp.ts';
import {type Outcome, runSources, selectedSources, slugsIn} from './steps/run_sources.ts';
import {newPart, type Steps} from './steps/steps.ts';

export interface Effects {
  http: HttpClient;
  now: () => Date;
  index: IndexPrograms;
  /** Opens the store of PUBLISH_TO. */
  openStore?: (location: string, setting: string) => Promise<ObjectStore>;
}

/**
 * Throws for settings that no run can go by, before anything is touched. Warns of what no source reads in a
 * mirror.
 */
export async function checkSettings(settings: Settings, emit: Emit): Promise<void> {
  const dataDir = settings.DATA_DIR;
  for (const name of ['MEMORY_MB', 'KEEP_BUILDS', 'CHANGES_DAYS'] as const) numeric(settings, name);
  if (/[*?[\]]/.test(resolve(dataDir))) {
    throw new Error(
      `DATA_DIR ${resolve(dataDir)} holds one of * ? [ ], which file patterns give a meaning: choose another folder`,
    );
  }
  isOn(settings, 'MIRROR_REREAD');
  signerOf(settings.SIGN_KEY);
  trustedKeys(settings.VERIFY_KEY);
  selectedSources(settings);
  slugsIn(settings, 'ACCEPT');
  if (settings.MIRROR) await checkMirror(Object.keys(SOURCES), settings, emit);
  else await checkInbox(settings, emit);
}

/**
 * Throws for invalid settings and a held lock, before anything is touched; errors of sources and of the build
 * are in the outcome.
 */
export async function ingest(settings: Settings, effects: Effects, emit: Emit): Promise<Outcome> {
  await checkSettings(settings, emit);
  const release = await acquireLock(dataPaths(settings.DATA_DIR).lock);
  try {
    const open = effects.openStore ?? openStore;
    const remote = settings.PUBLISH_TO ? await openRemote(settings, open, effects.now, emit) : null;
    return await run(settings, effects, remote, emit).finally(() => remote?.close());
  } finally {
    release();
  }
}

async function run(
  settings: Settings,
  {http, now, index}: Effects,
  remote: Remote | null,
  emit: Emit,
): Promise<Outcome> {
  const dataDir = settings.DATA_DIR;
  const loadTime = timestamp(now());
  const before = await currentBuild(dataDir);
  const effects = {dataDir, settings, http, now, published: publishedFiles(before?.manifest ?? null)};
  const steps: Steps = {
    fetch: (source, told) => fetchSource(source, effects, told),
    async part(source, snapshots, memoryMb, told) {
      const make = (files: readonly Snapshot[]) =>
        newPart({dataDir, memoryMb}, source, files, told, before?.manifest ?? null);
      try {
        return await make(snapshots);
      } catch (error) {
        const usable =
          error instanceof ReadError ? await usableFiles(source, snapshots, effects, told) : null;
        if (usable === null) throw error;
        return make(usable);
      }
    },
  };
  return runSources({settings, loadTime, before, index, remote}, steps, emit);
}
