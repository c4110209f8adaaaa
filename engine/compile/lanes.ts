/** Compiles families beside each other: one in this process, one in a process of its own. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {availableParallelism} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type IndexEntry, inBuild} from '../../datasets/artefacts.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {compileFamily, type Family} from './families.ts';

const WORKER = fileURLToPath(new URL('../cli/compile_worker.ts', import.meta.url));

/** Fewer rows are compiled sooner than a second process starts. */
const PARALLEL_ROWS = 200_000;

/** What a worker process is told at its start, as arguments. */
export interface WorkerStart {
  dir: string;
  memory_mb: number;
  temporary: string;
  threads: number;
}

/** What it answers to the name of a table. */
export type WorkerAnswer = {entries: Omit<IndexEntry, 'key'>[]} | {error: string};

/** A family that is to be compiled, and its rows. */
export interface Job {
  family: Family;
  rows: number;
}

type OnMade = (job: Job, entries: Omit<IndexEntry, 'key'>[], ms: number) => void;

/** What compiles one family after the other. */
interface Lane {
  compile(family: Family): Promise<Omit<IndexEntry, 'key'>[]>;
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
}

/**
 * Compiles all families, the largest first; calls back as each is made. Two lanes have half of `memory_mb` each; a family that does
 * not fit its half is compiled again, alone and with the whole. Throws what the first failed one threw.
 */
export async function compileFamilies(
  {dir, memory_mb, jobs, open, parallelRows = PARALLEL_ROWS}: FamiliesOptions,
  onMade: OnMade,
): Promise<void> {
  const queue = [...jobs].sort((a, b) => b.rows - a.rows);
  if (queue.length === 0) return;
  const beside = queue.slice(1).reduce((sum, {rows}) => sum + rows, 0);
  const isShared = queue.length > 1 && beside >= parallelRows && availableParallelism() > 1;
  const folder = join(dir, inBuild.indexes);
  const [here, there] = TEMPORARY.map((name) => join(folder, name));
  const local = async (memory: number, threads: number | null) =>
    localLane(await open(memory, here!, threads), folder);
  // DuckDB works on the next rows of a lane while the lane encodes: one thread each, and rows come in the order of their file.
  const threads = Math.max(1, Math.floor(availableParallelism() / 2));
  if (!isShared) {
    await runLanes([await local(memory_mb, threads)], queue, onMade, null);
    return;
  }
  const share = memory_mb / 2;
  const tooLarge: Job[] = [];
  const lanes = [
    await local(share, threads),
    workerLane({dir, memory_mb: share, temporary: there!, threads}),
  ];
  await runLanes(lanes, queue, onMade, tooLarge);
  if (tooLarge.length > 0) await runLanes([await local(memory_mb, null)], tooLarge, onMade, null);
}

/** DuckDB's message where a statement does not fit its memory and cannot spill. */
const OUT_OF_MEMORY = /^Out of Memory Error/;

/** Runs all jobs on the lanes and closes them. Jobs that need more memory go to `tooLarge`; null where there is no more. */
async function runLanes(
  lanes: readonly Lane[],
  queue: Job[],
  onMade: OnMade,
  tooLarge: Job[] | null,
): Promise<void> {
  const run = async (lane: Lane) => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const startedAt = performance.now();
      try {
        onMade(job, await lane.compile(job.family), performance.now() - startedAt);
      } catch (error) {
        if (tooLarge && error instanceof Error && OUT_OF_MEMORY.test(error.message)) {
          tooLarge.push(job);
          continue;
        }
        queue.length = 0;
        throw error;
      }
    }
  };
  // A lane that still compiles is waited for: it writes to the same folder.
  const ended = await Promise.allSettled(lanes.map(run));
  for (const lane of lanes) lane.close();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

function localLane(db: CompileDb, folder: string): Lane {
  return {compile: (family) => compileFamily(db, family, folder), close: () => db.close()};
}

function workerLane(start: WorkerStart): Lane {
  let child: ChildProcess | null = null;
  let ended: Promise<never> | null = null;
  return {
    async compile({base}) {
      child ??= fork(WORKER, [JSON.stringify(start)], {stdio: ['ignore', 'ignore', 'inherit', 'ipc']});
      ended ??= once(child, 'exit').then(([code]) => {
        throw new Error(`the process that compiles beside this one ended with ${code}`);
      });
      // A process that ends between two tables is noticed with the next.
      ended.catch(() => undefined);
      const answered = once(child, 'message') as Promise<[WorkerAnswer]>;
      child.send(base.name);
      const [answer] = await Promise.race([answered, ended]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.entries;
    },
    close: () => child?.kill(),
  };
}
