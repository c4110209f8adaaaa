/** An ingest of one small source that something happens to, and what must hold afterwards. */
import {rmSync} from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {readManifest} from '../../engine/file/build_files.ts';
import {namedFiles} from '../../engine/file/named_files.ts';
import {verifyFile} from '../../engine/file/verify_file.ts';
import {indexHere, ingest} from '../helpers/ingest.ts';
import {fileOf, fillMirror, hashesOf, leftovers} from '../helpers/mirror.ts';
import {type Program, type Site, sitesOf} from './strace.ts';

const SLUG = 'proactive_contracts_nil';
const FIRST_LOAD = '2026-01-01T00:00:00Z';
const SECOND_LOAD = '2026-02-01T00:00:00Z';
const PROGRAM = join(import.meta.dirname, 'ingest_program.ts');

/** `first` begins without a build, `next` on one, after the publisher's file has changed. */
export const SCENARIOS = ['first', 'next'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface DisturbedIngest {
  /** The ingest to disturb. */
  program: Program;
  /** Puts the data folder in the state in which the ingest of a scenario begins. */
  begin(scenario: Scenario): Promise<void>;
  /** The calls of an undisturbed ingest. */
  sites(scenario: Scenario): Promise<Site[]>;
  /** Fills an empty data folder, such as a file system that is mounted there. */
  fill(scenario: Scenario): Promise<void>;
  /**
   * Throws unless `current` is absent (never after an old build), old or new, and whole; unless the next
   * ingest completes, and its build is byte for byte that of an undisturbed one, without leftovers. Returns
   * which build was current.
   */
  check(scenario: Scenario): Promise<string>;
}

/** Files of a build that no other state of the disk may change. */
type Fingerprint = Record<string, string>;

/**
 * Hashes of all files of the current build; its id, which follows from the builds before it, stands in its
 * manifest, catalogue and report.
 */
async function fingerprint(dataDir: string): Promise<Fingerprint> {
  const {current} = dataPaths(dataDir);
  const id = basename(await readlink(current));
  const hashes = await hashesOf(await realpath(current));
  const {[inBuild.catalogue]: _, [inBuild.report]: __, ...rest} = hashes;
  const manifest = await readFile(join(current, inBuild.manifest), 'utf8');
  const sealed = /"checksum": "[0-9a-f]{64}"/;
  return {...rest, [inBuild.manifest]: manifest.replace(sealed, '').replaceAll(id, 'ID')};
}

function differences(actual: Fingerprint, expected: Fingerprint): string[] {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...names].filter((name) => actual[name] !== expected[name]);
}

/** The id of the current build, null without one. Throws where a file of it is not as its manifest says. */
export async function wholeBuild(dataDir: string): Promise<string | null> {
  const {current} = dataPaths(dataDir);
  const target = await readlink(current).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (target === null) return null;
  const dir = await realpath(current);
  const manifest = await readManifest(join(dir, inBuild.manifest));
  for (const file of namedFiles(dir, manifest)) {
    const {problem} = await verifyFile(file);
    if (problem !== null) throw new Error(`the current build is torn: ${file.path} ${problem}`);
  }
  for (const path of [inBuild.catalogue, inBuild.report]) {
    const {size} = await stat(join(dir, path));
    if (size === 0) throw new Error(`the current build is torn: ${path} is empty`);
  }
  return basename(target);
}

let shared: Promise<DisturbedIngest> | undefined;

/** The ingest that all kinds of a process share: preparing it takes longer than most cases. */
export const disturbedIngest = (): Promise<DisturbedIngest> => (shared ??= prepare());

/** Where the parts of a disturbed ingest lie. */
interface Folders {
  mirror: string;
  /** State before the second load. */
  base: string;
  dataDir: string;
}

const settingsOf = ({mirror}: Folders, to: string) => ({DATA_DIR: to, MIRROR: mirror});

async function load(folders: Folders, to: string, time: string): Promise<void> {
  const run = await ingest(settingsOf(folders, to), {index: indexHere, now: () => new Date(time)});
  if (run.code !== 0) throw new Error(`the next ingest failed: ${run.stderr.trim()}`);
}

/**
 * The publisher's file in its first state, a build of it, and the file in its second state. Returns the id of
 * the build.
 */
async function prepareBase(folders: Folders): Promise<string> {
  const {mirror, base} = folders;
  await fillMirror(mirror, [SLUG]);
  await load(folders, base, FIRST_LOAD);
  await appendFile(fileOf(mirror, SLUG), '2030-2031-Q1,org1,Board | Conseil\r\n');
  await utimes(fileOf(mirror, SLUG), new Date(SECOND_LOAD), new Date(SECOND_LOAD));
  return basename(await readlink(dataPaths(base).current));
}

async function prepare(): Promise<DisturbedIngest> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'faults-ingest-')));
  process.once('exit', () => rmSync(root, {recursive: true, force: true}));
  const folders = {mirror: join(root, 'mirror'), base: join(root, 'base'), dataDir: join(root, 'data')};
  const {base, dataDir} = folders;
  const old = await prepareBase(folders);
  const fill = async (scenario: Scenario): Promise<void> => {
    if (scenario === 'first') return;
    await cp(base, dataDir, {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
  };
  const begin = async (scenario: Scenario): Promise<void> => {
    await rm(dataDir, {recursive: true, force: true});
    await mkdir(dataDir);
    await fill(scenario);
  };
  const program: Program = {
    path: PROGRAM,
    env: {...settingsOf(folders, dataDir), NOW: SECOND_LOAD, LOG: 'json'},
    below: dataDir,
    trace: join(root, 'trace'),
  };
  /** Per scenario, once. */
  const memo = <T>(work: () => Promise<T>) => {
    const known = new Map<Scenario, Promise<T>>();
    return (scenario: Scenario): Promise<T> => {
      const value = known.get(scenario) ?? begin(scenario).then(work);
      known.set(scenario, value);
      return value;
    };
  };
  const expected = memo(async () => {
    await load(folders, dataDir, SECOND_LOAD);
    return {id: basename(await readlink(dataPaths(dataDir).current)), files: await fingerprint(dataDir)};
  });
  for (const scenario of SCENARIOS) await expected(scenario);
  const check = async (scenario: Scenario): Promise<string> =>
    checkAfter(folders, scenario, old, await expected(scenario));
  return {program, begin, fill, check, sites: memo(() => sitesOf(program))};
}

/** What the check of DisturbedIngest says. */
async function checkAfter(
  folders: Folders,
  scenario: Scenario,
  old: string,
  {id: made, files}: {id: string; files: Fingerprint},
): Promise<string> {
  const {dataDir} = folders;
  const id = await wholeBuild(dataDir);
  if (id === null && scenario === 'next') throw new Error('no build is current any more');
  if (id === made) assertSame(await fingerprint(dataDir), files, 'the new build');
  await load(folders, dataDir, SECOND_LOAD);
  await wholeBuild(dataDir);
  const [next, what] = [await fingerprint(dataDir), 'the build of the next ingest'];
  // An ingest whose source failed makes a build of the old rows, which says so; the next one is made after
  // that.
  if (id === null || id === made || id === old) assertSame(next, files, what);
  else assertSame(withoutBefore(next, id), withoutBefore(files, null), what);
  const unnamed = (await readdir(dataPaths(dataDir).builds)).filter((name) => name.startsWith('.'));
  const left = [...(await leftovers(dataDir)), ...unnamed];
  if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  if (id === null) return 'no build';
  return id === made ? 'new build' : id === old ? 'old build' : 'build without the source';
}

/** What a manifest says of the build before. */
const BEFORE = /"before": \{\s*"build_id": "([0-9a-f]{16})",\s*"built_at": "[^"]*"\s*\}/;

/**
 * Throws unless the manifest names this build as the one before; returns the files without its id and time.
 */
function withoutBefore(files: Fingerprint, id: string | null): Fingerprint {
  const text = files[inBuild.manifest] ?? '';
  const named = BEFORE.exec(text)?.[1];
  if (named === undefined || (id !== null && named !== id)) {
    throw new Error(`the build names ${named ?? 'none'} as the one before, not ${id}`);
  }
  return {...files, [inBuild.manifest]: text.replace(BEFORE, '')};
}

function assertSame(actual: Fingerprint, expected: Fingerprint, what: string): void {
  const differing = differences(actual, expected);
  if (differing.length > 0) {
    throw new Error(`${what} is not that of an undisturbed ingest: ${differing.slice(0, 5).join(', ')}`);
  }
}
