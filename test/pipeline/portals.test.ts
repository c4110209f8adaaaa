/**
 * Data of portals becomes the records of the golden cases: from the first request to the part, over the
 * network.
 */
import {copyFile, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import type {Source, SourceFile, Via} from '../../datasets/types.ts';
import {bench, closing, folder} from '../helpers/fetching.ts';
import {partOf} from '../helpers/pipeline.ts';
import {type ArcgisRow, startArcgis} from '../portals/arcgis.ts';
import {startOpendatasoft} from '../portals/opendatasoft.ts';
import {startSocrata} from '../portals/socrata.ts';

const ROOT = fileURLToPath(new URL('../golden/', import.meta.url));

function declared(slug: string): Source {
  const source = SOURCES[slug];
  if (!source) throw new Error(`${slug} is no source`);
  return source;
}

const textOf = (slug: string, name: string, file: string): Promise<string> =>
  readFile(join(ROOT, slug, name, file), 'utf8');

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

/** Fetches the files of a source and holds the records made of them against the golden case. */
async function hold(
  slug: string,
  name: string,
  files: SourceFile[],
  columns: Partial<Source> = {},
): Promise<void> {
  const source = {...declared(slug), files};
  const dataset = DATASETS[source.dataset];
  if (!dataset) throw new Error(`${source.dataset} is no dataset`);
  const snapshots = await (await bench()).fetch(files, {declared: columns});
  if (snapshots === 'absent') throw new Error('snapshots were expected');
  const at = await folder();
  const paths = snapshots.map((snapshot) => join(at, snapshot.name));
  for (const [n, snapshot] of snapshots.entries()) await copyFile(snapshot.path, paths[n] ?? '');
  const {records, entry} = await partOf(source, dataset, paths);
  expect(records).toEqual(
    linesOf(await textOf(slug, name, 'expected.ndjson')).map((line) => JSON.parse(line)),
  );
  const {read, kept, merged, rejected} = JSON.parse(await textOf(slug, name, 'counts.json'));
  expect(entry).toMatchObject({read, kept, merged, rejected});
}

/** A row as the server holds it; where there is a point, in its own form too. */
function held(line: string, at: number): ArcgisRow {
  const {geometry, ...attributes} = JSON.parse(line);
  const [x, y] = geometry?.type === 'Point' ? geometry.coordinates : [];
  return {
    attributes: {OBJECTID: at + 1, ...attributes},
    shape: geometry,
    ...(x === undefined ? {} : {geometry: {x, y}}),
  };
}

test.each([
  ['kitchener_permits', 'layer', undefined],
  ['kitchener_permits', 'layer', 'fails'],
  ['brampton_permits', 'layer', 'without geometry'],
  ['victoria_permits', 'layer', 'unknown'],
  ['halifax_permits', 'table_and_points', undefined],
  ['mississauga_zoning', 'zones', undefined],
  ['ottawa_zoning', 'by_law_2026_50', undefined],
] as const)('%s, case %s, from ArcGIS (GeoJSON %s)', async (slug, name, geojson) => {
  const arcgis = await closing(startArcgis());
  const files: SourceFile[] = [];
  for (const [at, file] of declared(slug).files.entries()) {
    const via = file.via as Via<'arcgis'>;
    const rows = linesOf(await textOf(slug, name, file.name)).map(held);
    const kind = rows.some(({shape}) => (shape as {type?: string} | null)?.type === 'Polygon');
    const geometryType = via.table ? null : kind ? 'esriGeometryPolygon' : 'esriGeometryPoint';
    const more = geojson === undefined ? {} : {geojson};
    arcgis.layers.set(`/s/FeatureServer/${at}`, {name: 'x', rows, geometryType, maxRecordCount: 3, ...more});
    files.push({...file, via: {...via, layer: `${arcgis.base}/s/FeatureServer/${at}`}});
  }
  await hold(slug, name, files);
});

test.each([
  ['calgary_permits', 'api', true],
  ['calgary_permits', 'api', false],
  ['winnipeg_permits', 'table', true],
  ['edmonton_permits', 'api', true],
] as const)('%s, case %s, from Socrata (columns listed: %s)', async (slug, name, listed) => {
  const socrata = await closing(startSocrata());
  const [file] = declared(slug).files;
  if (!file) throw new Error('a file was expected');
  // A portal returns an id once.
  const rows = linesOf(await textOf(slug, name, file.name)).map((line, at) =>
    line.replace(/":id":"[^"]*",/, '').replace('{', `{":id":"row-${at}",`),
  );
  const columns = [...new Set(rows.flatMap((row) => Object.keys(JSON.parse(row))))];
  socrata.tables.set('abcd-1234', {rows, ...(listed ? {rowsUpdatedAt: 5, columns} : {})});
  const via = {...(file.via as Via<'socrata'>), base: socrata.base, dataset: 'abcd-1234', page: 4};
  const {layouts} = declared(slug);
  await hold(slug, name, [{...file, via}], listed ? {layouts} : {});
  expect(socrata.requests.some(({path}) => path.includes('%3A*%2C*'))).toBe(!listed);
});

test('vancouver_zoning from Opendatasoft', async () => {
  const ods = await closing(startOpendatasoft());
  const [file] = declared('vancouver_zoning').files;
  if (!file) throw new Error('a file was expected');
  const text = await textOf('vancouver_zoning', 'clockwise_rings', file.name);
  const via = {...(file.via as Via<'opendatasoft'>), base: ods.base};
  const count = JSON.parse(text).features.length;
  ods.datasets.set(via.dataset, {count, export: {body: Buffer.from(text), type: 'application/geo+json'}});
  await hold('vancouver_zoning', 'clockwise_rings', [{...file, via}]);
});

test('the day of a permit is that of the zone in which the layer was written', async () => {
  const arcgis = await closing(startArcgis());
  const source = declared('kitchener_permits');
  const [file] = source.files;
  if (!file) throw new Error('a file was expected');
  const [line = ''] = linesOf(await textOf('kitchener_permits', 'layer', file.name));
  const times = ['2026-01-16T01:00:00Z', '2026-01-15T05:00:00Z', '2026-01-15T00:00:00Z'];
  const rows = times.map((time, at) => {
    const {attributes, ...row} = held(line, at);
    return {
      ...row,
      attributes: {...attributes, OBJECTID: at + 1, PERMITNO: `26 10000${at}`, ISSUE_DATE: Date.parse(time)},
    };
  });
  const layer = {
    name: 'x',
    rows,
    geometryType: 'esriGeometryPoint',
    types: {ISSUE_DATE: 'esriFieldTypeDate'},
  };
  const dates = {timeZone: 'Eastern Standard Time', respectsDaylightSaving: true};
  arcgis.layers.set('/s/FeatureServer/0', {...layer, dates});
  const via = {...(file.via as Via<'arcgis'>), layer: `${arcgis.base}/s/FeatureServer/0`};
  const snapshots = await (await bench()).fetch([{...file, via}], {declared: {layouts: source.layouts}});
  const dataset = DATASETS[source.dataset];
  if (snapshots === 'absent' || !snapshots[0] || !dataset) throw new Error('a snapshot was expected');
  const path = join(await folder(), file.name);
  await copyFile(snapshots[0].path, path);
  const {records} = await partOf(source, dataset, [path]);
  expect(records.map((one) => one['issued_date'])).toEqual(['2026-01-15', '2026-01-15', '2026-01-15']);
});

test.each([
  ['kitchener_permits', 'layer'],
  ['victoria_permits', 'layer'],
  ['mississauga_permits', 'layer'],
  ['halifax_permits', 'table_and_points'],
  ['brampton_permits', 'layer'],
] as const)('%s, case %s, of the columns that are read alone', async (slug, name) => {
  const arcgis = await closing(startArcgis());
  const {layouts, personal = []} = declared(slug);
  const files: SourceFile[] = [];
  for (const [at, file] of declared(slug).files.entries()) {
    const via = file.via as Via<'arcgis'>;
    const rows = linesOf(await textOf(slug, name, file.name)).map(held);
    const geometryType = via.table ? null : 'esriGeometryPoint';
    arcgis.layers.set(`/s/FeatureServer/${at}`, {name: 'x', rows, geometryType});
    files.push({...file, via: {...via, layer: `${arcgis.base}/s/FeatureServer/${at}`}});
  }
  await hold(slug, name, files, {layouts, personal});
  const asked = arcgis.queries().flatMap((query) => query.get('outFields')?.split(',') ?? []);
  expect(asked.filter((column) => personal.includes(column) || column === '*')).toEqual([]);
});
