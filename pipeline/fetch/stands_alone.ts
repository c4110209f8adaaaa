/** Files that mean something without the others of their source: one that is bad does not keep the others from being used. */
import {DROPPED, type Snapshot} from '../../datasets/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {stage} from '../read/stage.ts';
import {ReadError} from '../read/types.ts';
import {withDatabase} from '../runtime/database.ts';
import type {FetchContext} from './download.ts';
import {FetchError} from './errors.ts';

/** Memory for the rows of one file; they spill to disk beyond. */
const MEMORY_MB = 200;

/** The year in a file name; empty where there is none. */
const yearOf = (name: string): string => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(name)?.[0] ?? '';

/** Of these files of a source those that stand alone: declared ones, and of yearly files all but those of the newest year. */
export function standingAlone({files}: Pick<Source, 'files'>, names: readonly string[]): Set<string> {
  const declared = files.flatMap((file) => (file.standsAlone ? [file.name] : []));
  const areYearly = files.some(({via: {portal}}) => portal === 'ckan-files' || portal === 'arcgis-items');
  const newest = names.map(yearOf).reduce((a, b) => (a > b ? a : b), '');
  const isOld = (name: string) => areYearly && yearOf(name) !== '' && yearOf(name) < newest;
  return new Set(names.filter((name) => declared.includes(name) || isOld(name)));
}

/** Throws ReadError where a file cannot be read by the layouts of its source, if it has any. */
export async function assertReadable(source: Source, snapshot: Snapshot, dataDir: string): Promise<void> {
  if (!source.layouts.length) return;
  const name = `${source.slug}-${snapshot.sha256.slice(0, 16)}`;
  await withDatabase({dataDir, memoryMb: MEMORY_MB, threads: 1}, name, (db, folder) =>
    stage(db, source, [snapshot], folder, () => undefined),
  );
}

/** A pending file; resolves to null where the publisher no longer has it, with a warning. */
export interface Fetch {
  name: string;
  start: () => Promise<Snapshot | null>;
}

/**
 * The file. Where it cannot be had or, being new, cannot be read, its last good snapshot from this origin, or nothing, with a warning;
 * the next run asks for it again.
 */
export async function orLastGood(
  source: Source,
  {name, start}: Fetch,
  origin: string,
  {store, emit, signal, startedAt, dataDir}: FetchContext,
): Promise<Snapshot | null> {
  // The files of a drop folder are as old as they say, when they are new.
  const before = origin === DROPPED ? (await store.latest(name, origin))?.snapshot.sha256 : undefined;
  const isNew = ({sha256, fetched_at}: Snapshot) =>
    origin === DROPPED ? sha256 !== before : fetched_at === startedAt;
  let snapshot: Snapshot | null = null;
  try {
    snapshot = await start();
    if (snapshot && isNew(snapshot)) await assertReadable(source, snapshot, dataDir);
    return snapshot;
  } catch (error) {
    if (signal.aborted || !(error instanceof FetchError || error instanceof ReadError)) throw error;
    if (snapshot) await store.forget(snapshot);
    const last = (await store.latest(name, origin))?.snapshot ?? null;
    const instead = last ? `its form of ${last.fetched_at} is used` : 'it is left out';
    const text = `${instead}, the next run asks for it again: ${error.message}`;
    emit({kind: 'warning', source: source.slug, file: name, text, act: true});
    return last;
  }
}
