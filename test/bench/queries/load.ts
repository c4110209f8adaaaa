/** Load on a server from a separate process: wrk, in a closed loop over many targets. */
import {execFileSync, spawn} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {atEnd, endChild} from '../closing.ts';
import {install} from '../postgres/find.ts';

const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url));

export interface Figures {
  requests_s: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  /** Mean bytes of an answer, head included. */
  answer_bytes: number;
}

export interface Load {
  base: string;
  key: string | null;
  targets: readonly string[];
  connections: number;
  seconds: number;
  headers?: Readonly<Record<string, string>>;
}

/** Version line of wrk; installs Debian's package where root may, else throws with what to install. */
export function findWrk(): string {
  const program = version();
  if (program) return program;
  if (process.getuid?.() === 0) install(['wrk']);
  const now = version();
  if (now) return now;
  throw new Error('wrk was not found: install it (Debian: apt-get install wrk)');
}

function version(): string | null {
  try {
    execFileSync('which', ['wrk'], {stdio: 'ignore'});
  } catch {
    return null;
  }
  // It prints its version with its usage and calls that a failure.
  const text = execFileSync('sh', ['-c', 'wrk -v 2>&1 || true'], {encoding: 'utf8'});
  return /wrk \S+/.exec(text)?.[0] ?? 'wrk';
}

/** Load whose figures nobody wants; slow servers may not even answer once. */
export async function warm(load: Load): Promise<void> {
  await printed(load);
}

/** A load in which a slow server answered nothing is made once more, so many times as long. */
const LONGER = 8;

/** Throws when any answer failed: figures of errors are worth nothing. */
export async function measure(load: Load): Promise<Figures> {
  const first = await printed(load);
  const again = first.requests === 0 && first.errors === 0;
  const {requests, seconds, bytes, errors, ...latency} = again
    ? await printed({...load, seconds: load.seconds * LONGER})
    : first;
  if (errors > 0 || requests === 0) {
    throw new Error(`${errors} of ${requests} answers failed, as of ${load.base}${load.targets[0]}`);
  }
  return {requests_s: requests / seconds, ...latency, answer_bytes: bytes / requests};
}

async function printed({base, key, targets, connections, seconds, headers = {}}: Load): Promise<Printed> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'));
  const remove = atEnd(() => rm(folder, {recursive: true, force: true}));
  const file = join(folder, 'targets');
  await writeFile(file, targets.map((target) => `${target}\n`).join(''));
  const more = Object.entries(headers).flat();
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '60s', '-s', SCRIPT, base];
  const stdout = await output([...args, '--', file, key ?? '-', ...more]);
  await remove();
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (line === undefined) throw new Error(`wrk printed no figures:\n${stdout}`);
  return JSON.parse(line);
}

interface Printed {
  requests: number;
  seconds: number;
  bytes: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  errors: number;
}

async function output(args: string[]): Promise<string> {
  const child = spawn('wrk', args, {stdio: ['ignore', 'pipe', 'inherit']});
  const end = atEnd(() => endChild(child, 'SIGTERM'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  await end();
  if (code !== 0) throw new Error(`wrk ended with ${code}:\n${stdout}`);
  return stdout;
}
