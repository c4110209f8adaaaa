/**
 * Kills ingests at random moments on one DATA_DIR and holds what is left to the result of an undisturbed one:
 * `node test/bench/kills.ts` [KILLS=50] [SEED=n], and a part of `make bench`.
 */

import {spawn} from 'node:child_process';
import {readdir, readFile, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {DERIVED, SOURCES} from '../../datasets/index.ts';
import {exists} from '../../pipeline/runtime/disk.ts';
import {random} from '../corpus/prng.ts';
import {currentBuildFault} from '../helpers/build_faults.ts';
import {leftovers, manifestOf, parquetOf} from '../helpers/mirror.ts';
import {runNode} from './child.ts';
import {SOURCES_TAKEN, scaled} from './effort.ts';
import {say} from './say.ts';

const KILLS = scaled(50, 2);
const TOLD_EVERY = 10;
/** Runs that end before their kill do not count; more of them per kill than this are an error. */
const MOST_RUNS_A_KILL = 4;
const CLI = ['--disable-warning=ExperimentalWarning', 'pipeline/cli.ts'];

interface Attempt {
  code: number | null;
  killed: boolean;
  /** Stage of the run by its last event. */
  stage: string;
  stderr: string;
  ms: number;
}

/** One ingest, killed after `ms`. */
function attempt(dataDir: string, mirror: string, ms: number): Promise<Attempt> {
  // Parts of builds that are gone are gone too: a new state of the files is work from the beginning.
  const settings = {
    DATA_DIR: dataDir,
    MIRROR: mirror,
    MIRROR_MAP: '',
    SOURCES: SOURCES_TAKEN,
    KEEP_BUILDS: '1',
    // The two states are two corpora, far from each other: nothing of one would pass after the other.
    ACCEPT: Object.keys(SOURCES).join(','),
    LOG: 'json',
  };
  const startedAt = performance.now();
  const child = spawn(process.execPath, CLI, {env: {...process.env, ...settings}});
  let [stage, stderr, held] = ['starting', '', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) stage = stageOf(line) ?? stage;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      done({code, killed: signal === 'SIGKILL', stage, stderr, ms: performance.now() - startedAt});
    });
  });
}

function stageOf(line: string): string | null {
  const event: {kind?: string; stage?: string} = JSON.parse(line);
  if (event.kind === 'started' || event.kind === 'fetched' || event.kind === 'progress') return 'fetching';
  if (event.kind === 'stage') return event.stage ?? null;
  if (event.kind === 'reading') return 'reading';
  if (event.kind === 'normalised' || event.kind === 'unchanged') return 'between sources and publishing';
  return event.kind === 'published' ? 'clearing up' : null;
}

/** Everything of the current build that must not depend on how often it was tried, nor when. */
async function resultOf(dataDir: string): Promise<Record<string, string>> {
  const {current} = dataPaths(dataDir);
  const {index, others = [], ...manifest} = await manifestOf(dataDir);
  const result: Record<string, string> = {};
  for (const [path, hash] of Object.entries(await parquetOf(dataDir))) {
    // Some entities say when their sources were fetched.
    const isEntity = DERIVED[dirname(path)] !== undefined;
    result[`parquet/${path}`] = isEntity ? await rowsOf(join(current, 'parquet', path)) : hash;
  }
  const version = Date.parse(`${manifest.built_at}Z`) / 1000;
  for (const [dataset, {files}] of Object.entries(manifest.datasets)) {
    const log = `${inBuild.deltaLog(dataset, version)}.json`;
    // The log of changes is no table of its own.
    if (files[0]?.path.startsWith('parquet/'))
      result[inBuild.deltaLog(dataset, 0)] = logOf(await readFile(join(current, log), 'utf8'));
  }
  for (const {slug} of manifest.sources) {
    result[inBuild.loads(slug)] = await rowsOf(join(current, inBuild.loads(slug)));
    result[inBuild.rejects(slug)] = await hashFile(join(current, inBuild.rejects(slug)));
  }
  // Logs of tables have the time of the build as their name.
  const paths = others.map(({path}) => path.replace(/(_delta_log\/)\d+/, '$1'));
  return {...result, manifest: withoutTimes({index, paths, ...manifest})};
}

/** Columns of ledgers and entities that hold the times of fetches and loads. */
const TIMES = ['first_seen', 'last_changed', 'last_updated'];

/** How many rows a Parquet file has, and a hash of them without those times. */
async function rowsOf(path: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  try {
    const db = await instance.connect();
    const columns = `COLUMNS(name -> NOT list_contains([${TIMES.map((name) => `'${name}'`)}], name))`;
    const reader = await db.runAndReadAll(
      `SELECT count(*) || ' ' || coalesce(sha256(string_agg(CAST(r AS VARCHAR), chr(10) ORDER BY CAST(r AS VARCHAR))), '')
       FROM (SELECT ${columns} FROM read_parquet('${path}')) AS r`,
    );
    const sum = String(reader.getRows()[0]?.[0]);
    db.closeSync();
    return sum;
  } finally {
    instance.closeSync();
  }
}

/** The log of a table without the time of its build. */
const logOf = (log: string): string => log.replace(/"(createdTime|modificationTime)":\d+/g, '"$1":0');

/**
 * Times, and what follows from the build before: the id of a build is a hash of both, and warnings say what
 * changed.
 */
const OF_THE_MOMENT = ['checksum', 'build_id', 'built_at', 'data_as_of', 'fetched_at', 'changes', 'warnings'];
/**
 * Sizes and hashes of files, some of which hold times: their contents are compared, or, in the index, made of
 * what is.
 */
const OF_FILES = ['bytes', 'sha256', 'footer', 'checksums', 'key'];

const withoutTimes = (manifest: object): string =>
  JSON.stringify(manifest, (key, value) =>
    [...OF_THE_MOMENT, ...OF_FILES].includes(key) ? undefined : value,
  );

/** Throws with the names of what differs. */
function same(actual: Record<string, string>, expected: Record<string, string>): void {
  const names = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
  const differ = names.filter((name) => actual[name] !== expected[name]);
  if (differ.length === 0) return;
  throw new Error(
    `after the kills the result differs in ${differ
      .map((name) => `${name} (${around(actual[name], expected[name])})`)
      .join(', ')}`,
  );
}

/** What stands where two texts begin to differ. */
function around(actual = '', expected = ''): string {
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at++;
  const piece = (text: string) => text.slice(Math.max(0, at - 120), at + 120);
  return `${piece(actual)} instead of ${piece(expected)}`;
}

/** Two states of the publishers' files; the current one is at `mirror`, always under that name. */
async function makeMirrors(home: string): Promise<(state: number) => Promise<string>> {
  const mirror = join(home, 'mirror');
  for (const seed of ['1', '2'])
    await runNode(['test/corpus/cli.ts'], {
      SCALE: 'small',
      SEED: seed,
      SOURCES: SOURCES_TAKEN,
      OUT: join(home, `state_${seed}`),
    });
  let there: string | null = null;
  return async (state) => {
    const target = join(home, `state_${state}`);
    if (target === there) return mirror;
    if (there) await rename(mirror, there);
    await rename(target, mirror);
    there = target;
    return mirror;
  };
}

/**
 * Kills `kills` ingests at moments spread over the time of a whole run, each on what the one before left; the
 * publishers' files change with every build that is published, so that there is always work to be killed in.
 * Throws when a kill leaves a build that cannot be served, or the last run ends otherwise than one that
 * nobody disturbed. How many were killed.
 */
export async function measureKills(home: string, kills = KILLS, seed = 1): Promise<number> {
  const folder = join(home, 'kills');
  await rm(folder, {recursive: true, force: true});
  const dataDir = join(folder, 'killed');
  const startedAt = performance.now();
  try {
    const inState = await makeMirrors(folder);
    const clean = await attempt(join(folder, 'undisturbed'), await inState(1), 600_000);
    if (clean.code !== 0) throw new Error(`the undisturbed run failed:\n${clean.stderr}`);
    let whole_ms = clean.ms;
    const numbers = random('kills', seed);
    const stages: Record<string, number> = {};
    let [state, landed, builds] = [1, 0, 0];
    let fresh = true;
    for (let runs = 0; landed < kills; runs++) {
      if (runs > kills * MOST_RUNS_A_KILL) throw new Error(`only ${landed} of ${runs} runs could be killed`);
      const run = await attempt(dataDir, await inState(state), whole_ms * numbers.next());
      if (!run.killed && run.code !== 0)
        throw new Error(`a run after ${landed} kills failed:\n${run.stderr}`);
      if (run.killed) {
        landed += 1;
        stages[run.stage] = (stages[run.stage] ?? 0) + 1;
      }
      const there = await exists(join(dataPaths(dataDir).current));
      if (builds > 0 && !there) throw new Error(`after kill ${landed} no build is current any more`);
      const fault = there ? await currentBuildFault(dataDir) : null;
      if (fault)
        throw new Error(`after kill ${landed} (${run.stage}) the current build is not sound: ${fault}`);
      if (!run.killed) {
        builds += 1;
        state = state === 1 ? 2 : 1;
        if (fresh) whole_ms = run.ms;
      }
      fresh = !run.killed;
      if (run.killed && landed % TOLD_EVERY === 0) {
        const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
        say(`  ${landed} of ${kills} killed, ${builds} builds published between, ${seconds} s`);
      }
    }
    const last = await attempt(dataDir, await inState(1), 600_000);
    if (last.code !== 0) throw new Error(`the run after the kills failed:\n${last.stderr}`);
    same(await resultOf(dataDir), await resultOf(join(folder, 'undisturbed')));
    const left = await leftovers(dataDir);
    if (left.length) throw new Error(`left behind after the kills: ${left.join(', ')}`);
    const where = Object.entries(stages).map(([stage, n]) => `${n} ${stage}`);
    const builds_left = (await readdir(dataPaths(dataDir).builds)).length;
    say(
      `kills: ${kills} (${where.join(', ')}) over runs of ${(whole_ms / 1000).toFixed(1)} s, every build sound, ` +
        `the last one equal to an undisturbed one; ${builds_left} builds on disk, ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s (SEED=${seed})`,
    );
    return landed;
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

if (import.meta.main) {
  const {KILLS: kills, SEED: seed} = process.env;
  await measureKills(tmpdir(), Number(kills || KILLS), Number(seed || 1));
}
