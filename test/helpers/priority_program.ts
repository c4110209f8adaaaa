/**
 * Program: lowers the priorities of threads as the server does, and tells that of each in nice values: the
 * main one first.
 */
import {readdirSync} from 'node:fs';
import {getPriority} from 'node:os';
import {isMainThread, parentPort, Worker} from 'node:worker_threads';
import {lowerHelpers, yieldToOthers} from '../../server/process/thread_priority.ts';

if (isMainThread) {
  lowerHelpers();
  const thread = new Worker(new URL(import.meta.url));
  thread.once('message', () => {
    const others = readdirSync('/proc/self/task')
      .map(Number)
      .filter((one) => one !== process.pid);
    process.stdout.write(JSON.stringify([process.pid, ...others].map((one) => getPriority(one))));
    process.exit(0);
  });
} else {
  yieldToOthers();
  parentPort?.postMessage('lowered');
  // It must still be there when it is looked at.
  setInterval(() => {}, 1000);
}
