/** Verifies files in two threads, the largest first. */
import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import type {NamedFile, Verified} from '../file/verify_file.ts';

/** Files at a time: hashing takes a processor each. */
const THREADS = 2;

/** Calls back with what was found of each file, in the order in which they are done. */
export async function verifyFiles<T extends NamedFile>(
  files: readonly T[],
  onVerified: (file: T, verified: Verified) => void,
): Promise<void> {
  const waiting = files.toSorted((a, b) => b.bytes - a.bytes);
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('verify_worker.ts', import.meta.url));
    try {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const {path, bytes, sha256, checksums} = file;
        const given: NamedFile = {path, bytes, sha256, checksums};
        const answer = once(thread, 'message');
        thread.postMessage(given);
        const [verified]: Verified[] = await answer;
        onVerified(file, verified!);
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({length: Math.min(THREADS, files.length)}, work));
}
