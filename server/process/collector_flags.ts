/**
 * How V8 collects the heaps of all threads. Its defaults suit programs that pause; answers take milliseconds,
 * and both processors of a small machine have work.
 */
import {setFlagsFromString} from 'node:v8';

const FLAGS = [
  // A thread that was busy and could be idle now is collected to make its heap small, and at once it needs it
  // again: 25 to 45 ms for a page and those behind it. What closed builds held goes by `collect_garbage.ts`.
  // The flag that turns the reducer off counts for threads that start later; this one, for the thread that
  // sets it, too.
  '--memory-reducer-gc-count=0',
  // A young generation of pages is collected in half a millisecond by the thread itself. With helpers it
  // waits for the slowest of them, which waits for a processor: ten times as long where other threads have
  // work, and no shorter where they have none.
  '--no-parallel-scavenge',
];

/**
 * Sets the flags of the process. Call it first of all, before threads start: V8 ends a process whose reducer
 * has already collected when it may do so no more.
 */
export function setCollectorFlags(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
