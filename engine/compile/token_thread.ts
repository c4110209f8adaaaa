/** Makes the sections of a table's tokens in a thread beside the compiler, which meanwhile makes the others. */
import {Worker} from 'node:worker_threads';
import {type RecordedSection, type SectionWriter, writeRecorded} from '../file/recorded_sections.ts';
import {type SearchedColumn, writeTokens} from '../text/tokens_writer.ts';

const THREAD = new URL('../cli/token_worker.ts', import.meta.url);

/** Tokens of fewer rows are made sooner than a thread starts. */
const MANY_ROWS = 200_000;

/** What the thread is told: columns whose arrays lie in shared memory are not copied. */
export interface TokenTask {
  columns: readonly SearchedColumn[];
  rows: number;
}

/** Tokens that are being made. */
export interface TokensBeside {
  /** Writes their sections, once they are made. */
  write(index: SectionWriter): Promise<void>;
  /** Gives them up where they are not made yet. */
  close(): Promise<void>;
}

/** Begins the tokens of so many rows: in a thread from `manyRows` on, else when they are written. */
export function beginTokens(task: TokenTask, manyRows = MANY_ROWS): TokensBeside {
  if (task.rows < manyRows) {
    return {
      write: async (index) => writeTokens(index, task.columns, task.rows),
      close: async () => undefined,
    };
  }
  const thread = new Worker(THREAD);
  const made = new Promise<RecordedSection[]>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of tokens ended with ${code}`)));
  });
  // It may fail before it is asked for.
  made.catch(() => undefined);
  thread.postMessage(task);
  return {
    write: async (index) => writeRecorded(index, await made),
    close: async () => {
      await thread.terminate();
    },
  };
}
