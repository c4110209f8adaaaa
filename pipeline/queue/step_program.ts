/** Runs the steps of a worker, one at a time, in the process of `step_process.ts`. */
import {writeFileSync} from 'node:fs';
import {numeric, type Settings, settings} from '../../datasets/settings.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {openStore} from '../../storage/open_store.ts';
import {createHttpClient} from '../fetch/http.ts';
import {enginePrograms} from '../publish/engine_programs.ts';
import {messageOf} from '../runtime/errors.ts';
import type {Event} from '../runtime/events.ts';
import {Busy, type StepContext, settingsOf, sourceNamed} from './context.ts';
import {readRun} from './documents.ts';
import {fetchStep} from './fetch_step.ts';
import type {JobData} from './jobs.ts';
import {partStep} from './part_step.ts';
import {publishStep} from './publish_step.ts';

/** What a worker asks for: a job, with the memory of a part. */
export type Task = JobData & {memoryMb?: number};

/** How a step ended. `busy`: no failure of it. */
export type End = {done: true} | {error: string; busy: boolean};

/** Messages to the worker: events, then the end. */
export type Answer = {event: Event} | End;

async function take(task: Task, store: ObjectStore, machine: Settings, emit: StepContext['emit']) {
  const run = await readRun(store, task.run);
  // It was over long ago, and is pruned.
  if (!run) return;
  const all = settingsOf(machine, run);
  const http = createHttpClient(all);
  const context = {store, run, settings: all, http, index: enginePrograms, now: () => new Date(), emit};
  try {
    if (task.step === 'fetch') await fetchStep(context, sourceNamed(task.slug));
    else if (task.step === 'part')
      await partStep(context, sourceNamed(task.slug), task.memoryMb ?? numeric(all, 'MEMORY_MB'));
    else await publishStep(context);
  } finally {
    await http.close();
  }
}

/** Where memory runs out, the system shall end this process and not the worker, which counts the try. */
function volunteerForOutOfMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not on Linux.
  }
}

const answer = (message: Answer): void => {
  process.send?.(message);
};
volunteerForOutOfMemory();
const machine = settings(process.env);
let store: ObjectStore | null = null;

process.on('message', async (task: Task) => {
  try {
    store ??= await openStore(machine.PUBLISH_TO, 'PUBLISH_TO');
    await take(task, store, machine, (event) => answer({event}));
    answer({done: true});
  } catch (error) {
    answer({error: messageOf(error), busy: error instanceof Busy});
  }
});
