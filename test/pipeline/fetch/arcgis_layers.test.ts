/**
 * What ArcGIS layers differ in: columns, pages, counts, features without a place, and the zone of their
 * dates.
 */
import {expect, test} from 'vitest';
import {SOURCES} from '../../../datasets/index.ts';
import type {Source, SourceFile} from '../../../datasets/types.ts';
import {zoneOf} from '../../../pipeline/fetch/arcgis_dates.ts';
import {bench, closing, ofKind, single} from '../../helpers/fetching.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {type ArcgisLayer, type ArcgisRow, startArcgis} from '../../portals/arcgis.ts';

const SERVICE = '/arcgis/rest/services/Permits/MapServer';

const row = (id: number, more: Record<string, unknown> = {}): ArcgisRow => ({
  attributes: {OBJECTID: id, NUMBER: `P${id}`, ...more},
  geometry: {x: -80, y: 43.5},
  shape: {type: 'Point', coordinates: [-80, 43.5]},
});
const rows = (count: number): ArcgisRow[] => Array.from({length: count}, (_, n) => row(n + 1));

async function server(...layers: Partial<ArcgisLayer>[]) {
  const arcgis = await closing(startArcgis());
  for (const [at, layer] of layers.entries())
    arcgis.layers.set(`${SERVICE}/${at}`, {
      ...{name: `layer ${at}`, rows: rows(7), geometryType: 'esriGeometryPoint', maxRecordCount: 3},
      ...layer,
    });
  const made = await bench({FETCH_STALL_MS: '3000'});
  type Via = Extract<SourceFile['via'], {portal: 'arcgis'}>;
  const file = (via: Partial<Via> = {}): SourceFile => ({
    name: 'permits.jsonl',
    format: 'jsonl',
    via: {portal: 'arcgis', layer: `${arcgis.base}${SERVICE}/0`, page: 100, ...via},
  });
  const read = async (via: Partial<Via> = {}, declared: Partial<Source> = {}) => {
    const {snapshot, body} = await single(made.fetch([file(via)], {declared}));
    return {
      snapshot,
      rows: body
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    };
  };
  const warnings = () => ofKind(made.events, 'warning').map(({text}) => text);
  return {arcgis, read, warnings};
}

test('only columns that a layout reads are asked for and kept, with earlier names, and never personal ones', async () => {
  const more = {OWNER: 'A. Person', NOTE: 'x', Old: 'y'};
  const {arcgis, read} = await server({rows: [row(1, more)]});
  const layout = layoutOf(['NUMBER', 'TEXT', 'OWNER', 'geometry'], {aliases: {old: 'TEXT'}});
  const declared = {layouts: [layout], personal: ['owner']};
  const {snapshot, rows: got} = await read({}, declared);
  expect(got).toEqual([{NUMBER: 'P1', Old: 'y', geometry: {type: 'Point', coordinates: [-80, 43.5]}}]);
  expect(arcgis.queries()[0]?.get('outFields')).toBe('OBJECTID,NUMBER,Old');
  expect(new URL(snapshot.url).searchParams.get('outFields')).toBe('OBJECTID,NUMBER,Old');
});

test('answers are asked for and read compressed', async () => {
  const {arcgis, read} = await server({});
  expect((await read()).rows).toHaveLength(7);
  expect(new Set(arcgis.requests.map(({headers}) => headers['accept-encoding']))).toEqual(new Set(['gzip']));
});

test('a server without pagination is read by object ids alone', async () => {
  const {arcgis, read} = await server({pages: false});
  expect((await read()).rows).toHaveLength(7);
  expect(arcgis.queries().every((query) => !query.has('resultRecordCount'))).toBe(true);
});

test('a server that does not count is read up to an empty page', async () => {
  const {arcgis, read} = await server({count: null, edited: 5});
  const {rows: got, snapshot} = await read();
  expect(got).toHaveLength(7);
  expect(snapshot.etag).toBe('edited 5, some rows, form 1');
  const asked = arcgis.queries().length;
  await read();
  expect(arcgis.queries()).toHaveLength(asked);
});

test('features that f=geojson leaves out come with f=json', async () => {
  const {attributes} = row(8);
  const {read, warnings} = await server({rows: [...rows(7), {attributes}], drops_shapeless: true});
  const {rows: got} = await read();
  expect(got).toHaveLength(8);
  expect(got.at(-1)).toMatchObject({NUMBER: 'P8', geometry: null});
  expect(warnings()).toContain('read as f=json: f=geojson may have left out features without a geometry');
});

test('days are those of the zone in which the dates were written; midnight UTC is a day as it stands', async () => {
  const times = [
    '2026-01-16T01:00:00Z',
    '2026-01-15T05:00:00Z',
    '2026-07-15T04:00:00Z',
    '2026-01-15T00:00:00Z',
  ];
  const dates = {timeZone: 'Eastern Standard Time', respectsDaylightSaving: true};
  const {read} = await server({
    rows: times.map((time, at) => row(at + 1, {ISSUED: Date.parse(time), SEQ: Date.parse(time)})),
    types: {ISSUED: 'esriFieldTypeDate'},
    dates,
  });
  const {rows: got} = await read();
  expect(got.map(({ISSUED}) => ISSUED)).toEqual([
    '2026-01-15T20:00:00',
    '2026-01-15T00:00:00',
    '2026-07-15T00:00:00',
    Date.parse('2026-01-15T00:00:00Z'),
  ]);
  expect(got[0]?.SEQ).toBe(Date.parse('2026-01-16T01:00:00Z'));
});

test('zones by the names of either system, without daylight saving where they say so, and unknown ones', async () => {
  expect(zoneOf({timeZone: 'Newfoundland Standard Time', respectsDaylightSaving: false})).toBe('-03:30');
  expect(zoneOf({timeZone: 'Other', timeZoneIANA: 'America/Moncton'})).toBe('America/Moncton');
  expect(zoneOf({timeZone: 'Nowhere Standard Time'})).toBeNull();
  expect(zoneOf(undefined)).toBe('UTC');
  const {read, warnings} = await server({dates: {timeZone: 'Nowhere Standard Time'}});
  await read();
  expect(warnings()).toEqual(['the time zone of its dates is not known: their days are those of UTC']);
});

/** A layer that names no column of ids. */
const PICTURE: Partial<ArcgisLayer> = {rows: [], id: '', geometryType: null};

test('a layer is found by its columns, of several the one with most rows', async () => {
  const other = [{attributes: {OBJECTID: 1, LICENCE: 'x'}}];
  const {arcgis, read} = await server(
    {rows: other},
    {rows: rows(4)},
    {rows: rows(9)},
    {rows: rows(2)},
    PICTURE,
  );
  const declared = {layouts: [layoutOf(['NUMBER', 'geometry'])]};
  const layer = {service: arcgis.base + SERVICE};
  expect((await read({layer}, declared)).rows).toHaveLength(9);
  arcgis.layers.delete(`${SERVICE}/2`);
  expect((await read({layer}, declared)).rows).toHaveLength(4);
  await expect(read({layer}, {layouts: [layoutOf(['PERMIT', 'LICENCE'])]})).rejects.toThrow(
    /no layer has the columns that are read: "layer 0" lacks PERMIT; "layer 1" lacks PERMIT, LICENCE; /,
  );
});

test('the layer of Victoria is found that way', () => {
  const via = SOURCES['victoria_permits']?.files[0]?.via;
  expect(via?.portal === 'arcgis' && via.layer).toEqual({service: expect.stringMatching(/MapServer$/)});
});
