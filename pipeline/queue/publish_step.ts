/**
 * The last step of a run: one worker merges, compiles and publishes what the others made, by the code of one
 * process.
 */
import {dataPaths, type Snapshot} from '../../builds/artefacts.ts';
import {writeFileAtomic} from '../../builds/durable.ts';
import {acquireLock} from '../../builds/lock.ts';
import type {Source} from '../../datasets/types.ts';
import {KEYS} from '../../storage/documents.ts';
import {Conflict} from '../../storage/object_store.ts';
import {snapshotOf} from '../fetch/store.ts';
import type {Build} from '../publish/current_build.ts';
import {readManifest} from '../publish/manifest.ts';
import {fetchBuild, remoteOf} from '../publish/remote.ts';
import {runSources} from '../steps/run_sources.ts';
import {GivenUp, type MadePart, type Steps} from '../steps/steps.ts';
import {entryText, partPaths} from '../write/part.ts';
import {bringObject} from './bring.ts';
import {Busy, keepEvents, type StepContext} from './context.ts';
import {type RunOutcome, readFetched, readOutcome, readPart} from './documents.ts';
import {readTries} from './tries.ts';

/** Publishes the build of a run whose sources are all settled; its failures go into the outcome. */
export async function publishStep(context: StepContext): Promise<void> {
  const {store, run, settings, index, now} = context;
  if (await readOutcome(store, run.id)) return;
  const release = await lockData(settings.DATA_DIR);
  try {
    const {emit, kept} = keepEvents(
      context.emit,
      ...([
        'warning',
        'failed',
        'normalised',
        'unchanged',
        'absent',
        'compiled',
        'published',
        'uploaded',
      ] as const),
    );
    const before = await buildBefore(context);
    const remote = remoteOf(store, run.before?.tag ?? null, settings, now, emit);
    const plan = {settings, loadTime: run.load_time, before, index, remote};
    const outcome = await runSources(plan, stepsTaken(context), emit);
    await writeOutcome(context, {...outcome, events: kept});
  } finally {
    release();
  }
}

/** Closes a run; the first outcome stays. */
export async function writeOutcome(
  {store, run}: Pick<StepContext, 'store' | 'run'>,
  outcome: RunOutcome,
): Promise<void> {
  const manifest = outcome.manifest && {...outcome.manifest, index: {}, others: []};
  try {
    await store.write(KEYS.outcome(run.id), `${JSON.stringify({...outcome, manifest})}\n`, 'absent');
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
  }
}

async function lockData(dataDir: string): Promise<() => void> {
  try {
    return await acquireLock(dataPaths(dataDir).lock);
  } catch (error) {
    throw new Busy(error instanceof Error ? error.message : String(error), {cause: error});
  }
}

/** The build that was current when the run began, brought to this machine. */
async function buildBefore({store, run, settings, emit}: StepContext): Promise<Build | null> {
  if (!run.before) return null;
  await fetchBuild(store, run.before.build_id, settings.DATA_DIR, emit);
  const folder = dataPaths(settings.DATA_DIR).build(run.before.build_id);
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error(`${folder} holds no build: remove it and run again`);
  return {folder, manifest, served: true};
}

/** The steps that workers have taken, read from their documents. */
function stepsTaken(context: StepContext): Steps {
  const {store, run, settings} = context;
  const keys = new Map<string, string>();
  return {
    async fetch(source, emit): Promise<Snapshot[] | 'absent'> {
      const fetched = await readFetched(store, run.id, source.slug);
      if (!fetched) throw new Error(`${source.slug}: it was not fetched: run again`);
      for (const event of fetched.events)
        if (event.kind === 'warning' || event.kind === 'failed') emit(event);
      const {result} = fetched;
      if (result === 'absent') return 'absent';
      if ('error' in result) throw new Error(result.error);
      keys.set(source.slug, result.part_key);
      return result.snapshots.map((facts) => snapshotOf(settings.DATA_DIR, source.slug, facts));
    },
    part: (source, snapshots) => bringPart(context, source, snapshots, keys.get(source.slug) ?? ''),
  };
}

/** Brings a part from the bucket. Throws GivenUp where there is none. */
async function bringPart(
  {store, run, settings}: StepContext,
  source: Source,
  snapshots: readonly Snapshot[],
  key: string,
): Promise<MadePart> {
  const stored = await readPart(store, key);
  if (!stored) {
    const {begun, errors} = await readTries(store, run.id, key);
    throw givenUp(
      source.slug,
      snapshots.map(({name}) => name),
      begun,
      errors,
    );
  }
  const paths = partPaths(settings.DATA_DIR, source.slug, key);
  const places = [paths.parquet, paths.rejects, paths.files];
  for (const [at, object] of stored.objects.entries()) await bringObject(store, object, places[at]!);
  await writeFileAtomic(paths.entry, entryText(stored.part.entry, stored.part.untold));
  return {...stored.part, made: stored.run === run.id};
}

/** Why a part was given up: the error of its last try, or that its workers died. */
export function givenUp(source: string, files: string[], tries: number, errors: readonly string[]): GivenUp {
  const message =
    errors.at(-1) ??
    `${source}: workers died ${tries} times while they read ${files.join(', ')}: look at their memory and at the file, then run again`;
  return new GivenUp(message, {source, files, tries});
}
