/** Fetches a source into the store: every declared file from its portal, or from a mirror. */

import {resolve} from 'node:path';
import {DROPPED, type Snapshot} from '../../builds/artefacts.ts';
import type {Files} from '../../builds/files.ts';
import {daysBetween, isOverdue} from '../../datasets/cadence.ts';
import {SOURCES} from '../../datasets/index.ts';
import {withheldFor} from '../../datasets/licence.ts';
import {isOn, numeric, type Settings} from '../../datasets/settings.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {formatOf, isDocumentFormat} from '../read/formats.ts';
import {messageOf} from '../runtime/errors.ts';
import type {Emit} from '../runtime/events.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {fetchCrawl} from './crawl.ts';
import {type FetchContext, warn} from './download.ts';
import {FetchError} from './errors.ts';
import type {HttpClient} from './http.ts';
import {localFile} from './local.ts';
import {droppedFiles, inboxOf, isSynthetic, type MirrorFile, mirrorFiles} from './mirror.ts';
import {fetchMirrored} from './mirrored_file.ts';
import {fetchOpendatasoft} from './opendatasoft.ts';
import {fetchTable} from './paged_table.ts';
import {allOrNone} from './parallel.ts';
import {fetchListed, listedFiles, openTable} from './portal_files.ts';
import {type Fetch, fetchOrLastGood, readableOrLastGood, standingAlone} from './stands_alone.ts';
import {LIVE, openStore} from './store.ts';

export interface Effects {
  dataDir: string;
  settings: Settings;
  http: HttpClient;
  now: () => Date;
  /**
   * Hashes of the files of a source that the published build was made of: no other file is taken for current.
   * Absent: all are.
   */
  published?: (slug: string) => ReadonlySet<string>;
  /**
   * Looks into new files that stand alone as soon as they are there, since the part is made elsewhere. Else
   * whoever cannot read one asks `usableFiles`: reading all of them twice would cost a first run minutes.
   */
  looksInto?: true;
  signal?: AbortSignal;
  /** Reads the files of a mirror. */
  files?: Files;
}

/**
 * Snapshots of all files of a source: in declaration order, files of a portal's list by year, files of a
 * mirror by name or in the order of the map. `absent` where the mirror has none, a local file does not exist,
 * or no feed is known. Throws FetchError for the first failed file, unless it stands alone; the others are
 * aborted, and the next run resumes them.
 */
export async function fetchSource(
  source: Source,
  effects: Effects,
  emit: Emit,
): Promise<Snapshot[] | 'absent'> {
  const {settings, signal} = effects;
  const deadline_ms = numeric(settings, 'FETCH_SOURCE_MS');
  const deadline = AbortSignal.timeout(deadline_ms);
  const failed = new AbortController();
  const signals = [deadline, failed.signal, ...(signal ? [signal] : [])];
  const context = contextOf(source, effects, emit, AbortSignal.any(signals));
  try {
    const {work, origin} = await plan(source, effects, context);
    if (work.length === 0) return 'absent';
    emit({kind: 'started', source: source.slug, files: work.length, origin});
    const names = work.map(({name}) => name);
    const from = {source, origin, alone: standingAlone(source, names)};
    const fetched = (await allOrNone(work, failed, (one) => fetchOrLastGood(from, one, context))).filter(
      (one) => one !== null,
    );
    const snapshots = effects.looksInto ? await readableOrLastGood(from, fetched, context, true) : fetched;
    if (origin === DROPPED) warnOfAge(source, snapshots, context);
    return source.duplicates === 'separate' ? withoutDuplicates(source.slug, snapshots, emit) : snapshots;
  } catch (error) {
    signal?.throwIfAborted();
    const late = `not complete after ${deadline_ms} ms`;
    const remedy = 'run again (partial files are resumed) or raise FETCH_SOURCE_MS';
    const target = {source: source.slug, file: '', url: source.page};
    const reported = deadline.aborted ? new FetchError(target, late, remedy, error) : error;
    emit({
      kind: 'failed',
      source: source.slug,
      error: messageOf(reported),
    });
    throw reported;
  }
}

function contextOf(
  source: Source,
  {dataDir, settings, http, now, published}: Effects,
  emit: Emit,
  signal: AbortSignal,
): FetchContext {
  const unpack_max_bytes = numeric(settings, 'UNPACK_MAX_BYTES');
  const store = openStore(dataDir, source, {unpack_max_bytes, published: published?.(source.slug)});
  return {dataDir, http, store, emit, signal, startedAt: timestamp(now())};
}

/**
 * The files of a source, one of which cannot be read, with what stands in for those that stand alone; null
 * where none of these is bad.
 */
export async function usableFiles(
  source: Source,
  snapshots: readonly Snapshot[],
  effects: Effects,
  emit: Emit,
): Promise<Snapshot[] | null> {
  const names = snapshots.map(({name}) => name);
  const from = {source, origin: snapshots[0]?.origin ?? LIVE, alone: standingAlone(source, names)};
  const context = contextOf(source, effects, emit, effects.signal ?? new AbortController().signal);
  const usable = await readableOrLastGood(from, snapshots, context, false);
  return usable.every((one) => snapshots.includes(one)) && usable.length === snapshots.length ? null : usable;
}

async function plan(
  source: Source,
  {settings, dataDir, now, files: read}: Effects,
  context: FetchContext,
): Promise<{work: Fetch[]; origin: string}> {
  const {slug, files} = source;
  const local = (synthetic: boolean): Promise<Fetch[][]> =>
    Promise.all(
      files.map(async (file) =>
        file.via.portal === 'local' ? localFile(slug, file, file.via, {dataDir, synthetic}, context) : [],
      ),
    );
  const folder = await folderInstead(source, settings, context.emit);
  const isWithheld = withheldFor(source, settings) !== null;
  if (!folder) {
    const known = source.unconfirmed === undefined && !isWithheld ? files : [];
    const remote = await Promise.all(known.map((file) => remoteFiles(source, file, context)));
    return {work: [...remote, ...(await local(false))].flat(), origin: LIVE};
  }
  const {root, dropped} = folder;
  const origin = dropped ? DROPPED : resolve(root);
  const synthetic = await isSynthetic(slug, root);
  if (!synthetic && isWithheld) return {work: [], origin};
  // A mirror replaces the network only; local files are read all the same.
  if (folder.files.length === 0) return {work: (await local(synthetic)).flat(), origin};
  const reread = isOn(settings, 'MIRROR_REREAD');
  const mirror = {root, synthetic, reread, now, files: read, dropped};
  const work = folder.files.map((file) => ({
    name: file.name,
    start: () => fetchMirrored(slug, file, mirror, context),
  }));
  return {work, origin};
}

/** A folder that is read instead of the network. */
export interface Folder {
  root: string;
  /** Those that the source reads. */
  files: MirrorFile[];
  dropped: boolean;
}

/**
 * The mirror, else the drop folder of the source where files lie in it, with the files that the source reads;
 * warns of the others. Null where the network is asked.
 */
export async function folderInstead(source: Source, settings: Settings, emit: Emit): Promise<Folder | null> {
  const dropped = !settings.MIRROR;
  const slugs = [...new Set([...Object.keys(SOURCES), source.slug])];
  const all = dropped
    ? await droppedFiles(source.slug, settings)
    : await mirrorFiles(source.slug, slugs, settings);
  if (dropped && !all.length) return null;
  const files = withoutExcluded(source, withoutPages(source, all, emit), emit);
  return {root: dropped ? inboxOf(settings) : settings.MIRROR, files, dropped};
}

/** Warns of files in a drop folder that are overdue by the cadence of their source. */
function warnOfAge({slug, cadence}: Source, snapshots: readonly Snapshot[], context: FetchContext): void {
  const newest = snapshots.map((one) => one.fetched_at).reduce((a, b) => (a > b ? a : b), '');
  const days = daysBetween(newest, context.startedAt);
  if (!isOverdue(cadence, days)) return;
  const text = `the newest file in its drop folder is of ${newest.slice(0, 10)}, ${days} days old, and the publisher renews it ${cadence}: fetch it again by hand`;
  warn(context, {source: slug, file: ''}, text);
}

/** The files that come over the network. */
async function remoteFiles(source: Source, file: SourceFile, context: FetchContext): Promise<Fetch[]> {
  const {via} = file;
  const one = (start: Fetch['start']): Fetch[] => [{name: file.name, start}];
  switch (via.portal) {
    case 'plain':
    case 'ckan-file':
    case 'ckan-files':
    case 'arcgis-items': {
      const files = await listedFiles(source, file, via, context);
      return files.map((listed) => ({name: listed.name, start: () => fetchListed(source, listed, context)}));
    }
    case 'ckan-datastore':
    case 'socrata':
    case 'arcgis':
      return one(async () => fetchTable(await openTable(source, file, via, context), context));
    case 'opendatasoft':
      return one(() => fetchOpendatasoft(source, file, via, context));
    case 'crawl':
      return one(() => fetchCrawl(source, file, via, context));
    case 'local':
      return [];
  }
}

/** Skips pages and documents for sources that read tables only. */
function withoutPages({slug, layouts}: Source, files: MirrorFile[], emit: Emit): MirrorFile[] {
  if (layouts.some(({rows}) => rows)) return files;
  const isPage = ({name}: MirrorFile) => isDocumentFormat(formatOf(name) ?? 'csv');
  const names = files.filter(isPage).map(({name}) => name);
  const text = `passed over, the source reads no documents: ${names.join(', ')}`;
  if (names.length) warn({emit}, {source: slug, file: ''}, text);
  return files.filter((file) => !isPage(file));
}

/** Skips excluded files of a mirror, with a warning per reason. */
function withoutExcluded({slug, excluded = []}: Source, files: MirrorFile[], emit: Emit): MirrorFile[] {
  const ruleOf = ({name}: MirrorFile) => excluded.find(({files}) => files.test(name));
  for (const rule of excluded) {
    const names = files.filter((file) => ruleOf(file) === rule).map((file) => file.name);
    const text = `left out: ${rule.content}: ${rule.reason}: ${names.join(', ')}`;
    if (names.length) warn({emit}, {source: slug, file: ''}, text);
  }
  return files.filter((file) => !ruleOf(file));
}

/** Skips a file with the same bytes as another where duplicates count: it would double its rows. */
function withoutDuplicates(source: string, snapshots: readonly Snapshot[], emit: Emit): Snapshot[] {
  const seen = new Map<string, string>();
  return snapshots.filter(({name, sha256}) => {
    const twin = seen.get(sha256);
    if (twin === undefined) seen.set(sha256, name);
    else warn({emit}, {source, file: name}, `holds the same bytes as ${twin}: read once`);
    return twin === undefined;
  });
}
