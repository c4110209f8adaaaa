/** The ingest command: in this process with the engine given, or as the real program. */
import {spawn} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {inBuild} from '../../builds/artefacts.ts';
import {compileBuild} from '../../engine/compile/run.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import {writeCatalogue} from '../../engine/sql/catalogue.ts';
import {ingestCommand} from '../../pipeline/command.ts';
import type {IndexPrograms} from '../../pipeline/publish/engine_programs.ts';
import {programCache} from './program_cache.ts';

const CLI = fileURLToPath(new URL('../../pipeline/cli.ts', import.meta.url));
const COMPILE_MEMORY_MB = 512;

export interface Run {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  ms: number;
}

async function catalogue(folder: string): Promise<void> {
  const {dir, manifest} = await readBuild(folder);
  await writeCatalogue(dir, join(dir, inBuild.catalogue), manifest);
}

/**
 * Publishes builds without an index and with an empty catalogue: these two take most of the time of a small
 * build.
 */
export const noIndex: IndexPrograms = {
  compile: async () => ({}),
  writeCatalogue: (folder) => writeFile(join(folder, inBuild.catalogue), ''),
};

/** With a catalogue, for tests that open it, but without an index. */
export const catalogueOnly: IndexPrograms = {...noIndex, writeCatalogue: catalogue};

/** The engine's own functions, called in this process. */
export const indexHere: IndexPrograms = {
  async compile(folder, earlier, emit) {
    const before = earlier === null ? null : {dir: earlier, manifest: (await readBuild(earlier)).manifest};
    return compileBuild(await readBuild(folder), {
      memory_mb: COMPILE_MEMORY_MB,
      previous: before,
      emit: (event) => emit({kind: 'compiled', source: 'build', ...event}),
    });
  },
  writeCatalogue: catalogue,
};

/**
 * Runs the ingest command in this process; `settings` are its whole environment, and its events are JSON
 * lines.
 */
export async function ingest(
  settings: Record<string, string>,
  given: Parameters<typeof ingestCommand>[3] = {},
): Promise<Run> {
  const startedAt = performance.now();
  let [stdout, stderr] = ['', ''];
  const out = {write: (text: string) => (stdout += text)};
  const err = {write: (text: string) => (stderr += text)};
  const code = await ingestCommand({LOG: 'json', ...settings}, out, err, {index: noIndex, ...given});
  return {code, signal: null, stdout, stderr, ms: performance.now() - startedAt};
}

/** Lines of an ingest that every run over the same input writes, however fast the machine is. */
export const linesOf = (stdout: string): string[] =>
  stdout.split('\n').filter((line) => line !== '' && !/"kind":"(reading|progress|crawling)"/.test(line));

interface Wanted {
  /** Shell words in front, e.g. `ulimit -f 10;`. */
  before?: string;
  /** Kill -9 as soon as the output holds a text, or so long after its line of a number. */
  kill?: {at: string} | {line: number; after_ms: number};
}

/** Runs the ingest command as a child process; settings are the whole environment except PATH and caches. */
export function spawnIngest(settings: Record<string, string>, options: Wanted = {}): Promise<Run> {
  const args = ['--disable-warning=ExperimentalWarning', CLI];
  const startedAt = performance.now();
  const {PATH = ''} = process.env;
  const env = {PATH, ...programCache(), LOG: 'json', ...settings};
  const child = options.before
    ? spawn('bash', ['-c', `${options.before} exec "$0" "$@"`, process.execPath, ...args], {env})
    : spawn(process.execPath, args, {env});
  let stdout = '';
  let stderr = '';
  const kill = options.kill;
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    if (kill && 'at' in kill && stdout.includes(kill.at)) child.kill('SIGKILL');
    if (!kill || 'at' in kill || timer || linesOf(stdout).length < kill.line) return;
    timer = setTimeout(() => child.kill('SIGKILL'), kill.after_ms);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      done({code, signal, stdout, stderr, ms: performance.now() - startedAt});
    });
  });
}
