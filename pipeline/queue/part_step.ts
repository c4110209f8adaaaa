/** The second step of a source: the part of its files, made here and stored. */
import {stat} from 'node:fs/promises';
import {hashFile} from '../../builds/hash_file.ts';
import type {Source} from '../../datasets/types.ts';
import {KEYS} from '../../storage/documents.ts';
import {storeFiles} from '../../storage/store_files.ts';
import {snapshotOf} from '../fetch/store.ts';
import {exists} from '../runtime/disk.ts';
import {keepEvents} from '../runtime/events.ts';
import {newPart} from '../steps/steps.ts';
import {partPaths} from '../write/part.ts';
import {bringObject} from './bring.ts';
import {manifestBefore, type StepContext} from './context.ts';
import {fetchedFiles, readFetched, readPart, type StoredPart} from './documents.ts';

/**
 * Makes the part of the source's fetched files, unless the bucket has it. Throws where it cannot be made or
 * stored.
 */
export async function partStep(context: StepContext, source: Source, memoryMb: number): Promise<void> {
  const {store, run, settings} = context;
  const {slug} = source;
  const dataDir = settings.DATA_DIR;
  const fetched = fetchedFiles(await readFetched(store, run.id, slug));
  if (!fetched || (await readPart(store, fetched.part_key))) return;
  const snapshots = fetched.snapshots.map((facts) => snapshotOf(dataDir, slug, facts));
  for (const {path, bytes, sha256} of snapshots) await bringObject(store, {bytes, sha256}, path);
  const {emit, kept} = keepEvents(context.emit, 'warning');
  const {made, ...part} = await newPart(
    {dataDir, memoryMb},
    source,
    snapshots,
    emit,
    await manifestBefore(context),
  );
  // Those of a part that a killed process left here are in it.
  if (made) part.untold = kept;
  if (part.entry.part_key !== fetched.part_key) {
    throw new Error(
      `${slug}: the part has the key ${part.entry.part_key}, the fetch said ${fetched.part_key}: install the same version on all machines`,
    );
  }
  const paths = partPaths(dataDir, slug, fetched.part_key);
  const files = [await fileAt(paths.parquet), await fileAt(paths.rejects), await fileAt(paths.rows)];
  if (await exists(paths.files)) files.push(await fileAt(paths.files));
  const stored: Omit<StoredPart, 'objects'> = {run: run.id, part};
  await storeFiles(store, KEYS.part(fetched.part_key), stored, files, 'absent');
}

const fileAt = async (path: string) => ({path, bytes: (await stat(path)).size, sha256: await hashFile(path)});
