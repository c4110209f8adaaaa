/**
 * Steps of a program as system calls: listed in an undisturbed run, then stopped, killed or failed one at a
 * time by strace.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {watch} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {programCache} from '../helpers/program_cache.ts';

/** Calls by which files and names reach a disk. */
export const CALLS = [
  'rename',
  'symlink',
  'link',
  'mkdir',
  'unlink',
  'rmdir',
  'fsync',
  'fdatasync',
  'ftruncate',
  'write',
  'pwrite64',
] as const;

/** One call of a program. */
export interface Site {
  call: string;
  /** What strace finds the call by: the first path that it names, or that of its descriptor. */
  path: string;
  /** Which call of its kind with this path, within its thread. */
  nth: number;
}

export interface Program {
  /** Path of the program. */
  path: string;
  env: Record<string, string>;
  /** Calls that touch nothing below it are no steps. */
  below: string;
  /** File for what strace tells. */
  trace: string;
}

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
  /** Whether the call was reached. */
  reached: boolean;
}

/** What was killed: the ingest, or a program that it runs. */
export type Killed = 'ingest' | 'child';

/** Far more than an undisturbed run takes on a busy machine. */
const LONGEST_MS = 120_000;

/** Long enough for the kill; strace waits so long for a thread that it holds, even for a dead one. */
const HELD_US = 3_000_000;

function start({path, env, trace}: Program, options: readonly string[]): ChildProcess {
  const args = ['-f', '-qq', '-y', '-s', '4096', '--seccomp-bpf', ...options, '-o', trace];
  return spawn('strace', [...args, process.execPath, '--disable-warning=ExperimentalWarning', path], {
    // Node.js spreads its calls over threads, and strace counts by thread.
    env: {PATH: process.env['PATH'], UV_THREADPOOL_SIZE: '1', ...programCache(), ...env},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** The end of a program, which must come. */
async function endOf(child: ChildProcess): Promise<Omit<Ended, 'reached'>> {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done, failed) => {
    child.once('error', failed);
    child.once('close', (...ended) => done(ended));
  });
  clearTimeout(timer);
  if (hangs) throw new Error(`the program did not end within ${LONGEST_MS / 1000} s`);
  const said = stderr.split('\n').filter((line) => !line.startsWith('strace: Requested path'));
  return {code, signal, stderr: said.join('\n')};
}

/** The call that a line of strace tells of, without its count; null for ends of calls and others. */
function stepOf(line: string, below: string): {thread: string; call: string; path: string} | null {
  const [, thread = '', call = '', rest = ''] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
  const described = /^\d+<([^>]*)>/.exec(rest)?.[1];
  const [first, second] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => path);
  // A symbolic link names its target first.
  const path = described ?? (call === 'symlink' ? second : first) ?? '';
  return path.startsWith(`${below}/`) || path === below ? {thread, call, path} : null;
}

/**
 * Runs the program undisturbed; throws where it fails. Returns its calls in the order in which they began.
 */
export async function sitesOf(program: Program): Promise<Site[]> {
  const ended = await endOf(start(program, ['-e', `trace=${CALLS.join(',')}`]));
  if (ended.code !== 0) throw new Error(`the undisturbed run failed:\n${ended.stderr}`);
  const counts = new Map<string, number>();
  const sites = new Map<string, Site>();
  for (const line of (await readFile(program.trace, 'utf8')).split('\n')) {
    const step = stepOf(line, program.below);
    if (!step) continue;
    const {thread, call, path} = step;
    const nth = (counts.get(`${thread} ${call} ${path}`) ?? 0) + 1;
    counts.set(`${thread} ${call} ${path}`, nth);
    sites.set(`${call} ${path} ${nth}`, {call, path, nth});
  }
  return [...sites.values()];
}

const at = ({call, path}: Site): string[] => ['-e', `trace=${call}`, '-P', path];

/** Runs the program and has one call fail (`error=EIO`) or do nothing (`retval=0`). */
export async function runWith(program: Program, site: Site, fault: string): Promise<Ended> {
  const ended = await endOf(
    start(program, [...at(site), '-e', `inject=${site.call}:${fault}:when=${site.nth}`]),
  );
  return {...ended, reached: (await readFile(program.trace, 'utf8')).includes('(INJECTED)')};
}

/**
 * Runs the program and kills it when it begins a call, before the call does anything: strace holds it there.
 * A child of the program is killed alone. The run ends when all processes have.
 */
export async function runKilled(program: Program, site: Site): Promise<Ended & {killed: Killed}> {
  await writeFile(program.trace, '');
  const child = start(program, [
    ...at(site),
    '-e',
    `inject=${site.call}:delay_enter=${HELD_US}:when=${site.nth}`,
  ]);
  let reached = false;
  let killed: Killed = 'ingest';
  const look = async (): Promise<void> => {
    const thread = threadAt(await readFile(program.trace, 'utf8'), site);
    if (thread === null || reached) return;
    reached = true;
    const {id, parent} = await processOf(thread);
    process.kill(id, 'SIGKILL');
    // Nothing is left to wait for.
    if (parent === child.pid) child.kill('SIGKILL');
    else killed = 'child';
  };
  const watcher = watch(program.trace, () => void look().catch((error: Error) => child.emit('error', error)));
  try {
    const ended = await endOf(child);
    return {...ended, reached, killed};
  } finally {
    watcher.close();
  }
}

/** The first thread that has begun the call; null where none has. */
function threadAt(trace: string, {call, nth}: Site): number | null {
  const counts = new Map<string, number>();
  for (const line of trace.split('\n')) {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined || name !== call) continue;
    const count = (counts.get(thread) ?? 0) + 1;
    counts.set(thread, count);
    if (count === nth) return Number(thread);
  }
  return null;
}

/** The process of a thread, and its parent. */
async function processOf(thread: number): Promise<{id: number; parent: number}> {
  const status = await readFile(`/proc/${thread}/status`, 'utf8');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)$`, 'm').exec(status)?.[1]);
  return {id: field('Tgid'), parent: field('PPid')};
}
