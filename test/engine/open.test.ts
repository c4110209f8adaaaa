/** Opening a build: what it says of itself, what is refused and how, and the end of an engine. */
import {readdir, readFile, rm, truncate, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, afterEach, beforeEach, expect, test} from 'vitest';
import {FORMAT, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS, datasetOrEntity} from '../../datasets/index.ts';
import {type GivenRow, writeBuild} from '../helpers/build.ts';
import {objectEngine} from '../helpers/object_engine.ts';
import {openReference} from '../reference/open.ts';

const root = join(tmpdir(), `open-${process.pid}`);
const dir = join(root, "it's a build");
const ROWS: Record<string, GivenRow[]> = {
  contracts: [
    {vendor: 'Zed', value: 1, date: '2024-01-01'},
    {vendor: 'Zed', value: 2, date: '2023-01-01', source_dataset: 'CanadaBuys Contract History'},
  ],
  tenders: [],
};

beforeEach(() => writeBuild(dir, {rows: ROWS, build_id: 'b-1', index: false}));
afterEach(() => rm(dir, {recursive: true, force: true}));
afterAll(() => rm(root, {recursive: true, force: true}));

const open = async () => objectEngine(await openReference(dir, {memory_mb: 128, threads: 1}));

/** Changes the manifest in place. */
async function edit(change: (manifest: Manifest) => void): Promise<void> {
  const file = join(dir, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  change(manifest);
  await writeFile(file, JSON.stringify(manifest));
}

const PUBLISHED = Object.values(DATASETS)
  .filter(({published}) => published)
  .map(({name}) => name);

const page = {where: [], sort: 'date', order: 'desc', limit: 10, offset: 0} as const;

test('a build lists its contents, views and datasets without a source included', async () => {
  const engine = await open();
  expect(engine.info).toEqual({
    build_id: 'b-1',
    data_as_of: '2026-01-02T03:04:05',
    synthetic: true,
    records: {
      contracts: 2,
      disclosures: 1,
      awards: 0,
      tenders: 0,
      grants: 0,
      research_grants: 0,
      infrastructure_projects: 0,
      lobbying_registrations: 0,
      lobbying_communications: 0,
      bills: 0,
      votes: 0,
      politicians: 0,
      committees: 0,
      ballots: 0,
      organization_links: 1,
      organizations: 1,
      permits: 0,
      zoning: 0,
    },
  });
  await engine.close();
});

test('every query works on an empty build', async () => {
  await writeBuild(dir, {rows: {}, index: false});
  const engine = await open();
  const none = {total: 0, rows: [], last: null};
  for (const dataset of PUBLISHED) {
    const sort = datasetOrEntity(dataset).sort.default;
    expect(await engine.list({...page, dataset, sort})).toEqual(none);
    expect(await engine.detail(dataset, 'x')).toBeNull();
  }
  for (const [dataset, sort] of [
    ['vendors', 'total_value'],
    ['departments', 'record_count'],
    ['recipients', 'total_value'],
    ['sources', 'record_count'],
  ] as const) {
    expect(await engine.list({...page, dataset, sort})).toEqual(none);
  }
  const grouped = Object.values(DATASETS).filter(({stats}) => stats);
  expect(grouped.map(({name}) => name)).toContain('research_grants');
  for (const {name, stats} of grouped) {
    for (const group_by of Object.keys(stats?.groups ?? {})) {
      const value_count = stats?.sum == null ? null : 0;
      expect(await engine.stats({dataset: name, where: [], group_by, limit: 10, offset: 0})).toEqual({
        ...none,
        groups: 0,
        sum_value: null,
        value_count,
      });
    }
  }
  for (const entity of ['vendors', 'departments', 'recipients', 'organizations']) {
    expect(await engine.profile(entity, 'x')).toBeNull();
  }
  expect(await engine.lifecycle('x')).toBeNull();
  await engine.close();
});

test('the inventory has one row per loaded source of a published dataset', async () => {
  await writeBuild(dir, {rows: {...ROWS, nil_reports: []}, index: false});
  const engine = await open();
  const {rows} = await engine.list({...page, dataset: 'sources', sort: 'record_count'});
  expect(
    rows.map((row) => [row['source_dataset'], row['slug'], row['record_count'], row['first_date']]),
  ).toEqual([
    ['CanadaBuys Contract History', 'canadabuys_contracts', 1, '2023-01-01'],
    ['Proactive Disclosure Contracts', 'proactive_contracts', 1, '2024-01-01'],
    ['CanadaBuys Tenders', 'canadabuys_tenders', 0, null],
  ]);
  expect(rows[0]).toMatchObject({
    dataset: 'contracts',
    last_updated: '2026-01-02T03:04:05',
    refresh_cadence: 'weekly',
    unverified_layouts: ['canadabuys'],
  });
  await engine.close();
});

test('the inventory names what a source of an unpublished dataset feeds', async () => {
  const person = {person_id: '104682', name: 'Maren Côté-Lindqvist'};
  await writeBuild(dir, {rows: {members: [person], nil_reports: []}, index: false});
  const engine = await open();
  const {rows} = await engine.list({...page, dataset: 'sources', sort: 'record_count'});
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    source_dataset: 'House of Commons Members',
    slug: 'commons_members',
    dataset: 'politicians',
    record_count: 1,
    first_date: null,
  });
  await engine.close();
});

test('another format is refused', async () => {
  await edit((manifest) => {
    manifest.format = 99;
  });
  await expect(open()).rejects.toThrow(
    `manifest.json has format 99, this code reads ${FORMAT}: run \`make ingest\``,
  );
});

test.each([
  ['nothing', '', 'is not JSON'],
  ['a list', '[]', 'is not the manifest of a build'],
  ['another JSON document', '{"name": "x"}', 'is not the manifest of a build'],
  ['parts of a manifest', `{"format": ${FORMAT}, "build_id": "x"}`, 'lacks parts of a manifest'],
])('a manifest that holds %s is refused', async (_what, text, message) => {
  await writeFile(join(dir, 'manifest.json'), text);
  await expect(open()).rejects.toThrow(message);
});

test('a manifest with a source of an unknown dataset is refused', async () => {
  await edit((manifest) => {
    manifest.sources[0]!.dataset = 'weather';
  });
  await expect(open()).rejects.toThrow('of dataset weather, which this code does not know');
});

test('a missing folder or manifest is named', async () => {
  await expect(openReference(join(root, 'nowhere'), {memory_mb: 128, threads: 1})).rejects.toThrow(
    /nowhere cannot be opened/,
  );
  await rm(join(dir, 'manifest.json'));
  await expect(open()).rejects.toThrow(/manifest\.json cannot be read: run `make ingest`/);
});

test.each([
  'parquet/contracts/canadabuys_contracts.parquet',
  'parquet/vendors/vendors.parquet',
  'names/vendors.parquet',
  'loads/proactive_contracts.parquet',
])('a build without %s is refused', async (path) => {
  await rm(join(dir, path));
  await expect(open()).rejects.toThrow(`${path} is missing or cannot be read`);
});

test('a file of another size than the manifest says is refused', async () => {
  const path = 'parquet/contracts/proactive_contracts.parquet';
  await truncate(join(dir, path), 700);
  await expect(open()).rejects.toThrow(/proactive_contracts\.parquet has 700 bytes, its manifest says \d+/);
});

test('a truncated file without a size in the manifest is refused', async () => {
  await truncate(join(dir, 'loads/proactive_contracts.parquet'), 100);
  await expect(open()).rejects.toThrow(/loads\/proactive_contracts\.parquet is not readable as Parquet/);
});

test('files of another build are refused: other columns, other numbers of rows', async () => {
  const path = join(dir, 'loads/proactive_contracts.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT 'x' AS record_id) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  await expect(open()).rejects.toThrow(/has other columns than this code declares/);

  await writeBuild(dir, {rows: ROWS, index: false});
  await edit((manifest) => {
    manifest.datasets['contracts']!.rows = 3;
  });
  await expect(open()).rejects.toThrow(/contracts has 2 rows in .*, its manifest says 3/);
});

test('close lets running queries finish and refuses later ones; nothing is written into the build', async () => {
  const before = await readdir(dir, {recursive: true});
  const engine = await open();
  const running = Array.from({length: 20}, () => engine.list({...page, dataset: 'contracts'}));
  const closed = engine.close();
  for (const result of await Promise.all(running)) expect(result.rows.length).toBe(2);
  await closed;
  await expect(engine.detail('contracts', 'x')).rejects.toThrow('the engine is closed');
  await engine.close();
  expect(await readdir(dir, {recursive: true})).toEqual(before);
});
