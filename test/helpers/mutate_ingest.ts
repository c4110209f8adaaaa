/** Damaged files through a whole ingest: the clean part stays current, or a part whose counts account for the damage. */
import {cp, mkdir, readdir, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {dataPaths, inBuild, type Manifest, type SourceEntry} from '../../datasets/artefacts.ts';
import {hashFile} from '../../pipeline/runtime/disk.ts';
import {currentBuildFault} from './build_faults.ts';
import {ingest, type Run} from './ingest.ts';
import {manifestOf} from './mirror.ts';
import {type Base, bytesOf} from './mutate_base.ts';
import type {Damaged} from './mutate_bytes.ts';
import {INTERNAL} from './mutate_check.ts';
import {expectedOf} from './mutate_expect.ts';

/** As the setting MAX_SHRINK is where nobody sets it. */
const MAX_SHRINK = 0.5;

export interface CleanSource {
  folder: string;
  bases: readonly Base[];
}

const mirrorOf = ({folder}: CleanSource) => join(folder, 'mirror');
const settings = (clean: CleanSource, dataDir: string) => ({DATA_DIR: dataDir, MIRROR: mirrorOf(clean)});

async function fill(clean: CleanSource, without?: Base): Promise<string> {
  const slug = clean.bases[0]?.source.slug ?? '';
  const folder = join(mirrorOf(clean), slug);
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  // One form of a file: other forms would only repeat its records.
  const files = clean.bases.filter((base) => base.form === 'csv' || base === without);
  for (const base of files) if (base !== without) await writeFile(join(folder, base.name), bytesOf(base));
  return folder;
}

/** Ingests the good files into `folder/good`. */
export async function ingestClean(folder: string, bases: readonly Base[]): Promise<CleanSource> {
  const clean = {folder, bases};
  await fill(clean);
  const run = await ingest(settings(clean, join(folder, 'good')));
  if (run.code !== 0) throw new Error(`the good files are not ingested: ${run.stdout}${run.stderr}`);
  return clean;
}

/** What is wrong after an ingest of the damaged file beside the good ones, over a copy of the good build. */
export async function ingestFaults(clean: CleanSource, base: Base, damaged: Damaged): Promise<string[]> {
  const dataDir = join(clean.folder, 'damaged');
  await rm(dataDir, {recursive: true, force: true});
  await cp(join(clean.folder, 'good'), dataDir, {recursive: true, verbatimSymlinks: true});
  const folder = await fill(clean, base);
  const name = base.name + (damaged.ending ? `.${damaged.ending}` : '');
  await writeFile(join(folder, name), damaged.bytes);
  const before = await manifestOf(dataDir);
  const run = await ingest(settings(clean, dataDir));
  const after = await manifestOf(dataDir);
  const wrong = [...reportFaults(run, base), ...(await partFaults(dataDir, before, after, base, run))];
  const fault = await currentBuildFault(dataDir);
  if (fault) wrong.push(`the current build is not sound: ${fault}`);
  const left = (await readdir(dataDir, {recursive: true})).filter((one) =>
    /\.tmp\b|\.part$|\.next$|lock$/.test(one),
  );
  if (left.length) wrong.push(`left behind: ${left.join(', ')}`);
  if (damaged.ending !== 'zip' && run.code === 0) {
    const expected = expectedOf(damaged.bytes, base);
    const file = entryOf(after, base)?.files.find((one) => one.name === name);
    if ('fault' in expected) wrong.push(`it was loaded although: ${expected.fault}`);
    else if (expected.held.sure && file?.rows !== expected.held.rows.length)
      wrong.push(`${file?.rows} rows of ${expected.held.rows.length}`);
  }
  return wrong;
}

const entryOf = ({sources}: Manifest, {source}: Base): SourceEntry | undefined =>
  sources.find((one) => one.slug === source.slug);

function reportFaults({code, signal, stderr}: Run, {source}: Base): string[] {
  const failed = stderr.split('\n').filter((line) => line.startsWith('FAILED'));
  const wrong: string[] = [];
  if (signal !== null || (code !== 0 && code !== 1)) wrong.push(`ended with ${code} ${signal}: ${stderr}`);
  if ((code === 1) !== failed.length > 0)
    wrong.push(`ended with ${code}, told ${failed.length} failures: ${stderr}`);
  const named = failed.every((line) => line.includes(source.slug) || line.startsWith('FAILED build'));
  if (!named) wrong.push(`a failure without its source: ${failed.join('; ')}`);
  if (INTERNAL.test(stderr)) wrong.push(`words of a program: ${stderr}`);
  return wrong;
}

/** A failure leaves the old part, marked; a success has counts that add up and lost no more than it may. */
async function partFaults(
  dataDir: string,
  before: Manifest,
  after: Manifest,
  base: Base,
  {code, stderr}: Run,
): Promise<string[]> {
  const [old, now] = [entryOf(before, base), entryOf(after, base)];
  if (!old || !now) return ['the source is gone from the build'];
  const parquet = inBuild.part(base.source.dataset, base.source.slug);
  if (code === 1 && stderr.includes('FAILED build')) {
    return before.build_id === after.build_id ? [] : ['a build that failed was published'];
  }
  if (code === 1) {
    const [was, is] = [before, after].map((one) => partFile(one, parquet));
    const kept = now.part_key === old.part_key && now.stale?.error && was === is;
    const there = (await hashFile(join(dataPaths(dataDir).current, parquet))) === was;
    return kept && there ? [] : ['the old part does not serve, marked as stale'];
  }
  const adds = now.read === now.kept + now.merged + now.rejected && now.stale === null;
  if (!adds) return [`counts: ${JSON.stringify(now).slice(0, 200)}`];
  const shrunk = now.kept < old.kept * (1 - MAX_SHRINK) || now.kept === 0;
  return shrunk ? [`${now.kept} records instead of ${old.kept} were published`] : [];
}

const partFile = ({datasets}: Manifest, path: string): string | undefined =>
  Object.values(datasets)
    .flatMap(({files}) => files)
    .find((file) => file.path === path)?.sha256;
