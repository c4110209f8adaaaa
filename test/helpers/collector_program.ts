/**
 * Program for a test: two threads fill their heaps and say what of V8's traces belongs to which, with the
 * flags of the server if told so.
 */
import {isMainThread, Worker} from 'node:worker_threads';
import {setCollectorFlags} from '../../server/process/collector_flags.ts';

const ROUNDS = 8;
/** What was planned for a moment ago happens before this is over. */
const PAUSE_MS = 100;
const OBJECTS = 200_000;

/** Enough for collections of both generations. */
function fill(): number {
  let kept = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const all = Array.from({length: OBJECTS}, (_, i) => ({i, text: `text ${i}`}));
    kept += all.length;
  }
  return kept;
}

if (isMainThread && process.argv[2] === 'flags') setCollectorFlags();
if (fill() !== ROUNDS * OBJECTS) throw new Error('objects are missing');
setTimeout(() => {}, PAUSE_MS);
if (isMainThread) new Worker(new URL(import.meta.url));
