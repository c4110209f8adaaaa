/** Load on a server from a separate process: wrk, in a closed loop over many targets. */
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isInstalled} from '../../helpers/radosgw.ts';
import {atEnd, endChild} from '../closing.ts';
import {canInstall, install} from '../postgres/find.ts';

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

export const hasWrk = (): boolean => isInstalled('wrk');

/** Version line of wrk; installs Debian's package where root may, else throws with what to install. */
export function findWrk(): string {
  const program = version();
  if (program) return program;
  if (canInstall()) install(['wrk']);
  const now = version();
  if (now) return now;
  throw new Error('wrk was not found: install it (Debian: apt-get install wrk)');
}

function version(): string | null {
  if (!hasWrk()) return null;
  // It prints its version with its usage and calls that a failure.
  const text = execFileSync('sh', ['-c', 'wrk -v 2>&1 || true'], {encoding: 'utf8'});
  return /wrk \S+/.exec(text)?.[0] ?? 'wrk';
}

/** Load whose figures nobody wants, if it takes any time; slow servers may not even answer once. */
export async function warm(load: Load): Promise<void> {
  if (load.seconds > 0) await printed(load);
}

/**
 * A load in which a slow server answered nothing is made again, so many times as long, and so often at most.
 */
const LONGER = 8;
const TRIES = 3;

/** Throws when any answer failed: figures of errors are worth nothing. */
export async function measure(load: Load): Promise<Figures> {
  let found = await printed(load);
  for (let tries = 1; tries < TRIES && found.requests + found.errors === 0; tries++) {
    found = await printed({...load, seconds: load.seconds * LONGER ** tries});
  }
  const {requests, seconds, bytes, errors, ...latency} = found;
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
  const length = `-d${Math.ceil(seconds)}s`;
  const args = ['-t1', `-c${connections}`, length, '--timeout', '60s', '-s', SCRIPT, base];
  const stdout = await output([...args, '--', file, key ?? '-', ...more], seconds);
  await remove();
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'));
  if (line !== undefined) return JSON.parse(line);
  if (seconds < 1) return NOTHING;
  throw new Error(`wrk printed no figures:\n${stdout}`);
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

/** Of a short load that ended before wrk had begun. */
const NOTHING: Printed = {requests: 0, seconds: 0, bytes: 0, p50_ms: 0, p99_ms: 0, max_ms: 0, errors: 0};

async function output(args: string[], seconds: number): Promise<string> {
  const child = spawn('wrk', args, {stdio: ['ignore', 'pipe', 'inherit']});
  // It counts whole seconds; told to end before, it prints what it has.
  if (seconds < 1) setTimeout(() => child.kill('SIGINT'), seconds * 1000);
  const end = atEnd(() => endChild(child, 'SIGTERM'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  const [code, signal] = await once(child, 'close');
  await end();
  if (code !== 0 && signal !== 'SIGINT') throw new Error(`wrk ended with ${code ?? signal}:\n${stdout}`);
  return stdout;
}
