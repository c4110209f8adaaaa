/** Starts the threads of this engine's commands; `cli/worker.ts` is the program of all of them. */
import {Worker} from 'node:worker_threads';
import type {Build} from '../file/build_files.ts';
import type {NamedFile} from '../file/verify_file.ts';

/** A table that is compiled with its views, and its rows. */
export interface Job {
  table: string;
  rows: number;
}

/** How many items of a list threads have taken, those of each in turn from one end of it. */
export type Taken = Int32Array<SharedArrayBuffer>;

export const noneTaken = (): Taken => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Takes one more of so many items; gives how many were taken before, or null where none is left. */
export function takeOne(taken: Taken, items: number): number | null {
  const before = Atomics.add(taken, 0, 1);
  return before < items ? before : null;
}

/** The tables that a thread may compile. */
export interface Share {
  build: Build;
  /** Of its database. */
  memory_mb: number;
  jobs: readonly Job[];
  taken: Taken;
  /** From which end it takes them: no other thread takes them from there. */
  end: 'first' | 'last';
  /** Whether a table that does not fit its memory is left for later. */
  mayLeave: boolean;
}

/** What a thread does. */
export type ThreadJob =
  | {kind: 'compile'; share: Share}
  | {kind: 'verify'; files: readonly NamedFile[]; taken: Taken};

/** Does a job in a thread, calls back with all that it posts, and throws what it threw. */
export async function runInThread<Post>(job: ThreadJob, onPost: (post: Post) => void): Promise<void> {
  const thread = new Worker(new URL('../cli/worker.ts', import.meta.url), {workerData: job});
  thread.on('message', onPost);
  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject);
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a thread (${job.kind}) ended with ${code}`)),
    );
  });
}
