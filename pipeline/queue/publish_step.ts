/**
 * The last step of a run: one worker merges, compiles and publishes what the others made, by the code of one
 * process.
 */
import {dataPaths, type Snapshot} from '../../builds/artefacts.ts';
import {writeFileAtomic} from '../../builds/durable.ts';
import type {Source} from '../../datasets/types.ts';
import {KEYS} from '../../storage/documents.ts';
import {storeFiles} from '../../storage/store_files.ts';
import {snapshotOf} from '../fetch/store.ts';
import {type Build, readManifest} from '../publish/current_build.ts';
import {fetchBuild, remoteOf} from '../publish/remote.ts';
import {keepEvents} from '../runtime/events.ts';
import {runSources} from '../steps/run_sources.ts';
import type {MadePart, Steps} from '../steps/steps.ts';
import {entryText, partPaths} from '../write/part.ts';
import {bringObject} from './bring.ts';
import {lockOrBusy, type StepContext} from './context.ts';
import {type RunOutcome, readFetched, readOutcome, readPart} from './documents.ts';
import {givenUp} from './tries.ts';

/** Events of a publishing that planners repeat. */
const TOLD = [
  'warning',
  'failed',
  'normalised',
  'unchanged',
  'absent',
  'compiled',
  'published',
  'uploaded',
] as const;

/** Publishes the build of a run whose sources are all settled; its failures go into the outcome. */
export async function publishStep(context: StepContext): Promise<void> {
  const {store, run, settings, index, now} = context;
  if (await readOutcome(store, run.id)) return;
  const release = await lockOrBusy(dataPaths(settings.DATA_DIR).lock);
  try {
    const {emit, kept} = keepEvents(context.emit, ...TOLD);
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
  await storeFiles(store, KEYS.outcome(run.id), {...outcome, manifest}, [], 'absent');
}

/** The build that was current when the run began, brought to this machine. */
async function buildBefore({store, run, settings, emit}: StepContext): Promise<Build | null> {
  if (!run.before) return null;
  await fetchBuild(store, run.before.build_id, settings, emit);
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
  const names = snapshots.map(({name}) => name);
  if (!stored) throw await givenUp(store, run.id, source.slug, names, key);
  const paths = partPaths(settings.DATA_DIR, source.slug, key);
  const places = [paths.parquet, paths.rejects, paths.rows, paths.files];
  for (const [at, object] of stored.objects.entries()) await bringObject(store, object, places[at]!);
  await writeFileAtomic(paths.entry, entryText(stored.part.entry, stored.part.untold));
  return {...stored.part, made: stored.run === run.id};
}
