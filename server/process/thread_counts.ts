/** How many threads of each kind the settings ask for. */
import {availableParallelism} from 'node:os';
import {isOn, numeric, type Settings} from '../../datasets/settings.ts';

export interface ThreadCounts {
  /** Threads that answer requests. */
  workers: number;
  /** Threads that answer what is no API; at least one. */
  webThreads: number;
}

export const threadCounts = (values: Settings): ThreadCounts => ({
  workers: numeric(values, 'WORKERS') || availableParallelism(),
  webThreads: isOn(values, 'SITE') ? Math.max(1, numeric(values, 'SITE_THREADS')) : 1,
});
