/**
 * Preloaded by the bench of syncs: appends how many flushes a program made, and how long they took, to
 * SYNCS_FILE.
 */
import {appendFileSync} from 'node:fs';
import {open} from 'node:fs/promises';

type Flush = (this: object) => Promise<void>;

const handle = await open('/dev/null');
const prototype = Object.getPrototypeOf(handle) as Record<'sync' | 'datasync', Flush>;
await handle.close();
let [count, ms, running, since] = [0, 0, 0, 0];
for (const name of ['sync', 'datasync'] as const) {
  const flush = prototype[name];
  prototype[name] = async function timed() {
    count++;
    if (running++ === 0) since = performance.now();
    try {
      await flush.call(this);
    } finally {
      // Flushes at the same time count once.
      if (--running === 0) ms += performance.now() - since;
    }
  };
}
process.on('exit', () => appendFileSync(process.env['SYNCS_FILE'] ?? '/dev/null', `${count} ${ms}\n`));
