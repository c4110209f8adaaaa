/**
 * The object store of PUBLISH_TO: an ingest goes on from the build that it holds, and publishes what it made.
 */
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {dataPaths, inBuild, type Manifest} from '../../builds/artefacts.ts';
import {pointCurrent} from '../../builds/current_link.ts';
import {trustedKeys} from '../../builds/signature.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import {checkConditions} from '../../storage/check_conditions.ts';
import {KEYS, readPointer} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {publishBuild} from '../../storage/publish_build.ts';
import {type StageProgress, stageBuild} from '../../storage/stage_build.ts';
import {exists} from '../runtime/disk.ts';
import type {Emit} from '../runtime/events.ts';

export interface Remote {
  /** Uploads a build and points `current` at it. Throws as `publishBuild`. */
  publish(manifest: Manifest): Promise<void>;
  close(): void;
}

/** Line of the upload among those of the sources. */
const UPLOAD = 'upload';
const DOWNLOAD = 'download';

/**
 * Opens the store before the work begins, and refuses one without conditional writes: whoever publishes
 * between now and the end wins. Where its current build is not on this machine, it is fetched and becomes the
 * local one, so that load times go on from it.
 */
export async function openRemote(
  settings: Settings,
  open: (location: string, setting: string) => Promise<ObjectStore>,
  now: () => Date,
  emit: Emit,
): Promise<Remote> {
  for (const name of ['QUORUM', 'QUORUM_WAIT_MS'] as const) numeric(settings, name);
  const store = await open(settings.PUBLISH_TO, 'PUBLISH_TO');
  await checkConditions(store);
  const current = await readPointer(store, KEYS.current);
  if (current) await takeOver(store, current.build_id, settings, emit);
  return remoteOf(store, current?.tag ?? null, settings, now, emit);
}

/** Publishes to a store whose `current` had the tag `expected` when the work began; null: there was none. */
export function remoteOf(
  store: ObjectStore,
  expected: string | null,
  settings: Settings,
  now: () => Date,
  emit: Emit,
): Remote {
  const [quorum, quorumMs] = [numeric(settings, 'QUORUM'), numeric(settings, 'QUORUM_WAIT_MS')];
  return {
    async publish(manifest) {
      const folder = dataPaths(settings.DATA_DIR).build(manifest.build_id);
      const {changed, objects, bytes} = await publishBuild(store, folder, manifest, {
        expected,
        quorum,
        quorumMs,
        now,
        onProgress: ({done, total}) =>
          emit({kind: 'progress', source: UPLOAD, file: store.location, bytes: done, total}),
      });
      emit({
        kind: 'uploaded',
        source: UPLOAD,
        location: store.location,
        build_id: manifest.build_id,
        changed,
        objects: objects.uploaded,
        bytes: bytes.uploaded,
        total: bytes.all,
      });
    },
    close: () => store.close(),
  };
}

/** Brings a build of the store, signed by VERIFY_KEY where that is set, to this machine, emitting how far it is. */
export async function fetchBuild(
  store: ObjectStore,
  id: string,
  {DATA_DIR, VERIFY_KEY}: Settings,
  emit: Emit,
): Promise<void> {
  const onProgress = ({done, total}: StageProgress) =>
    emit({kind: 'progress', source: DOWNLOAD, file: store.location, bytes: done, total});
  await stageBuild(store, id, DATA_DIR, {
    onProgress,
    threads: availableParallelism(),
    keys: trustedKeys(VERIFY_KEY),
  });
}

/**
 * Makes the store's build the current one of this machine, unless the machine has it: then it may be ahead.
 */
async function takeOver(store: ObjectStore, id: string, settings: Settings, emit: Emit): Promise<void> {
  const paths = dataPaths(settings.DATA_DIR);
  const {build} = paths;
  if (await exists(join(build(id), inBuild.manifest))) return;
  await fetchBuild(store, id, settings, emit);
  await pointCurrent(paths, build(id));
}
