/**
 * Priorities of threads: where processors are short, requests of the API come first. Only Linux has a
 * priority for each thread.
 */
import {readdirSync} from 'node:fs';
import {constants, getPriority, setPriority} from 'node:os';

/**
 * Making pages has a thirtieth of the weight of answering. A thread that wakes takes the processor at once
 * from one of less weight, unless that has almost used up its slice of some milliseconds: with a third of the
 * weight the API waited three times as long for pages.
 */
const PAGES = 15;

/**
 * Helpers of V8 have a third: they compile and collect for all threads, and what they do must not take for
 * ever.
 */
const HELPERS = 5;

const lower = (thread: number, by: number): void => {
  try {
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + by));
  } catch {
    // A sandbox may forbid it, and a process that is nice already has less: all works the same.
  }
};

const hasPriorities = process.platform === 'linux';

/** Lowers the priority of the calling thread, which makes pages. */
export function yieldToOthers(): void {
  if (hasPriorities) lower(0, PAGES);
}

/**
 * Lowers that of the helpers of V8. Call it first of all: it takes every thread but the main one for such a
 * helper.
 */
export function lowerHelpers(): void {
  if (!hasPriorities) return;
  for (const thread of readdirSync('/proc/self/task').map(Number)) {
    if (thread !== process.pid) lower(thread, HELPERS);
  }
}
