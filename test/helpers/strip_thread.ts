/**
 * Thread for a test: loads a module in every round, at a time of its own after all threads are ready, through
 * the cache of stripped sources on a disk that takes a while for a file. Sends what was wrong.
 */
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {parentPort, workerData} from 'node:worker_threads';

export interface Given {
  /** Threads that are ready so far, and rounds that have begun. */
  gate: SharedArrayBuffer;
  threads: number;
  /** Place of this one among them. */
  place: number;
  /** A module for each round, which exports its place as `last` in its last line. */
  modules: string[];
  stripCache: string;
}

const {gate, threads, place, modules, stripCache}: Given = workerData;
const shared = new Int32Array(gate);
const [READY, BEGUN] = [0, 1];
const WRITE_MS = 4;
const APART_MS = 1;

const pause = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Half of a file is on the disk for a while before the rest is. */
fs.writeFileSync = (path, data, options) => {
  const bytes = Buffer.from(String(data));
  const flag = (typeof options === 'object' && options?.flag) || 'w';
  const file = fs.openSync(path as string, flag);
  fs.writeSync(file, bytes.subarray(0, bytes.length / 2));
  pause(WRITE_MS);
  fs.writeSync(file, bytes.subarray(bytes.length / 2));
  fs.closeSync(file);
};
syncBuiltinESMExports();
await import(stripCache);

const wrong: string[] = [];
for (const [round, module] of modules.entries()) {
  if (Atomics.add(shared, READY, 1) + 1 === threads * (round + 1)) {
    Atomics.store(shared, BEGUN, round + 1);
    Atomics.notify(shared, BEGUN);
  }
  while (Atomics.load(shared, BEGUN) <= round) Atomics.wait(shared, BEGUN, round);
  pause(APART_MS * place);
  const last = await import(module).then(
    (loaded: {last?: number}) => loaded.last,
    (error: unknown) => error,
  );
  if (last !== round) wrong.push(`round ${round}: ${last}`);
}
parentPort?.postMessage(wrong);
