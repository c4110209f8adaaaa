/**
 * Files that can stand in for bad ones: for a file that means something without the others of its source, its
 * last good form or nothing; for a file with several addresses the first that can be read.
 */
import pLimit from 'p-limit';
import {DROPPED, type Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {stage} from '../read/stage.ts';
import {ReadError} from '../read/types.ts';
import {withDatabase} from '../runtime/database.ts';
import {type FetchContext, warn} from './download.ts';
import {byHand, FetchError, NotFoundError} from './errors.ts';

/**
 * Memory for the rows of one file; they spill to disk beyond. Files are looked into one at a time, beside the
 * parts that are made.
 */
const MEMORY_MB = 150;
const inTurn = pLimit(1);

/** The year in a file name; empty where there is none. */
const yearOf = (name: string): string => /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(name)?.[0] ?? '';

/**
 * Of these files of a source those that stand alone: declared ones, and of yearly files all but those of the
 * newest year.
 */
export function standingAlone({files}: Pick<Source, 'files'>, names: readonly string[]): Set<string> {
  const declared = files.flatMap((file) => (file.standsAlone ? [file.name] : []));
  const areYearly = files.some(({via: {portal}}) => portal === 'ckan-files' || portal === 'arcgis-items');
  const newest = names.map(yearOf).reduce((a, b) => (a > b ? a : b), '');
  const isOld = (name: string) => areYearly && yearOf(name) !== '' && yearOf(name) < newest;
  return new Set(names.filter((name) => declared.includes(name) || isOld(name)));
}

/** Throws ReadError where one of the files cannot be read by the layouts of their source, if it has any. */
export async function assertReadable(
  source: Source,
  snapshots: readonly Snapshot[],
  dataDir: string,
): Promise<void> {
  if (!source.layouts.length || !snapshots.length) return;
  await inTurn(() =>
    withDatabase({dataDir, memoryMb: MEMORY_MB, threads: 1}, `${source.slug}-look`, (db, folder) =>
      stage(db, source, snapshots, folder, () => undefined),
    ),
  );
}

/** A pending file; resolves to null where the publisher no longer has it, with a warning. */
export interface Fetch {
  name: string;
  start: () => Promise<Snapshot | null>;
}

/** Where the files of a run come from, and which of them stand alone. */
interface Origin {
  source: Source;
  origin: string;
  alone: ReadonlySet<string>;
}

/** The file; for one that stands alone and cannot be had what stands in for it. */
export async function fetchOrLastGood(
  from: Origin,
  {name, start}: Fetch,
  context: FetchContext,
): Promise<Snapshot | null> {
  try {
    return await start();
  } catch (error) {
    if (context.signal.aborted || !(error instanceof FetchError) || !from.alone.has(name)) throw error;
    return lastGood(from, name, error, context);
  }
}

/**
 * The files, with what stands in for those that stand alone and cannot be read, or for new ones of these.
 * They are looked into one by one only where one is bad.
 */
export async function readableOrLastGood(
  from: Origin,
  snapshots: readonly Snapshot[],
  context: FetchContext,
  onlyNew: boolean,
): Promise<Snapshot[]> {
  const {source, origin, alone} = from;
  const {dataDir, startedAt, store} = context;
  // The files of a drop folder are as old as they say, also when they are new.
  const isNew = ({fetched_at}: Snapshot) => !onlyNew || origin === DROPPED || fetched_at === startedAt;
  const looked = snapshots.filter((one) => alone.has(one.name) && isNew(one));
  const faultOf = async (some: readonly Snapshot[]): Promise<ReadError | null> => {
    try {
      await assertReadable(source, some, dataDir);
      return null;
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
  };
  if ((await faultOf(looked)) === null) return [...snapshots];
  const usable: Snapshot[] = [];
  for (const one of snapshots) {
    const fault = looked.includes(one) ? await faultOf([one]) : null;
    if (fault) await store.forget(one);
    const good = fault ? await lastGood(from, one.name, fault, context) : one;
    if (good) usable.push(good);
  }
  return usable;
}

/**
 * The last good snapshot from this origin, or nothing, with a warning; the next run asks for the file again.
 */
async function lastGood(
  {source, origin}: Origin,
  name: string,
  error: Error,
  context: FetchContext,
): Promise<Snapshot | null> {
  const last = (await context.store.latest(name, origin))?.snapshot ?? null;
  const instead = last ? `its form of ${last.fetched_at} is used` : 'it is left out';
  const text = `${instead}, the next run asks for it again: ${error.message}`;
  context.emit({kind: 'warning', source: source.slug, file: name, text, act: true});
  return last;
}

/** An address of a file, and its pending download. */
export interface Candidate {
  url: string;
  fetch: () => Promise<Snapshot>;
}

/**
 * The first candidate that is there and, while others follow and its bytes are new, can be read by a layout.
 * Warns of those passed over. Throws the error of the first one where there is none.
 */
export async function firstReadable(
  source: Source,
  what: string,
  candidates: readonly Candidate[],
  context: FetchContext,
): Promise<Snapshot> {
  const passed: {url: string; error: Error}[] = [];
  for (const [at, {url, fetch}] of candidates.entries()) {
    let snapshot: Snapshot | null = null;
    try {
      snapshot = await fetch();
      const isLast = at === candidates.length - 1;
      if (!isLast && snapshot.fetched_at === context.startedAt)
        await assertReadable(source, [snapshot], context.dataDir);
      for (const one of passed) {
        const why =
          one.error instanceof NotFoundError
            ? `nothing at ${one.url}`
            : `${one.url} is passed over (${one.error.message})`;
        warn(context, {source: source.slug, file: snapshot.name}, `${why}: ${url} stands in`);
      }
      return snapshot;
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof ReadError)) throw error;
      if (snapshot) await context.store.forget(snapshot);
      passed.push({url, error});
    }
  }
  const target = {source: source.slug, file: what, url: passed.map((one) => one.url).join(', ')};
  const unread = passed.find(({error}) => error instanceof ReadError);
  if (unread) throw new FetchError(target, unread.error.message, 'nothing else is listed for it');
  throw new NotFoundError(
    target,
    'nothing is there',
    `look for the file at the publisher and correct the declared addresses, or ${byHand(source.slug)}`,
  );
}
