/** Rows per second and peak memory of an ingest, beside DuckDB copying the same files without any normalising. */
import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {inBuild, type Manifest, places} from '../../datasets/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {runNode} from './child.ts';

const MEGABYTE = 2 ** 20;

/** Generates the corpus where it is missing, ingests it from nothing, then again unchanged. Throws when a run fails. */
export async function ingestNational(home: string): Promise<void> {
  const corpus = join(home, 'corpus');
  await runNode(['pipeline/corpus/cli.ts'], {SCALE: 'national', OUT: corpus});
  for (const place of ['raw', 'parts', 'builds', 'current'])
    await rm(join(home, place), {recursive: true, force: true});
  const env = {DATA_DIR: home, MIRROR: corpus, MIRROR_MAP: '', SOURCES: ''};
  const first = await runNode(['pipeline/cli.ts'], env);
  const second = await runNode(['pipeline/cli.ts'], env);
  const manifest = JSON.parse(
    await readFile(join(places(home).current, inBuild.manifest), 'utf8'),
  ) as Manifest;
  const events = first.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): {kind: string; source: string; ms?: number} => JSON.parse(line));
  process.stdout.write(
    `ingest: ${first.seconds.toFixed(1)} s, peak memory ${(first.peak / MEGABYTE).toFixed(0)} MB; ` +
      `unchanged input: ${second.seconds.toFixed(2)} s\n`,
  );
  for (const source of manifest.sources) {
    const ms =
      events.find((one) => one.kind === 'normalised' && one.source === source.slug)?.ms ?? Number.NaN;
    const folder = join(corpus, source.slug);
    const csv = (await readdir(folder))
      .filter((name) => name.endsWith('.csv'))
      .map((name) => join(folder, name));
    const bytes = (await Promise.all(csv.map((path) => stat(path)))).reduce((sum, one) => sum + one.size, 0);
    const parquet = await stat(join(places(home).current, inBuild.part(source.dataset, source.slug)));
    const bare = await bareCopy(csv, join(home, 'bare.parquet'));
    const speed = source.read / (ms / 1000);
    process.stdout.write(
      `  ${source.slug}: ${source.read} rows, ${Math.round(speed)} rows/s, bare copy ${Math.round(source.read / bare)} rows/s ` +
        `(${((speed * bare) / source.read).toFixed(2)} of it), ${(parquet.size / bytes).toFixed(3)} bytes of Parquet a byte of CSV\n`,
    );
  }
}

/** Seconds that DuckDB takes to copy the files to Parquet as text, faulty rows left out. */
async function bareCopy(files: string[], to: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', {threads: '2'});
  const db = await instance.connect();
  const begun = performance.now();
  for (const file of files) {
    const options = `all_varchar = true, header = true, delim = ',', quote = '"', escape = '"', ignore_errors = true, strict_mode = false`;
    const encoding = /windows|1252/.test(file) ? `, encoding = 'latin-1'` : '';
    await db.run(
      `COPY (SELECT * FROM read_csv(${literal(file)}, ${options}${encoding})) TO ${literal(to)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  }
  db.closeSync();
  instance.closeSync();
  await rm(to, {force: true});
  return (performance.now() - begun) / 1000;
}
