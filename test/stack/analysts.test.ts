/**
 * The data for analysts with a running server: catalogue and Parquet of the build, from any folder, in plain
 * DuckDB.
 */
import {existsSync, globSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DATASETS, DERIVED, datasetOrEntity} from '../../datasets/index.ts';
import {listViews} from '../../datasets/rules/list_views.ts';
import {type OracleDatabase, oracleDatabase, type Values} from '../helpers/oracle_database.ts';
import {makeKey, manifestOf, ROOT, run, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let dataDir: string;
let elsewhere: string;
let server: Server;
let catalogue: OracleDatabase;
let key: string;

beforeAll(async () => {
  dataDir = await sharedData();
  elsewhere = await mkdtemp(join(tmpdir(), 'analyst-'));
  server = await sharedServer();
  key = makeKey(dataDir);
  catalogue = await oracleDatabase(join(dataDir, 'current/catalogue.duckdb'));
});
afterAll(async () => {
  catalogue?.close();
  await rm(elsewhere, {recursive: true, force: true});
});

/** Program in its own working directory that runs one statement on a file opened READ_ONLY. */
async function analyst(file: string, sql: string): Promise<Values[]> {
  const api = pathToFileURL(join(ROOT, 'node_modules/@duckdb/node-api/lib/index.js')).href;
  const program = `
    const {DuckDBInstance} = await import(${JSON.stringify(api)});
    const instance = await DuckDBInstance.create(${JSON.stringify(file)}, {access_mode: 'READ_ONLY'});
    const reader = await (await instance.connect()).runAndReadAll(${JSON.stringify(sql)});
    console.log(JSON.stringify(reader.getRowObjectsJson()));`;
  const {code, stdout, stderr} = await run(
    process.execPath,
    ['--input-type=module', '-e', program],
    {},
    elsewhere,
  );
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Values[];
}

async function health(): Promise<{status: string; records: Record<string, number>}> {
  return (await (await fetch(`${server.base}/health`)).json()) as {
    status: string;
    records: Record<string, number>;
  };
}

const catalogueFile = () => join(dataDir, 'current/catalogue.duckdb');

test('several readers in another folder see the counts that /health names, while the server answers', async () => {
  const {records} = await health();
  const names = Object.keys(records);
  expect(names).toEqual([
    'contracts',
    'disclosures',
    'awards',
    'tenders',
    'grants',
    'research_grants',
    'infrastructure_projects',
    'lobbying_registrations',
    'lobbying_communications',
    'bills',
    'politicians',
    'committees',
    'permits',
    'zoning',
  ]);
  const sql = names
    .map((name) => `SELECT '${name}' AS name, count(*)::INTEGER AS n FROM "${name}"`)
    .join(' UNION ALL ');
  const expected = names.map((name) => ({name, n: records[name]}));
  const readers = await Promise.all([analyst(catalogueFile(), sql), analyst(catalogueFile(), sql), health()]);
  expect(readers[0]!).toEqual(expect.arrayContaining(expected));
  expect(readers[1]!).toEqual(expect.arrayContaining(expected));
  expect(readers[2].status).toBe('ok');
});

test('the catalogue cannot be written by a reader, and the server stays up', async () => {
  await expect(analyst(catalogueFile(), 'CREATE TABLE x (y INTEGER)')).rejects.toThrow(/read-only/);
  expect((await health()).status).toBe('ok');
});

test('the statement of the README works', async () => {
  const rows = await analyst(
    catalogueFile(),
    'SELECT year(date), count(*), sum(value) FROM contracts_once GROUP BY 1 ORDER BY 1 DESC LIMIT 5',
  );
  expect(rows).toHaveLength(5);
});

/** Types of all columns of a relation, by name. */
async function typesOf(db: OracleDatabase, from: string): Promise<Record<string, string>> {
  const rows = await db.rows(`DESCRIBE FROM ${from}`);
  return Object.fromEntries(rows.map((row) => [String(row['column_name']), String(row['column_type'])]));
}

/** What a column's name says of its type. */
function expectedType(name: string): string | null {
  if (/(^|_)(date|period_start|period_end)$/.test(name)) return 'DATE';
  if (/((^|_)value|award_amount|federal_contribution|total_eligible_cost)$/.test(name))
    return 'DECIMAL(18,2)';
  if (/^(last_updated|first_seen|last_changed)$/.test(name)) return 'TIMESTAMP WITH TIME ZONE';
  if (/(_count|^number_of_bids)$/.test(name)) return 'BIGINT';
  return null;
}

const VIEWS = [
  'contracts',
  'contracts_once',
  'disclosures',
  'awards',
  'tenders',
  'grants',
  'research_grants',
  'infrastructure_projects',
  'nil_reports',
  'vendors',
  'departments',
  'recipients',
  'organization_links',
  'organizations',
  'sources',
];

test.each(VIEWS)('%s: typed columns, a comment on the view and on every column', async (view) => {
  const types = await typesOf(catalogue, view);
  const wrong = Object.entries(types).filter(([name, type]) => (expectedType(name) ?? type) !== type);
  expect(wrong).toEqual([]);
  const [row] = await catalogue.rows(
    `SELECT comment FROM duckdb_views() WHERE view_name = '${view}' AND schema_name = 'main'`,
  );
  expect(String(row!['comment']).length).toBeGreaterThan(20);
  const columns = await catalogue.rows(
    `SELECT column_name AS name, comment FROM duckdb_columns() WHERE table_name = '${view}' AND schema_name = 'main'`,
  );
  expect(columns.map(({name}) => name)).toEqual(Object.keys(types));
  for (const {name, comment} of columns) {
    expect(String(comment ?? ''), String(name)).not.toBe('');
    if (types[String(name)]!.startsWith('DECIMAL')) expect(comment).toMatch(/\[(CAD|currency)\]$/);
  }
});

test('each list of an exported dataset is a view with a row for each item, in the order of the list', async () => {
  const views = [...Object.values(DATASETS), ...Object.values(DERIVED)]
    .filter(({name}) => existsSync(join(dataDir, 'current/export', `${name}.parquet`)))
    .flatMap((declaration) => listViews(declaration).map((view) => ({...view, dataset: declaration.name})));
  expect(views.map(({view}) => view)).toEqual(
    expect.arrayContaining([
      'contracts_amendments',
      'grants_versions',
      'politicians_terms',
      'bills_readings',
    ]),
  );
  for (const {view, dataset, list, columns, fieldOf} of views) {
    const [id] = Object.keys(columns);
    const fields = Object.entries(fieldOf).map(([name, field]) => `"${field}" := "${name}"`);
    const [row] = await catalogue.rows(`
      WITH again AS (SELECT "${id}" AS of_record, list(struct_pack(${fields}) ORDER BY position) AS items FROM ${view} GROUP BY 1)
      SELECT (SELECT count(*) FROM ${view}) AS n, (SELECT coalesce(sum(len("${list}")), 0) FROM ${dataset}) AS items,
        (SELECT count(*) FROM ${dataset} LEFT JOIN again ON of_record = "${id}"
          WHERE coalesce("${list}", []) IS DISTINCT FROM coalesce(items, [])) AS others`);
    expect([view, String(row!['n']), String(row!['others'])]).toEqual([view, String(row!['items']), '0']);
    expect(Object.keys(await typesOf(catalogue, view))).toEqual(Object.keys(columns));
  }
});

test('the views have the values of the API, joined columns included', async () => {
  const [row] =
    await catalogue.rows(`SELECT count(*) AS n, count(vendor_key) AS keyed, count(last_updated) AS loaded,
    count(vendor) AS named FROM contracts`);
  expect(row!['loaded']).toBe(String(row!['n']));
  expect(row!['keyed']).toBe(row!['named']);
});

test.each(['contracts', 'grants', 'tenders'])(
  '%s: halves of names are those that `lang` gives, years begin in April',
  async (list) => {
    const rows = await catalogue.rows(`SELECT record_id, department_en, department_fr, fiscal_year,
    year(date) - CASE WHEN month(date) < 4 THEN 1 ELSE 0 END AS began FROM ${list} ORDER BY hash(record_id) LIMIT 20`);
    for (const row of rows) {
      const [en, fr] = await Promise.all(
        ['en', 'fr'].map(async (lang) => {
          const url = `${server.base}/api/v1/${list}/${row['record_id']}?lang=${lang}`;
          const answer = await fetch(url, {headers: {'X-API-Key': key}});
          return ((await answer.json()) as {data: {department: string}}).data;
        }),
      );
      expect([row['department_en'], row['department_fr']]).toEqual([en!.department, fr!.department]);
      const began = row['began'] === null ? null : Number(row['began']);
      expect(row['fiscal_year']).toBe(
        began === null ? null : `${began}-${String((began + 1) % 100).padStart(2, '0')}`,
      );
    }
  },
);

test('every Parquet file of the build: typed, counted, named with source, licence and units', async () => {
  const manifest = manifestOf(dataDir);
  const db = await oracleDatabase();
  const sources = manifest.sources as {
    slug: string;
    dataset: string;
    label: string;
    license: string;
    kept: number;
  }[];
  const {records} = await health();
  const counted: Record<string, number> = {};
  for (const {slug, dataset, label, license, kept} of sources) {
    const file = `'${join(dataDir, 'current/parquet', dataset, slug)}.parquet'`;
    const types = await typesOf(db, file);
    expect(Object.entries(types).filter(([name, type]) => (expectedType(name) ?? type) !== type)).toEqual([]);
    const [{n} = {n: null}] = await db.rows(`SELECT count(*) AS n FROM ${file}`);
    expect(n).toBe(kept);
    counted[dataset] = (counted[dataset] ?? 0) + kept;
    const pairs = await db.rows(
      `SELECT decode(key) AS key, decode(value) AS text FROM parquet_kv_metadata(${file})`,
    );
    const metadata = Object.fromEntries(pairs.map(({key, text}) => [String(key), String(text)]));
    expect(metadata).toMatchObject({dataset, source: label, source_slug: slug, licence: license});
    expect(metadata['synthetic']).toMatch(/^true/);
    for (const [name, type] of Object.entries(types))
      if (type.startsWith('DECIMAL'))
        expect(metadata['units']).toMatch(new RegExp(`\\b${name}: (CAD|currency)`));
  }
  // entities have their own file, without a source
  for (const name of ['politicians', 'committees']) {
    const [{n} = {n: null}] = await db.rows(
      `SELECT count(*)::INTEGER AS n FROM '${join(dataDir, 'current/parquet', name, name)}.parquet'`,
    );
    counted[name] = Number(n);
  }
  db.close();
  const {disclosures: _, ...stored} = records;
  expect(counted).toMatchObject(stored);
});

/** Datasets that name organizations. */
const NAMING = [
  'contracts',
  'awards',
  'grants',
  'research_grants',
  'infrastructure_projects',
  'lobbying_registrations',
  'lobbying_communications',
  'permits',
];

/** Datasets whose sources are those of an entity. */
const SOURCES_OF: Record<string, string[]> = {
  politicians: ['members', 'parliamentarians'],
  committees: ['committee_sessions'],
  ballots: ['votes', 'members', 'parliamentarians'],
  organization_links: NAMING,
  organizations: NAMING,
};

test('every exported Parquet file is named with its own dataset, its sources, licences and units', async () => {
  const manifest = manifestOf(dataDir);
  const sources = manifest.sources as {dataset: string; publisher: string; license: string}[];
  const db = await oracleDatabase();
  const files = globSync('export/*.parquet', {cwd: join(dataDir, 'current')});
  expect(files.length).toBeGreaterThan(10);
  for (const path of files) {
    const name = path.replace(/^export.|\.parquet$/g, '');
    const pairs = await db.rows(
      `SELECT decode(key) AS key, decode(value) AS text FROM parquet_kv_metadata('${join(dataDir, 'current', path)}')`,
    );
    const metadata = Object.fromEntries(pairs.map(({key, text}) => [String(key), String(text)]));
    const {title, help} = datasetOrEntity(name);
    expect(metadata, path).toMatchObject({dataset: name, title, description: help});
    expect(metadata['synthetic'], path).toMatch(/^true/);
    const of = SOURCES_OF[name] ?? [name];
    const published = sources.filter(({dataset}) => of.includes(dataset));
    expect(name === 'disclosures' || published.length > 0, path).toBe(true);
    for (const {publisher, license} of published) {
      expect(metadata['publisher'], path).toContain(publisher);
      expect(metadata['licence'], path).toContain(license);
    }
  }
  db.close();
});

test('files of derived entities name the sources that they are computed from', async () => {
  const db = await oracleDatabase();
  const sourcesOf = async (entity: string): Promise<string> => {
    const path = join(dataDir, 'current/parquet', entity, `${entity}.parquet`);
    const [pair] = await db.rows(
      `SELECT decode(value) AS text FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'source_slug'`,
    );
    return String(pair?.['text']);
  };
  expect(await sourcesOf('individuals')).toBe('proactive_grants');
  // Through the links of organizations, which names of all sources lead to.
  for (const slug of ['proactive_grants', 'proactive_contracts'])
    expect(await sourcesOf('recipients')).toContain(slug);
  expect(await sourcesOf('vendors')).toBe('proactive_contracts; canadabuys_contracts');
  // Through another entity: the links of its communications.
  expect(await sourcesOf('lobbyists')).toContain('lobbying_communications');
  for (const slug of ['commons_members', 'parlinfo']) expect(await sourcesOf('politicians')).toContain(slug);
  for (const slug of ['proactive_grants', 'toronto_permits', 'nserc_awards', 'lobbying_registrations'])
    for (const entity of ['organization_links', 'organizations'])
      expect(await sourcesOf(entity)).toContain(slug);
  expect(await sourcesOf('committees')).toContain('commons_committees');
  db.close();
});

test.each([
  ['{contracts,awards,tenders,grants}', 'date', 5],
  ['research_grants', 'fiscal_year', 2],
  ['infrastructure_projects', 'approved_date', 1],
])('files of %s lie in the default order of their list', async (datasets, key, number) => {
  const db = await oracleDatabase();
  const files = globSync(`parquet/${datasets}/*.parquet`, {cwd: join(dataDir, 'current')});
  expect(files.length).toBe(number);
  for (const file of files) {
    const [row] =
      await db.rows(`SELECT count(*) FILTER (WHERE place <> file_row_number)::INTEGER AS misplaced FROM (
      SELECT file_row_number, row_number() OVER (ORDER BY ${key} DESC NULLS LAST, record_id) - 1 AS place
      FROM read_parquet('${join(dataDir, 'current', file)}', file_row_number = true))`);
    expect([basename(file), row!['misplaced']]).toEqual([basename(file), 0]);
  }
  db.close();
});
