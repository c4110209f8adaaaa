/** Shapefiles in a zip: their attributes, their polygons in degrees, and what stops the source. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import {describe, expect, test} from 'vitest';
import {text} from '../../../datasets/fields.ts';
import type {Polygon} from '../../../pipeline/geometry/types.ts';
import {bulge, integralArea} from '../../helpers/integral_area.ts';
import {SAMPLES} from '../../helpers/samples.ts';
import {DEGREES, dbfOf, type Shape, shapefileOf, shpOf, UTM_18} from '../../helpers/shapefiles.ts';
import {ZONES, zonesOf} from '../../helpers/synthetic_zoning.ts';
import {zipOf} from '../../helpers/zips.ts';

const square = (x: number, y: number, size: number) =>
  [
    [x, y],
    [x, y + size],
    [x + size, y + size],
    [x + size, y],
    [x, y],
  ] as const;

const SHAPES: Shape[] = [
  {
    rings: [square(445_000, 5_029_000, 100), [...square(445_020, 5_029_020, 10)].reverse()],
    attributes: {CODE: 'R1', NAME: 'Résidentiel'},
  },
  {
    rings: [square(446_000, 5_029_000, 100), square(447_000, 5_029_000, 100)],
    attributes: {CODE: 'C2', NAME: ''},
  },
  {rings: null, attributes: {CODE: 'P', NAME: 'Park'}},
];

const inDegrees = (shapes: readonly Shape[]): Shape[] =>
  shapes.map(({rings, attributes}) => ({
    rings: rings?.map((ring) => ring.map(([x, y]) => [x / 1e6 - 76, y / 1e7 + 45] as const)) ?? null,
    attributes,
  }));

test('projected polygons are converted to degrees, with true areas', async () => {
  const {entry, records, rejects} = await zonesOf([await shapefileOf(SHAPES)]);
  expect(entry).toMatchObject({read: 3, kept: 2, merged: 0, rejected: 1});
  expect(entry.files).toMatchObject([{name: 'zones.zip!zones.shp', layout: 'zones', unknown_columns: []}]);
  const byCode = new Map(records.map((one) => [one['zone_code'], one]));
  const [house, shop] = [byCode.get('R1'), byCode.get('C2')];
  expect(house?.['zone_description']).toBe('Résidentiel');
  expect(shop?.['zone_description']).toBeNull();
  // The scale of the projection there is 0.99963.
  expect(Number(house?.['area_m2']) / (9_900 / 0.99963 ** 2)).toBeCloseTo(1, 4);
  expect(Number(shop?.['area_m2']) / (20_000 / 0.99963 ** 2)).toBeCloseTo(1, 4);
  expect(JSON.parse(String(house?.['geometry']))).toMatchObject({
    type: 'Polygon',
    coordinates: [[[expect.closeTo(-75.7, 1), expect.closeTo(45.4, 1)]], [[expect.closeTo(-75.7, 1)]]].map(
      () => expect.any(Array),
    ),
  });
  expect(JSON.parse(String(shop?.['geometry'])).type).toBe('MultiPolygon');
  expect(rejects).toEqual([
    {
      file: 'zones.zip!zones.shp',
      line: 3,
      kind: 'row',
      reason: 'no geometry',
      raw: '{"CODE":"P","NAME":"Park","geometry":null}',
    },
  ]);
});

test('degrees are unchanged, to the last digit', async () => {
  const path = await shapefileOf(inDegrees(SHAPES), {'zones.prj': DEGREES});
  const {records} = await zonesOf([path]);
  const house = records.find((one) => one['zone_code'] === 'R1');
  expect(String(house?.['geometry'])).toContain('[[-75.555,45.5029]');
});

test('texts are in the encoding of the .cpg, else in Windows-1252', async () => {
  const utf8 = {
    'zones.dbf': dbfOf(SHAPES, (text) => Buffer.from(text)),
    'zones.cpg': 'UTF-8\n',
    'zones.prj': UTM_18,
  };
  for (const members of [utf8, {'zones.prj': UTM_18}]) {
    const {records} = await zonesOf([await shapefileOf(SHAPES, members)]);
    expect(records.map((one) => one['zone_description'])).toContain('Résidentiel');
  }
});

const FRENCH: Shape[] = [
  {rings: [square(445_000, 5_029_000, 100)], attributes: {CODE: 'R1', NAME: 'Zone à bâtir – Montréal à'}},
];

test.each([
  ['1252', 'win1252', 0],
  ['ANSI 1252', 'win1252', 0],
  ['88591', 'latin1', 0],
  ['ISO-8859-15', 'iso-8859-15', 0],
  ['65001', 'utf8', 0],
  ['UTF8', 'utf8', 0],
  ['850', 'cp850', 0],
  ['OEM 863', 'cp863', 0],
  ['system', 'utf8', 0],
  ['', 'win1252', 0],
  [null, 'utf8', 0],
  [null, 'utf8', 0x57],
  [null, 'cp850', 0x02],
  [null, 'cp863', 0x6c],
  [null, 'win1252', 0x57],
])('texts of a .cpg %j in %s and the language byte %i', async (cpg, encoding, language) => {
  const dash = ['latin1', 'cp850', 'cp863', 'iso-8859-15'].includes(encoding) ? '-' : '–';
  const name = `Zone à bâtir ${dash} Montréal à`;
  const dbf = dbfOf([{rings: null, attributes: {CODE: 'R1', NAME: name}}], (text) =>
    iconv.encode(text, encoding),
  );
  dbf.writeUInt8(language, 29);
  const members = {'zones.dbf': dbf, 'zones.prj': UTM_18, ...(cpg === null ? {} : {'zones.cpg': cpg})};
  const {records} = await zonesOf([await shapefileOf(FRENCH, members)]);
  expect(records.map((one) => one['zone_description'])).toEqual([name]);
});

const NAD27 =
  'GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

test('degrees and metres of NAD27 are shifted, and told', async () => {
  const utm = UTM_18.replace(/GEOGCS.*?"Degree",[.\d]+\]\]/, NAD27);
  for (const [shapes, prj, east, north] of [
    [inDegrees(SHAPES), NAD27, -75.555 + 0.00038, 45.5029 + 0.00004],
    // As of NAD83 the corner lies at -75.7029 and 45.4124.
    [SHAPES, utm, -75.7029 + 0.00038, 45.4124 + 0.002],
  ] as const) {
    const notes: string[] = [];
    const {records} = await zonesOf([await shapefileOf(shapes, {'zones.prj': prj})], (event) => {
      if (event.kind === 'warning') notes.push(event.text);
    });
    const house = records.find((one) => one['zone_code'] === 'R1');
    const [ring]: number[][][] = JSON.parse(String(house?.['geometry'])).coordinates;
    const least = [0, 1].map((axis) => Math.min(...(ring ?? []).map((corner) => corner[axis] ?? 0)));
    expect(least).toEqual([expect.closeTo(east, 3.7), expect.closeTo(north, 3.7)]);
    expect(notes).toEqual(['its coordinates were shifted from NAD27 to WGS 84, to within 20 m']);
  }
});

test.each([
  ['without .prj', {}, /it has no \.prj: its projection is not known; get the archive that has it/],
  [
    'with an unknown projection',
    {'zones.prj': 'PROJCS["?",PROJECTION["Unheard_Of"]]'},
    /its projection is not known/,
  ],
  [
    'in grads from Paris',
    {
      'zones.prj': DEGREES.replace('D_WGS_1984', 'D_NTF').replace(
        '"Degree",0.0174532925199433',
        '"Grad",0.01570796326794897',
      ),
    },
    /its datum D_NTF is not known; get the file in WGS 84/,
  ],
  [
    'of another meridian',
    {'zones.prj': DEGREES.replace('"Greenwich",0.0', '"Paris",2.337')},
    /are not counted from Greenwich/,
  ],
  ['of another unit', {'zones.prj': DEGREES.replace('"Degree"', '"Grad"')}, /its coordinates are in Grad/],
  [
    'of an unknown encoding',
    {'zones.cpg': 'EBCDIC 9', 'zones.prj': UTM_18},
    /its \.cpg names the unknown encoding EBCDIC 9; correct or remove the \.cpg by hand/,
  ],
  ['without attributes', {'zones.dbf': Buffer.alloc(0), 'zones.prj': UTM_18}, /it was cut or damaged/],
  [
    'with a .shp that was cut',
    {'zones.shp': shpOf(SHAPES).subarray(0, -40), 'zones.prj': UTM_18},
    /has not the length that it says; it was cut/,
  ],
  [
    'with a .dbf that was cut',
    {'zones.dbf': dbfOf(SHAPES).subarray(0, -60), 'zones.prj': UTM_18},
    /it was cut or damaged/,
  ],
])('a shapefile %s stops the source', async (_, members, says) => {
  await expect(shapefileOf(SHAPES, members).then((path) => zonesOf([path]))).rejects.toThrow(says);
});

test('a zip without a shapefile for the source is reported', async () => {
  const path = await zipOf({'zones.dbf': dbfOf(SHAPES), 'zones.prj': Buffer.from(UTM_18)}, 'zones.zip');
  await expect(zonesOf([path])).rejects.toThrow(
    /^invented_zoning: zones\.zip: no shapefile: the zip holds zones\.dbf, zones\.prj/,
  );
});

describe.skipIf(!SAMPLES)('a real shapefile', () => {
  test('every polygon reads', async () => {
    const at = join(SAMPLES ?? '', 'zoning/langford/Langford_Zoning');
    const members = await Promise.all(
      ['shp', 'dbf', 'prj'].map(
        async (ending) => [`zones.${ending}`, await readFile(`${at}.${ending}`)] as const,
      ),
    );
    const path = await zipOf(Object.fromEntries(members), 'zones.zip');
    const [layout] = ZONES.layouts;
    if (!layout) throw new Error('no layout');
    const header = ['OBJECTID', 'ZONE_ABR', 'ZONE_DESC', 'SHAPE_Leng', 'SHAPE_Area', 'geometry'];
    const fields = {...layout.fields, zone_code: text('OBJECTID'), zone_description: text('SHAPE_Area')};
    const source = {...ZONES, layouts: [{...layout, header, fields}]};
    const {entry, records} = await zonesOf([path], undefined, source);
    expect(entry).toMatchObject({read: 497, kept: 497});
    expect(entry.files[0]?.unknown_columns).toEqual([]);
    // The publisher's areas are those of the projection, whose scale is 0.99962 there; some of its rings have
    // arcs.
    const ratios = records.map((one) => Number(one['area_m2']) / Number(one['zone_description']));
    expect(ratios.sort((a, b) => a - b)[248]).toBeCloseTo(1 / 0.99962 ** 2, 4);
    for (const one of records) {
      const {type, coordinates} = JSON.parse(String(one['geometry']));
      const parts: Polygon[] = type === 'Polygon' ? [coordinates] : coordinates;
      const [expected, slack] = parts.reduce(
        ([sum, bent], [outer, ...holes]) => [
          holes.reduce((rest, hole) => rest - integralArea(hole), sum + integralArea(outer)),
          [outer, ...holes].reduce((all, ring) => all + bulge(ring), bent),
        ],
        [0, 0],
      );
      expect(Math.abs(Number(one['area_m2']) - expected)).toBeLessThan(0.01 + slack);
    }
  });
});
