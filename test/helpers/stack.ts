/**
 * The whole service as processes: corpus, ingest, key and server by their real commands, one build shared by
 * the files.
 */
import {type ChildProcess, spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, globSync, readFileSync, utimesSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {inject} from 'vitest';
import {runMakeKey} from '../../server/admin/make_key.ts';
import {programCache} from './program_cache.ts';
import './run.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Environment = Record<string, string>;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Settings given, and of the environment only what programs need to run at all. */
const environment = (settings: Environment): Environment => ({
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '/',
  ...programCache(),
  ...settings,
});

function collected(child: ChildProcess): {out: () => string; err: () => string; ended: Promise<Ended>} {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({code, stdout, stderr}));
  });
  return {out: () => stdout, err: () => stderr, ended};
}

/** Runs a program to its end; `settings` are its environment, `cwd` defaults to the project. */
export function run(
  program: string,
  args: readonly string[],
  settings: Environment,
  cwd = ROOT,
): Promise<Ended> {
  return collected(spawn(program, args, {cwd, env: environment(settings)})).ended;
}

const QUIET = '--disable-warning=ExperimentalWarning';

/** Runs one of the project's programs; throws with what it said when it fails. */
export async function command(path: string, settings: Environment): Promise<Ended> {
  const ended = await run(process.execPath, [QUIET, join(ROOT, path)], settings);
  if (ended.code !== 0) throw new Error(`${path} ended with ${ended.code}:\n${ended.stdout}${ended.stderr}`);
  return ended;
}

/** Writes the small corpus of a seed below DATA_DIR and ingests it. */
export async function ingestCorpus(dataDir: string, seed = '1'): Promise<void> {
  const corpus = join(dataDir, 'corpus', seed);
  await command('test/corpus/cli.ts', {DATA_DIR: dataDir, SEED: seed, OUT: corpus});
  await command('pipeline/cli.ts', {DATA_DIR: dataDir, MIRROR: corpus});
}

const PREFIX = 'federal-public-data-stack-';
const DAY_MS = 86_400_000;

/** Hash of all code that a build is made by: the shared build of other code is another one. */
function codeHash(): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of globSync(['{datasets,test/corpus,pipeline,engine}/**/*.{ts,sql}', 'package-lock.json'], {
    cwd: ROOT,
  }).sort())
    hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Removes folders of runs with other code after a day. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const {mtimeMs} = await stat(path);
    if (Date.now() - mtimeMs > DAY_MS) await rm(path, {recursive: true, force: true});
  }
}

/** Claims the folder for this process, or returns false if another one has it. */
async function taken(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (existsSync(folder)) return false;
    throw error;
  }
  await writeFile(join(folder, 'maker'), String(process.pid));
  return true;
}

/** Signal 0 reaches every process that is there and disturbs none. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const READY = 'ready';

/** Waits until the maker of a folder is done; returns false if it vanished before. */
async function made(folder: string): Promise<boolean> {
  while (!existsSync(join(folder, READY))) {
    await setTimeout(200);
    const maker = Number(await readFile(join(folder, 'maker'), 'utf8').catch(() => process.pid));
    if (!isRunning(maker)) return false;
  }
  return true;
}

/**
 * DATA_DIR with a build of the small corpus, made once per state of the code and kept in the temporary
 * folder: read it, make keys in it, but publish nothing there. The corpus with its `expected.json` is below
 * `corpus/1`.
 */
export async function sharedData(): Promise<string> {
  const folder = join(tmpdir(), PREFIX + codeHash());
  if (await taken(folder)) {
    await sweep();
    await ingestCorpus(folder).catch(async (error: unknown) => {
      await rm(folder, {recursive: true});
      throw error;
    });
    await writeFile(join(folder, READY), '');
  } else if (!(await made(folder))) {
    await rm(folder, {recursive: true, force: true});
    return sharedData();
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

/** A new key of a new enterprise account. */
export function makeKey(dataDir: string): string {
  const {code, stdout, stderr} = runMakeKey({DATA_DIR: dataDir, TIER: 'enterprise'}, new Date());
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A server that has not stopped by then hangs; far more than it takes on a loaded machine. */
const KILL_MS = 60_000;

export interface Server {
  base: string;
  pid: number;
  /** What it wrote to standard error. */
  stderr(): string;
  /** Stops it by SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /**
   * Kills it; settles once all of its threads have ended. Those of low priority take their time on a busy
   * machine, and hold the port until then.
   */
  kill(): Promise<void>;
}

/** Errors that a server logged, except for a missing build in tests without one. */
export const failures = ({stderr: said}: Server): string[] =>
  said()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('no current build'));

/** Starts the bundled server on a free port; throws with what it said when it does not come up. */
export async function startServer(dataDir: string, settings: Environment = {}): Promise<Server> {
  const child = spawn(process.execPath, [QUIET, join(ROOT, 'dist/main.js')], {
    cwd: ROOT,
    env: environment({
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const {out, err, ended} = collected(child);
  const listening = new Promise<{base: string}>((resolve) => {
    child.stdout.on('data', () => {
      const [, base] = /listening on (\S+)\n/.exec(out()) ?? [];
      if (base) resolve({base});
    });
  });
  const addresses = await Promise.race([listening, ended.then(() => null)]);
  if (addresses === null || child.pid === undefined) throw new Error(`the server did not start: ${err()}`);
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(KILL_MS, null, {ref: false});
    if ((await Promise.race([ended, late])) === null) child.kill('SIGKILL');
    return (await ended).code;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {...addresses, pid: child.pid, stderr: err, stop, kill};
}

let shared: Promise<Server> | undefined;

/**
 * The server of this worker over the shared build, for tests that only read: it is started once and serves
 * until the run ends.
 */
export function sharedServer(): Promise<Server> {
  shared ??= (async () => {
    // Tests open more pages than people.
    const server = await startServer(await sharedData(), {SITE_PER_MINUTE: '0'});
    await writeFile(join(inject('runFolder'), `server-${server.pid}`), '');
    return {...server, stop: () => Promise.reject(new Error('other tests use the shared server'))};
  })();
  return shared;
}

/** The manifest of the current build, as plain JSON. */
export function manifestOf(dataDir: string) {
  return JSON.parse(readFileSync(join(dataDir, 'current/manifest.json'), 'utf8'));
}
