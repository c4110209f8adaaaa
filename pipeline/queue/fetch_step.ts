/** The first step of a source: its files, and the key of the part that they make. */
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {KEYS} from '../../storage/documents.ts';
import {BadObject} from '../../storage/download.ts';
import {storeFiles} from '../../storage/store_files.ts';
import {fetchSource} from '../fetch/fetch_source.ts';
import {newestSidecars, replaceSidecars, type Sidecar, snapshotOf} from '../fetch/store.ts';
import {publishedFiles} from '../publish/current_build.ts';
import {messageOf} from '../runtime/errors.ts';
import {keepEvents} from '../runtime/events.ts';
import {partKey} from '../write/part.ts';
import {bringObject} from './bring.ts';
import {loadDate, lockOrBusy, manifestBefore, type StepContext} from './context.ts';
import {type Fetched, readFetched, readRawFiles} from './documents.ts';

/**
 * Fetches a source unless the run has done so. Errors of the source go into the document; errors of the store
 * are thrown.
 */
export async function fetchStep(context: StepContext, source: Source): Promise<void> {
  const {store, run, settings} = context;
  const {slug} = source;
  if (await readFetched(store, run.id, slug)) return;
  const {DATA_DIR: dataDir} = settings;
  // Two fetches of a source in one folder would write the same partial downloads.
  const release = await lockOrBusy(join(dataPaths(dataDir).raw(slug), 'fetch.lock'), 'fetch');
  try {
    await bringRawFiles(context, slug);
    const {emit, kept} = keepEvents(context.emit, 'started', 'fetched', 'warning', 'failed');
    const fetched: Omit<Fetched, 'objects'> = {slug, result: 'absent', events: kept};
    let files: ReturnType<typeof filesOf> = [];
    try {
      const published = publishedFiles(await manifestBefore(context));
      const now = () => loadDate(run);
      const effects = {dataDir, settings, http: context.http, now, published, looksInto: true as const};
      const snapshots = await fetchSource(source, effects, emit);
      if (snapshots !== 'absent') {
        const sidecars = snapshots.map(({path: _, ...facts}) => facts);
        fetched.result = {snapshots: sidecars, part_key: await partKey(source, snapshots)};
        files = filesOf(dataDir, slug, sidecars);
        await storeRawFiles(context, slug);
      }
    } catch (error) {
      if (!kept.some(({kind}) => kind === 'failed')) throw error;
      fetched.result = {error: messageOf(error)};
    }
    await storeFiles(store, KEYS.fetched(run.id, slug), fetched, files, 'absent');
  } finally {
    release();
  }
}

/** The files of a source in its folder. */
const filesOf = (dataDir: string, slug: string, sidecars: readonly Sidecar[]) =>
  sidecars.map((facts) => snapshotOf(dataDir, slug, facts));

/**
 * Makes the last fetch of any machine the last one of this machine. What the bucket has lost is fetched anew.
 */
async function bringRawFiles({store, settings}: StepContext, slug: string): Promise<void> {
  const known: Sidecar[] = [];
  for (const facts of (await readRawFiles(store, slug))?.sidecars ?? []) {
    try {
      await bringObject(store, facts, snapshotOf(settings.DATA_DIR, slug, facts).path);
      known.push(facts);
    } catch (error) {
      if (!(error instanceof BadObject)) throw error;
    }
  }
  await replaceSidecars(settings.DATA_DIR, slug, known);
}

/** Stores the sidecars from which the next fetch of any machine goes on. */
async function storeRawFiles({store, settings}: StepContext, slug: string): Promise<void> {
  const sidecars = await newestSidecars(settings.DATA_DIR, slug);
  await storeFiles(store, KEYS.raw(slug), {sidecars}, filesOf(settings.DATA_DIR, slug, sidecars), 'any');
}
