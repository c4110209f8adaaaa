/**
 * Command: serves the current build over HTTP until stopped. Threads start before the modules of the main
 * thread are read: each loads some 260, and a processor would have nothing to do meanwhile.
 */
import {settings} from '../datasets/settings.ts';
// The first thread that loads the transport reads the environment, and only the main thread can set that of
// the process.
import './http/header_size.ts';
import {setCollectorFlags} from './process/collector_flags.ts';
import {threadCounts} from './process/thread_counts.ts';
import {lowerHelpers} from './process/thread_priority.ts';
import {startEarly} from './process/threads.ts';

lowerHelpers();
setCollectorFlags();
try {
  startEarly(threadCounts(settings(process.env)));
} catch {
  // What is wrong with the settings is told below.
}
await import('./serve.ts');
