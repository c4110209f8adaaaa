/**
 * Loaded before the server by `make soak`: every second each thread writes a line to the file of
 * SOAK_THREADS: its heap, and the longest time for which its event loop stood still.
 */
import {appendFileSync} from 'node:fs';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {threadId} from 'node:worker_threads';
import {answers} from './answers.js';

const RESOLUTION_MS = 5;
const path = process.env['SOAK_THREADS'];

if (path) {
  const delay = monitorEventLoopDelay({resolution: RESOLUTION_MS});
  delay.enable();
  setInterval(() => {
    const {heapUsed, external} = process.memoryUsage();
    const line = {
      at: Date.now(),
      thread: threadId,
      answers,
      heapMb: heapUsed / 2 ** 20,
      externalMb: external / 2 ** 20,
      stillMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS),
    };
    delay.reset();
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }, 1000).unref();
}
