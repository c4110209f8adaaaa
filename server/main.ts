/** Command: serves the current build over HTTP until stopped. What the process needs is set before V8 has work. */
// The transport reads the environment when it is loaded, and only the main thread can set that of the process.
import './http/header_size.ts';
import {setCollectorFlags} from './process/collector_flags.ts';
import {lowerHelpers} from './process/thread_priority.ts';

lowerHelpers();
setCollectorFlags();
await import('./serve.ts');
