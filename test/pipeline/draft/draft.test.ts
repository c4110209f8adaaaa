/**
 * `make draft`: a city of each kind of portal is drafted into a copy of the project, type-checks, holds its
 * samples, and is ingested from the portal; addresses without rows are refused, and nothing is written.
 */
import {execFile} from 'node:child_process';
import {cp, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {stripTypeScriptTypes} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {DuckDBInstance} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../../datasets/index.ts';
import type {Json, Source} from '../../../datasets/types.ts';
import {draftCommand} from '../../../pipeline/draft_command.ts';
import {closing, folder} from '../../helpers/fetching.ts';
import {memoryDatabase, typeCells, typedValues} from '../../helpers/pipeline.ts';
import {workbookOf} from '../../helpers/workbooks.ts';
import {startArcgis} from '../../portals/arcgis.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startOpendatasoft} from '../../portals/opendatasoft.ts';
import {startSocrata} from '../../portals/socrata.ts';
import {startStorage} from '../../portals/storage.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

interface Drafted {
  code: number;
  stdout: string;
  stderr: string;
}

async function draftOf(env: Record<string, string>, isInside = async () => false): Promise<Drafted> {
  let [stdout, stderr] = ['', ''];
  const code = await draftCommand(
    {FETCH_RETRIES: '0', ...env},
    {write: (text) => (stdout += text)},
    {write: (text) => (stderr += text)},
    isInside,
  );
  return {code, stdout, stderr};
}

const POINT = {type: 'Point', coordinates: [-122.81, 49.12]};
const RING = [
  [-122.8, 49.1],
  [-122.79, 49.1],
  [-122.79, 49.11],
  [-122.8, 49.11],
  [-122.8, 49.1],
];

/** Invented permits by column of an English portal, and of a French one with semicolons. */
const PERMITS = [
  {
    ...{PermitNumber: 'S-1', WorkType: 'New', Status: 'Issued', IssueDate: '2026-05-01', Value: '410000'},
    ...{Address: '12 Larkspur Way', Description: 'New house', Inspector: 'J. Ardenwick'},
    ...{OwnerPhone: '604 555 0100', Latitude: '49.1201', Longitude: '-122.8101'},
  },
  {
    ...{PermitNumber: 'S-2', WorkType: 'Demolish', Status: 'Under review', IssueDate: '', Value: ''},
    ...{
      Address: '3 Gull St',
      Description: '',
      Inspector: 'B. Gull',
      OwnerPhone: '',
      Latitude: '',
      Longitude: '',
    },
  },
];
const COLUMNS = Object.keys(PERMITS[0]!);
const cells = (row: Record<string, unknown>, by: string) => COLUMNS.map((name) => row[name]).join(by);
const csvOf = (by: string) =>
  [COLUMNS.join(by), ...PERMITS.map((row) => cells(row, by))].join('\r\n') + '\r\n';

let copy: string;
const opened: {close: () => Promise<void>}[] = [];
const drafted: Record<string, Drafted> = {};

async function open<T extends {close: () => Promise<void>}>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  opened.push(server);
  return server;
}

/** By city: the address to draft, and the settings beside it. */
async function addresses(): Promise<Record<string, Record<string, string>>> {
  const socrata = await open(startSocrata());
  const rows = PERMITS.map((row, at) => ({':id': `row-${at}`, ...row, geo: at ? null : POINT}));
  const lowered = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, v]) => [name.toLowerCase(), v])),
  );
  socrata.tables.set('abcd-1234', {
    rows: lowered.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, v]) => v)))),
    columns: [...COLUMNS, 'geo'].map((name) => name.toLowerCase()),
    rowsUpdatedAt: 1_780_000_000,
  });
  const arcgis = await open(startArcgis());
  const day = Date.parse('2026-05-01');
  arcgis.layers.set('/arcgis/rest/services/P/FeatureServer/0', {
    ...{name: 'Permits', geometryType: 'esriGeometryPoint', types: {IssueDate: 'esriFieldTypeDate'}},
    rows: PERMITS.map((row, at) => ({
      attributes: {OBJECTID: at + 1, ...row, IssueDate: at ? null : day},
      shape: at ? null : POINT,
    })),
  });
  arcgis.layers.set('/arcgis/rest/services/Z/FeatureServer/2', {
    ...{name: 'Zones', geometryType: 'esriGeometryPolygon'},
    rows: ['R1', 'C-2'].map((ZONE_CODE, at) => ({
      attributes: {OBJECTID: at + 1, ZONE_CODE, ZONE_DESC: `zone ${ZONE_CODE}`},
      shape: {type: 'Polygon', coordinates: [RING.map(([x, y]) => [x! + at, y])]},
    })),
  });
  const ckan = await open(startCkan());
  ckan.packages.set('permis', [{id: 'table-1', storage: '', listed: {datastore_active: true}}]);
  ckan.tables.set('table-1', {rows: PERMITS.map((row, at) => JSON.stringify({_id: at + 1, ...row}))});
  const storage = await open(startStorage());
  const at = (path: string, body: string | Buffer) => storage.put(path, {body: Buffer.from(body)});
  ckan.packages.set('fichiers', [
    {
      id: 'a',
      storage: at('/stored.csv', csvOf(',')),
      listed: {format: 'CSV', url: at('/files/permits.csv', csvOf(','))},
    },
    {id: 'b', storage: '', listed: {format: 'PDF', url: `${ckan.base}/b.pdf`}},
  ]);
  const sheet = [
    COLUMNS,
    ...PERMITS.map((row) => COLUMNS.map((name) => (row as Record<string, string>)[name] || null)),
  ];
  const book = await readFile(await workbookOf({Permits: sheet}));
  ckan.packages.set('livre', [
    {id: 'c', storage: '', listed: {format: 'XLSX', url: at('/permits.xlsx', book)}},
  ]);
  const ods = await open(startOpendatasoft());
  ods.datasets.set('permis-2026', {
    ...{count: PERMITS.length, fields: COLUMNS, export: {body: Buffer.from(csvOf(';'))}},
  });
  return {
    surrey: {URL: `${socrata.base}/d/abcd-1234`},
    delta: {URL: `${arcgis.base}/arcgis/rest/services/P/FeatureServer/0`},
    burnaby: {URL: `${arcgis.base}/arcgis/rest/services/Z/FeatureServer`, DATASET: 'zoning'},
    levis: {URL: `${ckan.base}/data/fr/dataset/permis/resource/table-1`},
    gatineau: {URL: `${ckan.base}/data/dataset/fichiers`},
    sherbrooke: {URL: `${ods.base}/explore/dataset/permis-2026/table/`},
    kelowna: {URL: at('/permits.csv', csvOf(';'))},
    nanaimo: {URL: `${ckan.base}/data/dataset/livre`},
  };
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'draft-test-'));
  for (const name of [
    'builds',
    'datasets',
    'storage',
    'pipeline',
    'engine',
    'package.json',
    'tsconfig.json',
    '.biome.json',
  ])
    await cp(join(ROOT, name), join(copy, name), {recursive: true});
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const path = join(copy, 'datasets/municipalities.ts');
  for (const [slug, env] of Object.entries(await addresses())) {
    const OUT = join(copy, 'datasets', env['DATASET'] ?? 'permits', 'cities');
    const made = await draftOf({SLUG: slug, OUT, ...env});
    drafted[slug] = made;
    if (made.code !== 0) continue;
    const row = made.stdout.split('add to datasets/municipalities.ts:\n')[1] ?? '';
    const text = await readFile(path, 'utf8');
    const end = '} as const satisfies';
    // What nobody but a person knows.
    const known = row
      .replace("'??'", "'BC'")
      .replace("'??'", "'Open'")
      .replace("'??'", "'https://example.org/'");
    await writeFile(
      path,
      text.replace(end, () => known + end),
    );
  }
});

afterAll(async () => {
  for (const server of opened) await server.close();
  await rm(copy, {recursive: true, force: true});
});

describe('a drafted city', () => {
  test('is written for every kind of portal', () => {
    for (const [slug, {code, stderr}] of Object.entries(drafted))
      expect([slug, code, stderr]).toEqual([slug, 0, '']);
  });

  test('type-checks, and is formatted as the linter does', async () => {
    const files = Object.keys(drafted).map((slug) =>
      join(copy, 'datasets', slug === 'burnaby' ? 'zoning' : 'permits', 'cities', `${slug}.ts`),
    );
    await run(join(ROOT, 'node_modules/.bin/biome'), ['check', ...files], {cwd: copy}).catch((error) => {
      throw new Error(error.stdout + error.stderr);
    });
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', copy], {cwd: copy}).catch((error) => {
      throw new Error(error.stdout);
    });
  });

  test('names what was guessed and what was not read, and keeps away from what looks private', async () => {
    const text = await readFile(join(copy, 'datasets/permits/cities/kelowna.ts'), 'utf8');
    expect(text.replaceAll(/127\.0\.0\.1:\d+/g, 'example.org')).toMatchSnapshot();
    const samples = await readFile(join(copy, 'datasets/permits/cities/kelowna.sample.jsonl'), 'utf8');
    expect(samples).not.toContain('604 555');
  });

  test('has samples that hold', async () => {
    for (const slug of Object.keys(drafted)) {
      const dataset = slug === 'burnaby' ? 'zoning' : 'permits';
      const stem = join(copy, 'datasets', dataset, 'cities', slug);
      const {default: source} = (await import(`${stem}.ts`)) as {default: Source};
      const lines = (await readFile(`${stem}.sample.jsonl`, 'utf8')).trimEnd().split('\n');
      const samples = lines.map(
        (line) => JSON.parse(line) as {in: Record<string, string>; out: Record<string, Json>},
      );
      expect(samples, slug).toHaveLength(2);
      const {db, close} = await memoryDatabase();
      try {
        const [layout] = source.layouts;
        const typed = await typeCells(
          ...([
            db,
            DATASETS[dataset]!.columns,
            source.layouts,
            layout!,
            samples.map((one) => one.in),
          ] as const),
        );
        expect(await typedValues(db, typed), slug).toMatchObject(samples.map(({out}) => out));
      } finally {
        close();
      }
    }
  });

  test('is ingested from its portal', async () => {
    const DATA_DIR = join(copy, 'data');
    const SOURCES = Object.keys(drafted)
      .map((slug) => `${slug}_${slug === 'burnaby' ? 'zoning' : 'permits'}`)
      .join();
    const args = ['--disable-warning=ExperimentalWarning', 'pipeline/cli.ts'];
    await run(process.execPath, args, {cwd: copy, env: {...process.env, DATA_DIR, SOURCES}}).catch(
      (error) => {
        throw new Error(error.stdout + error.stderr);
      },
    );
    const db = await (await DuckDBInstance.create(':memory:')).connect();
    const read = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJson();
    const permits = await read(`SELECT municipality, count(*)::INT AS n, min(permit_number_raw) AS first,
      count(issued_date)::INT AS issued, sum(estimated_cost)::INT AS cost, count(lat)::INT AS points,
      string_agg(permit_type, ',' ORDER BY permit_number_raw) AS types, string_agg(status, ',' ORDER BY permit_number_raw) AS states
      FROM read_parquet('${DATA_DIR}/current/parquet/permits/*.parquet') GROUP BY ALL ORDER BY ALL`);
    const same = {n: 2, first: 'S-1', issued: 1, cost: 410_000, points: 1};
    expect(permits).toEqual(
      Object.keys(drafted)
        .filter((slug) => slug !== 'burnaby')
        .sort()
        .map((municipality) => ({
          ...same,
          municipality,
          types: 'new_construction,demolition',
          states: 'issued,in_review',
        })),
    );
    const zones = await read(`SELECT zone_code, zone_description, area_m2 > 1000 AS large
      FROM read_parquet('${DATA_DIR}/current/parquet/zoning/*.parquet') ORDER BY ALL`);
    expect(zones).toEqual(
      ['C-2', 'R1'].map((code) => ({zone_code: code, zone_description: `zone ${code}`, large: true})),
    );
  });
});

describe('an address without rows', () => {
  const refused = async (env: Record<string, string>, isInside?: () => Promise<boolean>) => {
    const OUT = await folder();
    const {code, stdout, stderr} = await draftOf({SLUG: 'surrey', OUT, ...env}, isInside);
    expect([code, stdout, await readdir(OUT)]).toEqual([1, '', []]);
    return stderr;
  };

  test('is refused with its remedy: no address, no dataset, a name that is not known', async () => {
    expect(await refused({})).toMatch(/^draft: URL is "": give the address of a dataset of Socrata, .*\n$/);
    expect(await refused({URL: 'ftp://example.org/x'})).toContain('URL is "ftp://example.org/x": give');
    expect(await refused({URL: 'https://example.org/x', DATASET: 'bills'})).toContain('permits or zoning');
    expect(await refused({URL: 'https://services.arcgis.com/x', SLUG: ''})).toContain('set SLUG');
  });

  test('in a private network, or where nobody answers', async () => {
    const {base, close} = await startStorage();
    await close();
    expect(await refused({URL: `${base}/x.csv`}, async () => true)).toContain('private network');
    expect(await refused({URL: `${base}/x.csv`})).toMatch(/^draft: .*connect.*; /);
  });

  test('is a page, an empty file, a table without rows, cells between tabs, an archive', async () => {
    const {put, base} = await closing(startStorage());
    const at = (path: string, body: string, type = 'text/csv') => put(path, {body: Buffer.from(body), type});
    expect(await refused({URL: at('/page', '<html>', 'text/html')})).toContain('an HTML page came where csv');
    expect(await refused({URL: at('/empty.csv', '')})).toContain('it has no rows');
    expect(await refused({URL: at('/header.csv', 'a,b\r\n')})).toContain('it has no rows');
    expect(await refused({URL: at('/tabs.csv', 'a\tb\tc\r\n1\t2\t3\r\n')})).toContain('parted by "\\t"');
    expect(await refused({URL: `${base}/x.zip`})).toContain('nothing is drafted of the format zip');
    expect(await refused({URL: `${base}/none.csv`})).toContain('404');
    const socrata = await closing(startSocrata());
    socrata.tables.set('abcd-1234', {rows: [], columns: ['number']});
    expect(await refused({URL: `${socrata.base}/d/abcd-1234`})).toContain('it has no rows');
    const ckan = await closing(startCkan());
    ckan.packages.set(
      'two',
      ['a', 'b'].map((id) => ({id, storage: ''})),
    );
    expect(await refused({URL: `${ckan.base}/data/dataset/two`})).toMatch(
      /one must be named: .*\/resource\/a, .*\/b/,
    );
  });

  test('or with names that end a comment: nothing that a portal says becomes code', async () => {
    const OUT = await folder();
    const {put} = await closing(startStorage());
    const header = ['PermitNumber', 'Note\nthrow 1; //', "it's\u2028throw 2; //", 'a "b" \\'];
    const line = (cells: string[]) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');
    const rows = [line(header), line(['S-1', 'x\nthrow 3; //', 'y', 'z'])].join('\r\n');
    const env = {URL: put('/a*/throw.csv', {body: Buffer.from(`${rows}\r\n`)}), SLUG: 'surrey', OUT};
    expect(await draftOf(env)).toMatchObject({code: 0, stderr: ''});
    const text = await readFile(join(OUT, 'surrey.ts'), 'utf8');
    expect(() => stripTypeScriptTypes(text)).not.toThrow();
    const comments = text.split('\n').filter((one) => one.trimStart().startsWith('//'));
    expect(comments.join('')).not.toMatch(/[\r\u2028\u2029]/);
    expect(text.split('\n').filter((one) => one.trimStart().startsWith('throw'))).toEqual([]);
    expect(text.split('\n')[0]?.split('*/')).toHaveLength(2);
    expect(text).toContain(String.raw`unused: 'Note\nthrow 1; //, it`);
  });

  test('never overwrites a file', async () => {
    const OUT = await folder();
    const {put} = await closing(startStorage());
    const env = {URL: put('/permits.csv', {body: Buffer.from(csvOf(','))}), SLUG: 'surrey', OUT};
    expect((await draftOf(env)).code).toBe(0);
    const before = await readFile(join(OUT, 'surrey.ts'), 'utf8');
    expect((await draftOf(env)).stderr).toContain('is there already: remove it, or set OUT');
    expect(await readFile(join(OUT, 'surrey.ts'), 'utf8')).toBe(before);
  });
});
