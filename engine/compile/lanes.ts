/** Compiles families beside each other: one in this process, one in a process of its own. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type IndexEntry, inBuild} from '../../datasets/artefacts.ts';
import {type CompileDb, isOutOfMemory} from '../sql/compile_db.ts';
import {collectGarbage} from './collect_garbage.ts';
import {compileStep, type Step, type StepEntries, stepsOf} from './families.ts';
import type {PreviousBuild} from './previous_build.ts';
import {type Job, StepQueue, type Task, tasksOf} from './step_queue.ts';

const WORKER = fileURLToPath(new URL('../cli/compile_worker.ts', import.meta.url));

/** Fewer rows are compiled sooner than a second process starts. */
const PARALLEL_ROWS = 200_000;

/** What a worker process is told at its start, as arguments. */
export interface WorkerStart {
  dir: string;
  memory_mb: number;
  temporary: string;
  threads: number;
  /** Folder of the build whose files may be taken over. */
  previous: string | null;
}

/** What it is to do next: a step of the family of a table. */
export interface WorkerTask {
  table: string;
  step: Step;
  rows: number;
  isAlone: boolean;
}

/** What it answers. */
export type WorkerAnswer = {entries: StepEntries} | {error: string};

type OnMade = (job: Job, entries: Omit<IndexEntry, 'key'>[], ms: number) => void;

type OnStep = (task: Task, entries: StepEntries, ms: number) => void;

/** What makes one step after the other. */
interface Lane {
  compile(task: Task): Promise<StepEntries>;
  close(): void;
}

/** Folders of temporary files below `index/`, which a finished build lacks. */
export const TEMPORARY = ['.tmp', '.tmp.worker'] as const;

interface FamiliesOptions {
  dir: string;
  memory_mb: number;
  jobs: readonly Job[];
  /** Opens the database of this process. */
  open: (memory_mb: number, temporary: string, threads: number | null) => Promise<CompileDb>;
  /** Rows beside those of the largest family from which on a second process is started. */
  parallelRows?: number | undefined;
  previous: PreviousBuild | null;
}

/**
 * Compiles all families, the largest step first where memory allows; calls back as each is made. Two lanes have half of `memory_mb` each; a step that does
 * not fit its half is made again, alone and with the whole. Throws what the first failed one threw.
 */
export async function compileFamilies(
  {dir, memory_mb, jobs, open, parallelRows = PARALLEL_ROWS, previous}: FamiliesOptions,
  onMade: OnMade,
): Promise<void> {
  const queue = new StepQueue(tasksOf(jobs));
  if (queue.length === 0) return;
  const onStep = whenComplete(onMade);
  const isShared = queue.length > 1 && queue.beside >= parallelRows && availableParallelism() > 1;
  const folder = join(dir, inBuild.indexes);
  const [here, there] = TEMPORARY.map((name) => join(folder, name));
  const local = async (memory: number, threads: number | null) =>
    localLane(await open(memory, here!, threads), folder, previous);
  // DuckDB works on the next rows of a lane while the lane encodes: one thread each, and rows come in the order of their file.
  const threads = Math.max(1, Math.floor(availableParallelism() / 2));
  if (!isShared) {
    await runLanes([await local(memory_mb, threads)], queue, onStep, null);
    return;
  }
  const share = memory_mb / 2;
  const tooLarge: Task[] = [];
  const lanes = [
    await local(share, threads),
    workerLane({dir, memory_mb: share, temporary: there!, threads, previous: previous?.dir ?? null}),
  ];
  await runLanes(lanes, queue, onStep, tooLarge);
  if (tooLarge.length > 0)
    await runLanes([await local(memory_mb, null)], new StepQueue(tooLarge), onStep, null);
}

/** Calls back when all steps of a job are made, with the entries of its members and the time of all. */
function whenComplete(onMade: OnMade): OnStep {
  const made = new Map<Job, {steps: Map<Step, StepEntries>; ms: number}>();
  return ({job, step}, entries, ms) => {
    const one = made.get(job) ?? {steps: new Map<Step, StepEntries>(), ms: 0};
    made.set(job, one);
    one.steps.set(step, entries);
    one.ms += ms;
    const all = stepsOf(job.family);
    if (one.steps.size < all.length) return;
    const parts = all.map((step) => one.steps.get(step)!);
    // The step of the index gives what every entry has.
    const whole = parts[0]!.map((_, i) => Object.assign({}, ...parts.map((part) => part[i])));
    onMade(job, whole as Omit<IndexEntry, 'key'>[], one.ms);
  };
}

/** Runs all steps on the lanes and closes them. Those that need more memory go to `tooLarge`; null where there is no more. */
async function runLanes(
  lanes: readonly Lane[],
  queue: StepQueue,
  onStep: OnStep,
  tooLarge: Task[] | null,
): Promise<void> {
  const run = async (lane: Lane) => {
    for (let task = queue.take(); task; task = queue.take()) {
      const startedAt = performance.now();
      try {
        onStep(task, await lane.compile(task), performance.now() - startedAt);
      } catch (error) {
        if (tooLarge && isOutOfMemory(error)) {
          tooLarge.push(task);
          continue;
        }
        queue.clear();
        throw error;
      } finally {
        queue.end(task);
      }
    }
  };
  // A lane that still compiles is waited for: it writes to the same folder.
  const ended = await Promise.allSettled(lanes.map(run));
  for (const lane of lanes) lane.close();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

function localLane(db: CompileDb, folder: string, previous: PreviousBuild | null): Lane {
  return {
    compile: ({job, step, isAlone}) =>
      made(compileStep(db, job.family, step, {folder, previous, isAlone}), job.rows),
    close: () => db.close(),
  };
}

/** What a step gave, once what it left behind is freed. */
export async function made(entries: Promise<StepEntries>, rows: number): Promise<StepEntries> {
  try {
    return await entries;
  } finally {
    collectGarbage(rows);
  }
}

function workerLane(start: WorkerStart): Lane {
  let child: ChildProcess | null = null;
  let ended: Promise<never> | null = null;
  return {
    async compile({job: {family, rows}, step, isAlone}) {
      child ??= fork(WORKER, [JSON.stringify(start)], {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
      ended ??= once(child, 'exit').then(([code]) => {
        throw new Error(`the process that compiles beside this one ended with ${code}`);
      });
      // A process that ends between two tables is noticed with the next.
      ended.catch(() => undefined);
      const answered = once(child, 'message') as Promise<[WorkerAnswer]>;
      child.send({table: family.base.name, step, rows, isAlone} satisfies WorkerTask);
      const [answer] = await Promise.race([answered, ended]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.entries;
    },
    close: () => child?.kill(),
  };
}
