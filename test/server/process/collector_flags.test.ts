/** What V8 does with the flags of the server, by its own traces, beside what it does without them. */
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {ROOT} from '../../helpers/stack.ts';

const SOON = '--gc-memory-reducer-start-delay-ms=1';
const TRACES = ['--trace-gc', '--trace-parallel-scavenge', '--trace-memory-reducer'];

/** What V8 tells of two threads of a program. */
async function traces(...args: string[]) {
  const program = join(ROOT, 'test/helpers/collector_program.ts');
  const {stdout} = await promisify(execFile)(process.execPath, [...TRACES, SOON, program, ...args]);
  const lines = stdout.split('\n');
  const count = (text: string): number => lines.filter((line) => line.includes(text)).length;
  const heaps = lines.flatMap((line) => (/^\[\d+:(\w+)\].*: Mark-Compact/.exec(line) ?? []).slice(1));
  return {
    heaps: new Set(heaps).size,
    collections: count(': Scavenge'),
    // One line for each thread that took part in one.
    collectors: count('scavenge['),
    plans: count('Memory reducer: waiting'),
  };
}

test('no thread collects again to make its heap small, or waits for others to collect young objects', async () => {
  const [before, after] = await Promise.all([traces(), traces('flags')]);
  expect(before.plans).toBeGreaterThan(0);
  expect(after).toMatchObject({heaps: 2, plans: 0});
  expect(after.collections).toBeGreaterThan(10);
  // The first line of a thread may belong to a collection of both generations.
  expect(after.collectors / after.collections).toBeLessThan(1.2);
});
