/** Fetching a source: every declared file from its portal, or what a mirror holds for it, into the store. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import {SOURCES} from '../../datasets/index.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import type {Tell} from '../events.ts';
import {fetchCkanDatastore, fetchCkanFile} from './ckan.ts';
import {LIVE, type Visit} from './download.ts';
import {FetchError} from './errors.ts';
import type {Http} from './http.ts';
import {fetchMirrored, isSynthetic, mirrorFiles} from './mirror.ts';
import {fetchPlain} from './plain.ts';
import {openStore, stamp} from './store.ts';
import {fetchZip} from './zip.ts';

export interface Effects {
  dataDir: string;
  settings: Settings;
  http: Http;
  now: () => Date;
  signal?: AbortSignal;
}

/**
 * Snapshots of all files of a source, in the order of its declaration (a mirror: in the order of names or of the
 * map), or `absent` when the mirror has nothing for it. Throws FetchError as soon as one file fails; the others stop,
 * and what has arrived is resumed by the next run.
 */
export async function fetchSource(
  source: Source,
  {dataDir, settings, http, now, signal}: Effects,
  tell: Tell,
): Promise<Snapshot[] | 'absent'> {
  const deadline_ms = numeric(settings, 'FETCH_SOURCE_MS');
  const deadline = AbortSignal.timeout(deadline_ms);
  const failed = new AbortController();
  const signals = [deadline, failed.signal, ...(signal ? [signal] : [])];
  const visit: Visit = {
    http,
    store: openStore(dataDir, source.slug),
    tell,
    signal: AbortSignal.any(signals),
    at: stamp(now()),
  };
  try {
    const work = await plan(source, settings, visit);
    if (work.length === 0) return 'absent';
    const origin = settings.MIRROR || LIVE;
    tell({kind: 'started', source: source.slug, files: work.length, origin});
    return await all(work, failed);
  } catch (error) {
    signal?.throwIfAborted();
    const late = `not complete after ${deadline_ms} ms`;
    const remedy = 'run again (partial files are resumed) or raise FETCH_SOURCE_MS';
    const told = deadline.aborted
      ? new FetchError({source: source.slug, file: '', url: source.page}, late, remedy, error)
      : error;
    tell({kind: 'failed', source: source.slug, error: told instanceof Error ? told.message : String(told)});
    throw told;
  }
}

type Work = () => Promise<Snapshot>;

async function plan({slug, files}: Source, settings: Settings, visit: Visit): Promise<Work[]> {
  const {MIRROR} = settings;
  if (!MIRROR) return files.map((file) => () => fetchLive(slug, file, visit));
  const slugs = [...new Set([...Object.keys(SOURCES), slug])];
  const found = await mirrorFiles(slug, slugs, settings);
  if (found.length === 0) return [];
  const synthetic = await isSynthetic(slug, MIRROR);
  return found.map((file) => () => fetchMirrored(slug, file, MIRROR, synthetic, visit));
}

function fetchLive(slug: string, file: SourceFile, visit: Visit): Promise<Snapshot> {
  const {via} = file;
  switch (via.portal) {
    case 'plain':
      return fetchPlain(slug, file, via.url, visit);
    case 'zip':
      return fetchZip(slug, file, via.url, visit);
    case 'ckan-file':
      return fetchCkanFile(slug, file, via, visit);
    case 'ckan-files':
      throw new Error(
        `${slug}: ${file.name}: a list of files of a portal cannot be fetched yet; use MIRROR=`,
      );
    case 'ckan-datastore':
      return fetchCkanDatastore(slug, file, via, visit);
  }
}

/** All results in order; the first failure stops the rest and is thrown once every file is closed. */
async function all(work: readonly Work[], failed: AbortController): Promise<Snapshot[]> {
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
