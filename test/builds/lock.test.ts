/** Locks hold between processes, also where these cannot see each other, and end with their holder. */
import {type ChildProcessByStdio, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {expect, type TestContext, test} from 'vitest';

const PROGRAM = fileURLToPath(new URL('../helpers/lock_holder.ts', import.meta.url));
const NODE = [process.execPath, '--disable-warning=ExperimentalWarning', PROGRAM];

/** A process namespace of its own, as a container has; killed with the process that made it. */
const APART = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasNamespaces = spawnSync(APART[0]!, [...APART.slice(1), 'true']).status === 0;

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** A lock of its own, and processes that acquire it; each resolves with what it says first. */
function lock({onTestFinished}: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  const path = join(folder, 'ingest.lock');
  const running: Child[] = [];
  onTestFinished(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, {recursive: true, force: true});
  });
  async function holder(command: readonly string[]): Promise<{child: Child; said: string}> {
    const [program, ...args] = [...command, path];
    const child = spawn(program!, args, {stdio: ['pipe', 'pipe', 'inherit']});
    running.push(child);
    const [text] = await once(child.stdout, 'data');
    return {child, said: String(text).trim()};
  }
  return {path, holder};
}

async function end(child: Child, signal?: 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  if (signal) child.kill(signal);
  else child.stdin.end();
  await ended;
}

const REFUSED = /^another ingest \(process \d+\) works on this data: wait for it$/;

test('one process holds it; the next has it once it is released', async (context) => {
  const {path, holder} = lock(context);
  const first = await holder(NODE);
  expect(first.said).toBe('held');
  expect((await holder(NODE)).said).toMatch(REFUSED);
  await end(first.child);
  expect(existsSync(path)).toBe(false);
  expect((await holder(NODE)).said).toBe('held');
});

test('that of a killed process is taken over at once; that of a stopped one is not', async (context) => {
  const {holder} = lock(context);
  const first = await holder(NODE);
  first.child.kill('SIGSTOP');
  expect((await holder(NODE)).said).toMatch(REFUSED);
  await end(first.child, 'SIGKILL');
  const started = performance.now();
  expect((await holder(NODE)).said).toBe('held');
  expect(performance.now() - started).toBeLessThan(9000);
});

// These wait for ten seconds each: together.
test.concurrent.for<[string, string]>([
  ['of an earlier release', `${process.pid}\n`],
  ['that a power cut left empty', ''],
  ['of an id that another process has now', JSON.stringify({token: 'x', pid: process.pid, started: '1'})],
])('one %s is taken over when it has stood still', async ([, text], context) => {
  const {path, holder} = lock(context);
  writeFileSync(path, text);
  expect((await holder(NODE)).said).toBe('held');
});

test('it holds between containers, as long as its holder lives', {
  concurrent: true,
  skip: !hasNamespaces,
}, async (context) => {
  const {holder} = lock(context);
  const first = await holder([...APART, ...NODE]);
  expect(first.said).toBe('held');
  // Both are process 1 of their namespace, or nearly so, and neither sees the other.
  expect((await holder([...APART, ...NODE])).said).toMatch(REFUSED);
  expect((await holder(NODE)).said).toMatch(REFUSED);
  await end(first.child, 'SIGKILL');
  expect((await holder([...APART, ...NODE])).said).toBe('held');
});
