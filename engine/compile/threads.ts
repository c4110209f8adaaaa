/** Starts the threads of this engine's commands; `cli/worker.ts` is the program of all of them. */
import {Worker} from 'node:worker_threads';
import type {NamedFile} from '../file/verify_file.ts';
import type {Share} from './compile_tables.ts';

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
