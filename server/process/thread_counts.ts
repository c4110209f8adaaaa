/** How many threads of each kind the settings ask for. */
import {availableParallelism} from 'node:os';
import {isOn, numeric, type Settings} from '../../datasets/settings.ts';

export interface ThreadCounts {
  /** Threads that answer requests. */
  workers: number;
  /** Threads that make pages. */
  pageThreads: number;
}

export const threadCounts = (values: Settings): ThreadCounts => ({
  workers: numeric(values, 'WORKERS') || availableParallelism(),
  pageThreads: isOn(values, 'SITE') ? numeric(values, 'SITE_THREADS') : 0,
});
