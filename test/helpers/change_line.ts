/**
 * A line of builds of an invented dataset, made by the functions that write ledgers and logs, without an
 * ingest.
 */

import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {type IndexEntry, inBuild, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {linkFile} from '../../builds/link_file.ts';
import {listColumn, NOT_NULL} from '../../datasets/columns.ts';
import {loggedDatasets} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {literal} from '../../datasets/rules/sql.ts';
import type {Dataset, Json} from '../../datasets/types.ts';
import {writeChanges} from '../../pipeline/publish/changes/log.ts';
import type {Build} from '../../pipeline/publish/current_build.ts';
import {writeRecordLedger} from '../../pipeline/write/record_ledger.ts';
import {addDataset, folder, memoryDatabase} from './pipeline.ts';

export interface HarbourRow {
  id: string;
  day: string | null;
  name: string | null;
  boats: string[];
  /** Key of the owner, whose name comes of another table. */
  owner: string | null;
}

/** What the part of a source is made of. */
export interface Made {
  slug: string;
  rows: readonly HarbourRow[];
  /** Stand for the bytes of its files, and for the code that read them. */
  file: string;
  code: string;
  synthetic?: boolean;
}

export interface Night {
  sources: readonly Made[];
  /** Names of owners by key: the other table. */
  owners?: Readonly<Record<string, string>>;
  /** Of all code and declarations. */
  rules: string;
  /** UTC. */
  at: string;
  synthetic?: boolean;
  days?: number;
}

export const harbours: Dataset = {
  name: 'harbours',
  title: 'Harbours',
  help: 'Invented.',
  id: {column: 'id', prefix: ''},
  columns: {
    id: listColumn('text', '', 'a', NOT_NULL),
    day: listColumn('date', '', '2026-01-01'),
    name: listColumn('text', '', 'North'),
    boats: listColumn('text[]', '', []),
    owner: listColumn('text', '', 'k'),
    open: listColumn('boolean', '', true, {derived: {sql: 'r.day >= as_of()'}}),
    owner_name: listColumn('text', '', 'Keel', {derived: {sql: 'owned.name', join: 'owned'}}),
  },
  sort: {default: 'date', keys: {date: 'day'}},
  filters: {},
  date: 'day',
  published: true,
  joins: {owned: 'owners AS owned ON owned.key = r.owner'},
  checks: [],
  sources: [],
};

const TYPES = {id: 'VARCHAR', day: 'DATE', name: 'VARCHAR', boats: 'VARCHAR[]', owner: 'VARCHAR'} as const;

const sqlOf = (value: HarbourRow[keyof HarbourRow]): string =>
  value === null
    ? 'NULL'
    : Array.isArray(value)
      ? `[${value.map(literal).join(', ')}]::VARCHAR[]`
      : literal(value);

function selectOf(rows: readonly HarbourRow[]): string {
  const names = Object.entries(TYPES);
  const none = `SELECT ${names.map(([name, type]) => `NULL::${type} AS ${name}`).join(', ')} WHERE false`;
  const all = rows.map(
    (row) =>
      `SELECT ${names.map(([name, type]) => `${sqlOf(row[name as keyof HarbourRow])}::${type}`).join(', ')}`,
  );
  return [none, ...all].join(' UNION ALL ');
}

export interface ChangeLine {
  /** Makes the next build; returns its manifest. */
  build(night: Night): Promise<Manifest>;
  /** Goes on from an earlier build. */
  rollBack(build: Build): void;
  readonly latest: Build | null;
  /** Rows of a file of the newest build. */
  rows(path: string): Promise<Record<string, Json>[]>;
  close(): void;
}

/** The dataset is declared until the end of the test. */
export async function changeLine(): Promise<ChangeLine> {
  addDataset(harbours);
  const root = await folder();
  const {db, close} = await memoryDatabase();
  let latest: Build | null = null;
  let nights = 0;
  return {
    async build(night) {
      nights += 1;
      latest = await makeBuild(db, join(root, String(nights)), {night, id: idOf(nights), before: latest});
      return latest.manifest;
    },
    rollBack(build) {
      latest = build;
    },
    get latest() {
      return latest;
    },
    async rows(path) {
      const reader = await db.runAndReadAll(`FROM read_parquet(${literal(join(latest!.folder, path))})`);
      return reader.getRowObjectsJson() as Record<string, Json>[];
    },
    close,
  };
}

/** The id of the n-th build. */
export const idOf = (n: number): string => String(n).padStart(16, '0');

interface Step {
  night: Night;
  id: string;
  before: Build | null;
}

async function makeBuild(db: DuckDBConnection, folder: string, {night, id, before}: Step): Promise<Build> {
  const sources = night.sources.map(({slug, rows, file, code, synthetic = false}): SourceEntry => {
    const known = before?.manifest.sources.find((one) => one.slug === slug);
    const files = [{name: 'a.csv', sha256: file}];
    const part_key =
      known?.files[0]?.sha256 === file && known.rules === code ? known.part_key : `${id}${slug}`;
    const known_as = {slug, dataset: harbours.name, part_key, rules: code, synthetic};
    return {...known_as, kept: rows.length, files} as SourceEntry;
  });
  for (const [at, entry] of sources.entries()) await makePart(db, folder, night, at, entry, before);
  await db.run(asOfMacro(night.at));
  const owners = Object.entries(night.owners ?? {}).map(
    ([key, name]) => `(${literal(key)}, ${literal(name)})`,
  );
  await db.run(`CREATE OR REPLACE VIEW owners AS
    SELECT * FROM (VALUES (NULL::VARCHAR, NULL::VARCHAR)${owners.map((one) => `, ${one}`).join('')}) AS o (key, name) WHERE key IS NOT NULL`);
  const parts = sources.map(({slug}) => literal(join(folder, inBuild.part(harbours.name, slug))));
  await db.run(
    `CREATE OR REPLACE VIEW harbours AS ${
      parts.length > 0 ? `FROM read_parquet([${parts.join(', ')}])` : selectOf([])
    }`,
  );
  const whole = inBuild.whole(harbours.name);
  await mkdir(dirname(join(folder, whole)), {recursive: true});
  await db.run(`COPY (SELECT r.*, r.day >= as_of() AS open, owned.name AS owner_name FROM harbours AS r LEFT JOIN ${harbours.joins!['owned']}
    ORDER BY day DESC NULLS LAST, id) TO ${literal(join(folder, whole))} (FORMAT parquet)`);
  const described = {
    build_id: id,
    built_at: night.at,
    data_as_of: night.at,
    synthetic: night.synthetic ?? false,
    sources,
    datasets: {
      owners: {rows: 0, files: [{path: 'owners', bytes: 0, sha256: JSON.stringify(night.owners ?? {})}]},
    },
    rules: night.rules,
  };
  const {table, log, logged} = await writeChanges(db, folder, described, {
    days: night.days ?? 90,
    before,
    hashOf: hashFile,
  });
  const index = {
    [harbours.name]: {
      whole: {path: whole, bytes: 0, sha256: await hashFile(join(folder, whole))},
    } as IndexEntry,
  };
  const others = await Promise.all(
    sources.map(async ({slug}) => {
      const path = inBuild.loads(slug);
      return {path, bytes: 0, sha256: await hashFile(join(folder, path))};
    }),
  );
  const datasets = {...described.datasets, changes: table};
  const manifest = {...described, datasets, log, logged, others, index};
  return {folder, manifest: manifest as unknown as Manifest, served: true};
}

/** Writes part and ledger of a source, or takes over those of the build before. */
async function makePart(
  db: DuckDBConnection,
  folder: string,
  night: Night,
  at: number,
  {slug, part_key}: SourceEntry,
  before: Build | null,
): Promise<void> {
  const [part, ledger] = [inBuild.part(harbours.name, slug), inBuild.loads(slug)];
  const known = before?.manifest.sources.find((one) => one.slug === slug);
  if (before && known?.part_key === part_key) {
    for (const path of [part, ledger]) await linkFile(join(before.folder, path), join(folder, path));
    return;
  }
  for (const path of [part, ledger]) await mkdir(dirname(join(folder, path)), {recursive: true});
  await db.run(
    `COPY (${selectOf(night.sources[at]!.rows)}) TO ${literal(join(folder, part))} (FORMAT parquet)`,
  );
  const old = before && known ? join(before.folder, ledger) : null;
  await writeRecordLedger(db, harbours, join(folder, part), old, night.at, join(folder, ledger));
}

/** How many datasets have a log. */
export const logs = (): number => loggedDatasets().length;
