/** Starts the threads of this engine's commands; `cli/worker.ts` is the program of all of them. */
import {Worker} from 'node:worker_threads';
import type {Build} from '../file/build_files.ts';
import type {NamedFile} from '../file/verify_file.ts';

/** A table that is compiled with its views, and its rows. */
export interface Job {
  table: string;
  rows: number;
}

/** The tables that a thread may compile. */
export interface Share {
  build: Build;
  /** Of its database. */
  memory_mb: number;
  jobs: readonly Job[];
  /** Which of them are taken, by any thread. */
  taken: Int32Array<SharedArrayBuffer>;
  /** From which end it takes them. */
  end: 'first' | 'last';
  /** Whether a table that does not fit its memory is left for later. */
  mayLeave: boolean;
}

/** What a thread does. */
export type ThreadJob =
  | {kind: 'compile'; share: Share}
  | {kind: 'verify'; files: readonly NamedFile[]; taken: Int32Array<SharedArrayBuffer>};

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
