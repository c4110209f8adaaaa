/** Fetches a source into the store: every declared file from its portal, or from a mirror. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {Files} from '../../datasets/files.ts';
import {SOURCES} from '../../datasets/index.ts';
import {withheldFor} from '../../datasets/licence.ts';
import {isOn, numeric, type Settings} from '../../datasets/settings.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {formatOf, isDocumentFormat} from '../read/formats.ts';
import type {Emit} from '../runtime/events.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {arcgisTable} from './arcgis.ts';
import {itemFiles, searchedTable} from './arcgis_hub.ts';
import {fetchCkanFile} from './ckan.ts';
import {ckanFiles, type Fetch} from './ckan_files.ts';
import {ckanTable} from './ckan_table.ts';
import {fetchCrawl} from './crawl.ts';
import type {FetchContext} from './download.ts';
import {FetchError} from './errors.ts';
import type {HttpClient} from './http.ts';
import {localFile} from './local.ts';
import {fetchMirrored, isSynthetic, type MirrorFile, mirrorFiles} from './mirror.ts';
import {fetchOpendatasoft} from './opendatasoft.ts';
import {fetchTable} from './paged_table.ts';
import {fetchPlain} from './plain.ts';
import {socrataTable} from './socrata.ts';
import {LIVE, openStore} from './store.ts';
import {fetchZip} from './zip.ts';

export interface Effects {
  dataDir: string;
  settings: Settings;
  http: HttpClient;
  now: () => Date;
  /** Hashes of the files of a source that the published build was made of: no other file is taken for current. Absent: all are. */
  published?: (slug: string) => ReadonlySet<string>;
  signal?: AbortSignal;
  /** Reads the files of a mirror. */
  files?: Files;
}

/**
 * Snapshots of all files of a source: in declaration order, files of a portal's list by year, files of a mirror by
 * name or in the order of the map. `absent` where the mirror has none, a local file does not exist, or no feed is
 * known. Throws FetchError for the first failed file; the others are aborted, and the next run resumes them.
 */
export async function fetchSource(
  source: Source,
  effects: Effects,
  emit: Emit,
): Promise<Snapshot[] | 'absent'> {
  const {dataDir, settings, http, now, signal, published} = effects;
  const deadline_ms = numeric(settings, 'FETCH_SOURCE_MS');
  const deadline = AbortSignal.timeout(deadline_ms);
  const failed = new AbortController();
  const signals = [deadline, failed.signal, ...(signal ? [signal] : [])];
  const context: FetchContext = {
    http,
    store: openStore(dataDir, source.slug, {
      unpack_max_bytes: numeric(settings, 'UNPACK_MAX_BYTES'),
      published: published?.(source.slug),
    }),
    emit,
    signal: AbortSignal.any(signals),
    startedAt: timestamp(now()),
  };
  try {
    const work = await plan(source, effects, context);
    if (work.length === 0) return 'absent';
    const origin = settings.MIRROR || LIVE;
    emit({kind: 'started', source: source.slug, files: work.length, origin});
    const snapshots = await allOrNone(work, failed);
    return source.duplicates === 'separate' ? withoutDuplicates(source.slug, snapshots, emit) : snapshots;
  } catch (error) {
    signal?.throwIfAborted();
    const late = `not complete after ${deadline_ms} ms`;
    const remedy = 'run again (partial files are resumed) or raise FETCH_SOURCE_MS';
    const reported = deadline.aborted
      ? new FetchError({source: source.slug, file: '', url: source.page}, late, remedy, error)
      : error;
    emit({
      kind: 'failed',
      source: source.slug,
      error: reported instanceof Error ? reported.message : String(reported),
    });
    throw reported;
  }
}

async function plan(
  source: Source,
  {settings, dataDir, now, files: read}: Effects,
  context: FetchContext,
): Promise<Fetch[]> {
  const {slug, files} = source;
  const {MIRROR} = settings;
  const local = (synthetic: boolean): Promise<Fetch[][]> =>
    Promise.all(
      files.map(async (file) =>
        file.via.portal === 'local' ? localFile(slug, file, file.via, {dataDir, synthetic}, context) : [],
      ),
    );
  if (!MIRROR) {
    const known = source.unconfirmed === undefined && withheldFor(source, settings) === null ? files : [];
    const remote = await Promise.all(known.map((file) => remoteFiles(source, file, context)));
    return [...remote, ...(await local(false))].flat();
  }
  const mirrored = await filesInMirror(source, settings, context.emit);
  const synthetic = await isSynthetic(slug, MIRROR);
  if (!synthetic && withheldFor(source, settings) !== null) return [];
  // A mirror replaces the network only; local files are read all the same.
  if (mirrored.length === 0) return (await local(synthetic)).flat();
  const mirror = {root: MIRROR, synthetic, reread: isOn(settings, 'MIRROR_REREAD'), now, files: read};
  return mirrored.map((file) => () => fetchMirrored(slug, file, mirror, context));
}

/** The files of the mirror that the source reads; warns of the others. */
export async function filesInMirror(source: Source, settings: Settings, emit: Emit): Promise<MirrorFile[]> {
  const slugs = [...new Set([...Object.keys(SOURCES), source.slug])];
  const listed = withoutPages(source, await mirrorFiles(source.slug, slugs, settings), emit);
  return withoutExcluded(source, listed, emit);
}

/** The files that come over the network. */
async function remoteFiles(source: Source, file: SourceFile, context: FetchContext): Promise<Fetch[]> {
  const {slug} = source;
  const {via} = file;
  switch (via.portal) {
    case 'plain':
      return [() => fetchPlain(slug, file, via.url, context)];
    case 'zip':
      return [() => fetchZip(slug, file, via.url, context)];
    case 'ckan-file':
      return [() => fetchCkanFile(slug, file, via, context)];
    case 'ckan-files':
      return ckanFiles(source, file, via, context);
    case 'ckan-datastore':
      return [() => fetchTable(ckanTable(slug, file, via, context), context)];
    case 'socrata':
      return [() => fetchTable(socrataTable(slug, file, via, context), context)];
    case 'arcgis':
      return [async () => fetchTable(await arcgisTable(source, file, via, context), context)];
    case 'arcgis-search':
      return [async () => fetchTable(await searchedTable(slug, file, via, context), context)];
    case 'arcgis-items':
      return itemFiles(slug, file, via, context);
    case 'opendatasoft':
      return [() => fetchOpendatasoft(slug, file, via, context)];
    case 'crawl':
      return [() => fetchCrawl(source, file, via, context)];
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
  if (names.length) emit({kind: 'warning', source: slug, file: '', text});
  return files.filter((file) => !isPage(file));
}

/** Skips excluded files of a mirror, with a warning per reason. */
function withoutExcluded({slug, excluded = []}: Source, files: MirrorFile[], emit: Emit): MirrorFile[] {
  const ruleOf = ({name}: MirrorFile) => excluded.find(({files}) => files.test(name));
  for (const rule of excluded) {
    const names = files.filter((file) => ruleOf(file) === rule).map((file) => file.name);
    const text = `left out: ${rule.content}: ${rule.reason}: ${names.join(', ')}`;
    if (names.length) emit({kind: 'warning', source: slug, file: '', text});
  }
  return files.filter((file) => !ruleOf(file));
}

/** Skips a file with the same bytes as another where duplicates count: it would double its rows. */
function withoutDuplicates(source: string, snapshots: readonly Snapshot[], emit: Emit): Snapshot[] {
  const seen = new Map<string, string>();
  return snapshots.filter(({name, sha256}) => {
    const twin = seen.get(sha256);
    if (twin === undefined) seen.set(sha256, name);
    else emit({kind: 'warning', source, file: name, text: `holds the same bytes as ${twin}: read once`});
    return twin === undefined;
  });
}

/** All results in order; the first failure aborts the others and is thrown once all are closed. */
async function allOrNone(work: readonly Fetch[], failed: AbortController): Promise<Snapshot[]> {
  const errors: unknown[] = [];
  const settled = await Promise.all(
    work.map((start) =>
      start().catch((error: unknown) => {
        errors.push(error);
        failed.abort(error);
        return null;
      }),
    ),
  );
  if (errors.length > 0) throw errors[0];
  return settled.filter((snapshot) => snapshot !== null);
}
