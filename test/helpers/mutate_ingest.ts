/**
 * Damaged files through a whole ingest: the clean part stays current, or a part whose counts account for the
 * damage.
 */

import {cp, mkdir, readdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {dataPaths, inBuild, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';

import {currentBuildFault} from './build_faults.ts';
import {catalogueOnly, ingest, type Run} from './ingest.ts';
import {manifestOf} from './mirror.ts';
import {type Base, bytesOf} from './mutate_base.ts';
import type {Damaged} from './mutate_bytes.ts';
import {INTERNAL} from './mutate_check.ts';
import {expectedOf} from './mutate_expect.ts';

/** The share of its records that a source may lose, and how many nobody judges. */
const [SHARE, LEAST] = [0.2, 5];

/** The good files of some sources. */
export interface CleanSources {
  folder: string;
  bases: ReadonlyMap<string, readonly Base[]>;
}

/** A damaged file of one of the sources, and how to make it again. */
export interface DamagedFile {
  label: string;
  base: Base;
  damaged: Damaged;
}

const mirrorOf = ({folder}: CleanSources) => join(folder, 'mirror');
const settings = (clean: CleanSources, dataDir: string) => ({DATA_DIR: dataDir, MIRROR: mirrorOf(clean)});

/** Writes the good files of a source into the mirror, except for one, and returns their folder. */
async function fill(clean: CleanSources, slug: string, without?: Base): Promise<string> {
  const folder = join(mirrorOf(clean), slug);
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  // One form of a file: other forms would only repeat its records.
  const files = clean.bases.get(slug)?.filter((base) => base.form === 'csv' || base === without) ?? [];
  for (const base of files) if (base !== without) await writeFile(join(folder, base.name), bytesOf(base));
  return folder;
}

/** Ingests the good files into `folder/good`. */
export async function ingestClean(clean: CleanSources): Promise<void> {
  for (const slug of clean.bases.keys()) await fill(clean, slug);
  const run = await ingest(settings(clean, join(clean.folder, 'good')), {index: catalogueOnly});
  if (run.code !== 0) throw new Error(`the good files are not ingested: ${run.stdout}${run.stderr}`);
}

const nameOf = ({base, damaged}: DamagedFile): string =>
  base.name + (damaged.ending ? `.${damaged.ending}` : '');

/**
 * What is wrong after an ingest of damaged files beside the good ones, over a copy of the good build. They
 * are of different sources, each of which is judged by itself; where together they fail the build, they are
 * ingested one by one.
 */
export async function ingestFaults(clean: CleanSources, files: readonly DamagedFile[]): Promise<string[]> {
  const dataDir = join(clean.folder, 'damaged');
  await rm(dataDir, {recursive: true, force: true});
  await cp(join(clean.folder, 'good'), dataDir, {recursive: true, verbatimSymlinks: true});
  for (const one of files) {
    const folder = await fill(clean, one.base.source.slug, one.base);
    await writeFile(join(folder, nameOf(one)), one.damaged.bytes);
  }
  const before = await manifestOf(dataDir);
  const run = await ingest(settings(clean, dataDir), {index: catalogueOnly});
  for (const {base} of files) await fill(clean, base.source.slug);
  if (files.length > 1 && run.stderr.includes('FAILED build')) {
    const alone: string[] = [];
    for (const one of files) alone.push(...(await ingestFaults(clean, [one])));
    return alone;
  }
  const after = await manifestOf(dataDir);
  const wrong = reportFaults(run, files);
  const fault = await currentBuildFault(dataDir);
  if (fault) wrong.push(`the current build is not sound: ${fault}`);
  const left = (await readdir(dataDir, {recursive: true})).filter((one) =>
    /\.tmp\b|\.part$|\.next$|lock$/.test(one),
  );
  if (left.length) wrong.push(`left behind: ${left.join(', ')}`);
  const together = wrong.map((text) => `${files.map(({label}) => label).join('; ')}: ${text}`);
  for (const one of files) {
    const own = [
      ...(await partFaults(dataDir, before, after, one.base, run)),
      ...loadFaults(after, one, run),
    ];
    together.push(...own.map((text) => `${one.label}: ${text}`));
  }
  return together;
}

/** A file that was loaded has the rows that its bytes hold. */
function loadFaults(after: Manifest, {base, damaged}: DamagedFile, run: Run): string[] {
  if (damaged.ending === 'zip' || failed(run, base.source.slug)) return [];
  const expected = expectedOf(damaged.bytes, base);
  const file = entryOf(after, base)?.files.find((one) => one.name === base.name);
  if ('fault' in expected) return [`it was loaded although: ${expected.fault}`];
  const {sure, rows} = expected.held;
  return sure && file?.rows !== rows.length ? [`${file?.rows} rows of ${rows.length}`] : [];
}

const failures = ({stderr}: Run): string[] => stderr.split('\n').filter((line) => line.startsWith('FAILED'));

/** Whether the run names this source, or the build, as failed. */
const failed = (run: Run, slug: string): boolean =>
  failures(run).some((line) => line.startsWith(`FAILED ${slug}: `) || line.startsWith('FAILED build: '));

const entryOf = ({sources}: Manifest, {source}: Base): SourceEntry | undefined =>
  sources.find((one) => one.slug === source.slug);

function reportFaults(run: Run, files: readonly DamagedFile[]): string[] {
  const {code, signal, stderr} = run;
  const told = failures(run);
  const wrong: string[] = [];
  if (signal !== null || (code !== 0 && code !== 1)) wrong.push(`ended with ${code} ${signal}: ${stderr}`);
  if ((code === 1) !== told.length > 0)
    wrong.push(`ended with ${code}, told ${told.length} failures: ${stderr}`);
  const names = ['build', ...files.map(({base}) => base.source.slug)];
  const named = told.every((line) => names.some((name) => line.startsWith(`FAILED ${name}: `)));
  if (!named) wrong.push(`a failure without its source: ${told.join('; ')}`);
  if (INTERNAL.test(stderr)) wrong.push(`words of a program: ${stderr}`);
  return wrong;
}

/** A failure leaves the old part, marked; a success has counts that add up and lost no more than it may. */
async function partFaults(
  dataDir: string,
  before: Manifest,
  after: Manifest,
  base: Base,
  run: Run,
): Promise<string[]> {
  const [old, now] = [entryOf(before, base), entryOf(after, base)];
  if (!old || !now) return ['the source is gone from the build'];
  const parquet = inBuild.part(base.source.dataset, base.source.slug);
  if (run.stderr.includes('FAILED build')) {
    return before.build_id === after.build_id ? [] : ['a build that failed was published'];
  }
  if (failed(run, base.source.slug)) {
    const [was, is] = [before, after].map((one) => partFile(one, parquet));
    const kept = now.part_key === old.part_key && now.stale?.error && was === is;
    const there = (await hashFile(join(dataPaths(dataDir).current, parquet))) === was;
    return kept && there ? [] : ['the old part does not serve, marked as stale'];
  }
  const adds = now.read === now.kept + now.merged + now.rejected && now.stale === null;
  if (!adds) return [`counts: ${JSON.stringify(now).slice(0, 200)}`];
  const lost = old.kept - now.kept;
  const shrunk = (lost >= LEAST && lost > SHARE * old.kept) || now.kept === 0;
  return shrunk ? [`${now.kept} records instead of ${old.kept} were published`] : [];
}

const partFile = ({datasets}: Manifest, path: string): string | undefined =>
  Object.values(datasets)
    .flatMap(({files}) => files)
    .find((file) => file.path === path)?.sha256;
