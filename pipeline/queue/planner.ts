/**
 * `make ingest` with QUEUE_URL: plans a run, queues its jobs until the bucket has its outcome, and tells how
 * far it is.
 */
import {setTimeout} from 'node:timers/promises';
import type {Settings} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import type {HttpClient} from '../fetch/http.ts';
import type {IndexPrograms} from '../publish/engine_programs.ts';
import {messageOf} from '../runtime/errors.ts';
import {type Emit, isFrequent} from '../runtime/events.ts';
import {type Outcome, selectedSources} from '../steps/run_sources.ts';
import {Busy, settingsOf} from './context.ts';
import type {Run} from './documents.ts';
import {fetchStep} from './fetch_step.ts';
import {type JobEvents, type Jobs, lockMs, openJobs} from './jobs.ts';
import {openRun} from './open_run.ts';
import {watchRun} from './run_state.ts';

/** Comparisons of bucket and queue in the time in which a lost worker is noticed. */
const LOOKS = 6;

const BUSY_MS = 200;

export interface PlannerEffects {
  store: ObjectStore;
  http: HttpClient;
  index: IndexPrograms;
  now: () => Date;
  /** A line for the operator, apart from the events. */
  note: (text: string) => void;
}

/**
 * Settles when the run is over. Throws for settings that lack something, and while the bucket cannot be
 * reached.
 */
export async function queueIngest(
  settings: Settings,
  effects: PlannerEffects,
  emitAll: Emit,
): Promise<Outcome> {
  const {store, note} = effects;
  const once = tellOnce(note);
  const everyMs = lockMs(settings) / LOOKS;
  let news = Promise.withResolvers<void>();
  const emit = emitOnce(emitAll);
  const events: JobEvents = {
    onEvent: emit,
    onEnd: () => news.resolve(),
    onFailure: (job, reason) => once(`job ${job} is repeated: ${reason}`),
  };
  const jobs = openJobs(settings, events);
  try {
    const run = await openRun(store, settings, effects.now);
    const sources = selectedSources(settingsOf(settings, run));
    const slugs = sources.map(({slug}) => slug);
    emit({kind: 'selected', source: 'build', sources: slugs});
    await fetchLocal(sources, settings, run, effects, emit);
    const watcher = watchRun(store, run, slugs, emit);
    for (;;) {
      const {pending, outcome} = await watcher.look();
      if (outcome) {
        outcome.events.forEach(emit);
        const {manifest, failures, changed, poison} = outcome;
        return {manifest, failures, changed, poison};
      }
      await queueMissing(jobs, run, pending, everyMs, once);
      await Promise.race([news.promise, setTimeout(everyMs, undefined, {ref: false})]);
      news = Promise.withResolvers();
    }
  } finally {
    await jobs.close();
  }
}

/** Queues what is missing. A queue that cannot be reached is waited for: nothing of the run is lost. */
async function queueMissing(
  jobs: Jobs,
  {id}: Run,
  pending: Parameters<Jobs['ensure']>[1],
  withinMs: number,
  once: (text: string) => void,
): Promise<void> {
  const late = setTimeout(Math.max(withinMs, 5000), 'late' as const, {ref: false});
  const work = (async () => {
    await jobs.ensure(id, pending);
    if ((await jobs.workers()) === 0) once('no worker is connected: start `make worker`');
  })();
  try {
    if ((await Promise.race([work, late])) === 'late') once('QUEUE_URL does not answer: waiting for it');
  } catch (error) {
    once(`the queue refuses jobs, they are sent again: ${messageOf(error)}`);
  }
  // It ends when the queue is back, or with this process.
  work.catch(() => {});
}

/** Files that `make analyse` wrote on this machine are on no other one: their sources are fetched here. */
async function fetchLocal(
  sources: readonly Source[],
  machine: Settings,
  run: Run,
  effects: PlannerEffects,
  emit: Emit,
): Promise<void> {
  const settings = settingsOf(machine, run);
  const isLocal = ({files}: Source) => files.some(({via}) => via.portal === 'local');
  for (const source of sources.filter(isLocal)) {
    const fetch = async (): Promise<void> => {
      try {
        await fetchStep({...effects, run, settings, emit}, source);
      } catch (error) {
        if (!(error instanceof Busy)) throw error;
        // Another planner of this machine is at it.
        await setTimeout(BUSY_MS);
        return fetch();
      }
    };
    await fetch();
  }
}

/**
 * Jobs, documents and the outcome tell the same events: each is passed on once. What goes on is passed on
 * always.
 */
function emitOnce(emit: Emit): Emit {
  const told = new Set<string>();
  return (event) => {
    const text = JSON.stringify(event);
    if (told.has(text)) return;
    if (!isFrequent(event) && event.kind !== 'stage' && event.kind !== 'waiting') told.add(text);
    emit(event);
  };
}

function tellOnce(note: (text: string) => void): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (!told.has(text)) note(text);
    told.add(text);
  };
}
