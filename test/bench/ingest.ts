/**
 * Rows per second and peak memory of an ingest, beside DuckDB copying the same files without any normalising.
 */
import {mkdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import yauzl from 'yauzl';
import {dataPaths, inBuild, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {SETTINGS} from '../../datasets/settings.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {type Finished, runNode} from './child.ts';
import {CORPUS, SOURCES_TAKEN} from './effort.ts';
import {say} from './say.ts';

const MEGABYTE = 2 ** 20;

/**
 * Generates the national corpus and ingests all of it from nothing, then again unchanged; prints what that
 * took.
 */
export async function ingestAll(home: string): Promise<Manifest> {
  const made = await runNode(['test/corpus/cli.ts'], {
    SCALE: CORPUS,
    SOURCES: SOURCES_TAKEN,
    OUT: corpusOf(home),
  });
  say(`corpus: ${made.seconds.toFixed(1)} s, peak memory ${megabytes(made.peak)}`);
  for (const folder of ['raw', 'parts', 'builds', 'current'])
    await rm(join(home, folder), {recursive: true, force: true});
  const first = await runNode(['pipeline/cli.ts'], ingestOf(home));
  const second = await runNode(['pipeline/cli.ts'], ingestOf(home));
  const manifest = JSON.parse(
    await readFile(join(dataPaths(home).current, inBuild.manifest), 'utf8'),
  ) as Manifest;
  const rows = manifest.sources.reduce((sum, one) => sum + one.read, 0);
  say(
    `ingest of all sources: ${rows} rows in ${first.seconds.toFixed(1)} s, peak memory ${megabytes(first.peak)}; ` +
      `unchanged input: ${second.seconds.toFixed(2)} s`,
  );
  return manifest;
}

const corpusOf = (home: string): string => join(home, 'corpus');
const ingestOf = (home: string): Record<string, string> => ({
  DATA_DIR: home,
  MIRROR: corpusOf(home),
  MIRROR_MAP: '',
  SOURCES: SOURCES_TAKEN,
  LOG: 'json',
});

/**
 * The ingest of everything, then every source by itself, beside a bare copy of its files. Throws when a run
 * fails. How many sources.
 */
export async function ingestNational(home: string): Promise<number> {
  const manifest = await ingestAll(home);
  // `sorted`: the same copy in the order of the dataset, within the memory of an ingest, against the bare
  // one.
  say('\nevery source by itself, beside COPY (SELECT * FROM read_csv(...)) TO Parquet of the same files:');
  say(
    `  ${'source'.padEnd(24)} rows     rows/s  bare copy  ratio  sorted  peak MB  Parquet/CSV  reading normalising writing (s)`,
  );
  for (const source of manifest.sources) await ingestOne(home, corpusOf(home), ingestOf(home), source);
  return manifest.sources.length;
}

async function ingestOne(
  home: string,
  corpus: string,
  env: Record<string, string>,
  {slug, dataset, files, read}: SourceEntry,
): Promise<void> {
  await rm(dataPaths(home).parts(slug), {recursive: true, force: true});
  const run = await runNode(['pipeline/cli.ts'], {...env, SOURCES: slug});
  const {ms, stages} = normalised(run, slug);
  const texts = join(home, 'texts');
  await mkdir(texts, {recursive: true});
  const isTables = files.every(({name}) => name.endsWith('.csv'));
  const paths: string[] = [];
  for (const {name, encoding} of isTables ? files : []) {
    paths.push(await inUtf8(join(corpus, slug), name, encoding, texts));
  }
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const parquet = await stat(join(dataPaths(home).current, inBuild.part(dataset, slug)));
  const to = join(home, 'bare.parquet');
  // documents are no tables that could be copied
  const bare = isTables ? await bareCopy(slug, paths, to, null) : null;
  const sorted = isTables ? await bareCopy(slug, paths, to, orderOf(slug)) : null;
  await rm(texts, {recursive: true});
  const speed = read / (ms / 1000);
  const seconds = Object.values(stages).map((one) => (one / 1000).toFixed(1).padStart(8));
  const beside =
    bare === null || sorted === null
      ? ['-', '-', '-']
      : [String(Math.round(read / bare)), ((speed * bare) / read).toFixed(2), (bare / sorted).toFixed(2)];
  const [copied = '', ratio = '', inOrder = ''] = beside;
  say(
    `  ${slug.padEnd(24)} ${String(read).padEnd(8)} ${Math.round(speed).toString().padStart(6)} ` +
      `${copied.padStart(10)} ${ratio.padStart(6)} ${inOrder.padStart(7)} ` +
      `${(run.peak / MEGABYTE).toFixed(0).padStart(8)} ${(parquet.size / bytes).toFixed(3).padStart(12)} ${seconds.join('')}`,
  );
}

/** The event that says how long a part took. */
function normalised({stdout}: Finished, slug: string): {ms: number; stages: Record<string, number>} {
  for (const line of stdout.split('\n').filter((one) => one.startsWith('{'))) {
    const event: {kind: string; source: string; ms: number; stages: Record<string, number>} =
      JSON.parse(line);
    if (event.kind === 'normalised' && event.source === slug) return event;
  }
  throw new Error(`${slug} was not normalised:\n${stdout.slice(-2000)}`);
}

/**
 * The file, or a copy in UTF-8: DuckDB reads no Windows-1252, and no entries of zips
 * (`archive.zip!entry.csv`). Making it is not timed.
 */
async function inUtf8(from: string, name: string, encoding: string, folder: string): Promise<string> {
  const [file = '', entry] = name.split('!');
  const path = join(from, file);
  if (entry === undefined && encoding === 'utf-8') return path;
  const bytes = entry === undefined ? await readFile(path) : await entryOf(path, entry);
  const copy = join(folder, name.replace('!', '-'));
  await writeFile(copy, encoding === 'utf-8' ? bytes : new TextDecoder(encoding).decode(bytes));
  return copy;
}

async function entryOf(path: string, name: string): Promise<Buffer> {
  const zip = await yauzl.openPromise(path, {autoClose: false});
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
      return Buffer.concat(chunks);
    }
  } finally {
    zip.close();
  }
  throw new Error(`${path} has no ${name}`);
}

/** The published column by which the dataset is sorted: what order costs shows in a copy that has it. */
function orderOf(slug: string): string {
  const source = SOURCES[slug];
  const dataset = source && DATASETS[source.dataset];
  const field = source?.layouts[0]?.fields[dataset?.sort.keys[dataset.sort.default] ?? ''];
  return (field && columnsOf(field)[0]) ?? '';
}

/**
 * Seconds that DuckDB takes to copy the files of a source to Parquet as text, faulty rows left out; in the
 * order of a column, where one is given, within the memory bound of an ingest.
 */
async function bareCopy(slug: string, files: string[], to: string, column: string | null): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '2', temp_directory: `${to}.tmp`});
  const db = await instance.connect();
  if (column !== null) await db.run(`SET memory_limit = '${SETTINGS.MEMORY_MB.default}MB'`);
  const order = async (from: string): Promise<string> => {
    if (!column) return '';
    const names = (await db.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`))
      .getRows()
      .map(([name]) => String(name));
    const known = names.find((name) => name === column);
    return known ? ` ORDER BY ${ident(known)} DESC` : '';
  };
  const startedAt = performance.now();
  for (const path of files) {
    const delim = literal(SOURCES[slug]?.delimiter ?? ',');
    const options = `all_varchar = true, header = true, delim = ${delim}, quote = '"', escape = '"', ignore_errors = true,
      strict_mode = false`;
    const from = `read_csv(${literal(path)}, ${options})`;
    await db.run(
      `COPY (SELECT * FROM ${from}${await order(from)}) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  db.closeSync();
  instance.closeSync();
  await rm(to, {force: true});
  return seconds;
}

const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`;
