/** FeatureCollections and arrays of objects as rows: columns, locations, refused rows and fatal errors. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type JsonVariant, jsonVariantOf, readJson} from '../../../pipeline/read/json_table.ts';
import {folder} from '../../helpers/pipeline.ts';
import {seed} from '../../helpers/seed.ts';
import {ZONES, zonesOf} from '../../helpers/synthetic_zoning.ts';

/** Rows of a text that arrives in pieces of `piece` bytes. */
async function rowsOf(variant: JsonVariant, text: string, piece = 7) {
  const bytes = Buffer.from(text);
  const again = () =>
    Readable.from(
      Array.from({length: Math.ceil(bytes.length / piece)}, (_, at) =>
        bytes.subarray(at * piece, (at + 1) * piece),
      ),
    );
  const {header, rows} = await readJson('example', {name: 'f', again}, variant);
  const result: {line: number; row: (string | null)[] | string; raw: string}[] = [];
  for await (const {line, from, to, cells, refused} of rows)
    result.push({line, row: cells ?? refused, raw: bytes.subarray(from, to).toString()});
  return {header, rows: result};
}

const array = (text: string, piece?: number) => rowsOf('array', text, piece);
const geojson = (text: string, piece?: number) => rowsOf('geojson', text, piece);

describe('answers of CKAN', () => {
  const answer = (result: string) => `{"help":"https://x","success": true, "result": ${result}}`;

  test('rows are the records, whatever surrounds them', async () => {
    const text = answer(
      '{"fields":[{"id":"records","type":"int"}],"records":[{"_id":1,"a":"x"},{"_id":2,"b":[{"records":[]}]}],"total":2}',
    );
    for (const piece of [1, 7, 1000]) {
      const {header, rows} = await rowsOf('answer', text, piece);
      expect(header).toEqual(['a', 'b']);
      expect(rows.map(({row}) => row)).toEqual([
        ['x', null],
        [null, '[{"records":[]}]'],
      ]);
    }
  });

  test('records under another name and missing records are an error', async () => {
    for (const text of [answer('{"rows":[{"a":1}]}'), answer('[{"a":1}]'), '{"records":[{"a":1}]}']) {
      await expect(rowsOf('answer', text)).rejects.toThrow('it has no "result/records"');
    }
  });

  test('are recognised by their first bytes', () => {
    for (const [text, form] of [
      [answer('{"records":[]}'), 'answer'],
      ['{\n "success": true,\n "result": {}}', 'answer'],
      ['{"success":"yes","a":1}', 'json'],
    ] as const) {
      expect(jsonVariantOf('x', 'f.json', Buffer.from(text), 'json')).toBe(form);
    }
  });
});

describe('arrays of objects', () => {
  test('columns are the names of all objects, without the row id of a portal', async () => {
    const {header, rows} = await array(
      '\ufeff [\n{"_id":1,"a":"x, ]}\\"[","b":null},\n{"b":2.50,"c":{"d":[1]}}\n,{"a":""}\n]\n',
    );
    expect(header).toEqual(['a', 'b', 'c']);
    expect(rows).toEqual([
      {line: 2, row: ['x, ]}"[', null, null], raw: '{"_id":1,"a":"x, ]}\\"[","b":null}'},
      {line: 3, row: [null, '2.5', '{"d":[1]}'], raw: '{"b":2.50,"c":{"d":[1]}}'},
      {line: 4, row: [null, null, null], raw: '{"a":""}'},
    ]);
  });

  test('an element that is not an object is refused', async () => {
    const {rows} = await array('[{"a":1},7,"x",null,[2],{"a":"\\u0000"},{"a":}]');
    expect(rows.map(({row, raw}) => [row, raw])).toEqual([
      [['1'], '{"a":1}'],
      ['not a JSON record', '7'],
      ['not a JSON record', '"x"'],
      ['not a JSON record', 'null'],
      ['not a JSON record', '[2]'],
      ['NUL byte in a cell', '{"a":"\\u0000"}'],
      ['not a JSON record', '{"a":}'],
    ]);
  });

  test('an empty array has no rows', async () => {
    expect(await array('[ ]')).toEqual({header: [], rows: []});
  });

  test.each([
    ['', /^example: f: the file is empty; it was cut or damaged: fetch it again$/],
    ['[{"a":1},{"a":2', /the file ends inside the row of line 1/],
    ['[{"a":1},\n{"a":"2}]', /the file ends inside the row of line 2/],
    ['[{"a":1}', /the file ends before its last bracket/],
    ['[{"a":1}]]', /a bracket too many in line 1/],
    ['{"a":1}', /it has no array/],
  ])('%j stops the source', async (text, says) => {
    await expect(array(text)).rejects.toThrow(says);
  });

  test(`the output of JSON.stringify is read back, in chunks of any size (SEED=${seed})`, async () => {
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'features', 'é'), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, {maxLength: 5}),
        fc.integer({min: 1, max: 9}),
        fc.constantFrom(undefined, 1),
        async (records, piece, indent) => {
          const {rows} = await array(JSON.stringify(records, null, indent), piece);
          const read = rows.filter(({row}) => typeof row !== 'string').map(({raw}) => JSON.parse(raw));
          expect(rows).toHaveLength(records.length);
          expect(read).toEqual(
            JSON.parse(JSON.stringify(records)).filter(
              (one: object) => !Object.values(one).some((value) => String(cell(value)).includes('\0')),
            ),
          );
        },
      ),
      {seed},
    );
  });
});

const cell = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : value);

const feature = (code: string | null, ring: number[][] | null, more: object = {}) => ({
  type: 'Feature',
  properties: {CODE: code, ...more},
  geometry: ring && {type: 'Polygon', coordinates: [ring]},
});

const ring = [
  [-75.7, 45.4],
  [-75.6, 45.4],
  [-75.6, 45.5],
  [-75.7, 45.4],
];

describe('FeatureCollections', () => {
  test('a row is a feature: its properties and its geometry', async () => {
    const text = `{ "features" : [
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1.50,2]},"properties":{"a":1,"n":{"x":[]}}},
      {"type":"Feature","id":7,"properties":null,"geometry":null}
    ], "name": "[{", "type":"FeatureCollection" }`;
    const {header, rows} = await geojson(text);
    expect(header).toEqual(['a', 'n', 'geometry']);
    expect(rows.map(({line, row}) => [line, row])).toEqual([
      [2, ['1', '{"x":[]}', '{"type":"Point","coordinates":[1.5,2]}']],
      [3, [null, null, null]],
    ]);
  });

  test('only the array of the collection itself is read', async () => {
    const {rows} = await geojson(
      '{"crs":{"features":[1]},"x":["features",[2]],"y":"features","features":[{"properties":{"features":[3]}}]}',
    );
    expect(rows.map(({row}) => row)).toEqual([['[3]', null]]);
  });

  test('an element that is not a feature is refused', async () => {
    const {rows} = await geojson('{"features":[{"a":1},3,{"properties":"x"}]}');
    expect(rows.map(({row}) => row)).toEqual([
      'not a feature: it has no properties',
      'not a JSON record',
      'not a feature: its properties are no object',
    ]);
  });

  test.each([
    ['{"type":"FeatureCollection","features":[{"properties":{}},', /the file ends before its last bracket/],
    ['{"type":"FeatureCollection","features":[{"properties":{', /the file ends inside the row of line 1/],
    ['{"type":"FeatureCollection"}', /it has no "features"/],
    ['{"type":"FeatureCollection","features":null}', /it has no "features"/],
  ])('%j stops the source', async (text, says) => {
    await expect(geojson(text)).rejects.toThrow(says);
  });
});

describe('the JSON variant of a file', () => {
  const formOf = (text: string, declared: 'json' | 'jsonl' | 'geojson') =>
    jsonVariantOf('example', 'f', Buffer.from(text), declared);

  test('is sniffed from the first bytes, whatever the name', () => {
    const collection = '\ufeff{\n"name":"x","type" : "FeatureCollection", "features": []}';
    for (const declared of ['json', 'jsonl', 'geojson'] as const) {
      expect(formOf(collection, declared)).toBe('geojson');
      expect(formOf(' [{"a":1}]', declared)).toBe('array');
    }
    expect(formOf('{"indexTitles":["a"],"data":[]}', 'json')).toBe('json');
    expect(formOf('{"a":1}\n{"a":2}\n', 'jsonl')).toBe('jsonl');
  });

  test.each([
    ['<!DOCTYPE html>', /an HTML or XML page instead of JSON; fetch it again later/],
    ['{"error":{"code":400}}', /no FeatureCollection: it begins \{"error":\{"code":400\}\}/],
    ['', /the file is empty/],
  ])('%s is told', (text, says) => {
    expect(() => formOf(text, 'geojson')).toThrow(says);
  });
});

describe('a coordinate system', () => {
  const point = (x: number, y: number) =>
    `{"type":"Feature","properties":{"crs":"x"},"geometry":{"type":"Point","coordinates":[${x},${y}]}}`;
  const before = (crs: string, feature: string) =>
    `{"crs":${crs},"type":"FeatureCollection","features":[${feature}]}`;
  const behind = (crs: string, feature: string) =>
    `{"type":"FeatureCollection","features":[${feature}],"crs":${crs}}`;
  const named = (name: string) => `{"type":"name","properties":{"name":"${name}"}}`;
  const [METRES, DEGREES] = [point(445_000, 5_029_000), point(-75.5, 45.5)];

  test.each([before, behind])('of degrees of WGS 84 is accepted', async (write) => {
    for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4269'])
      expect((await geojson(write(named(name), DEGREES))).rows).toHaveLength(1);
    expect((await geojson(write('null', METRES))).rows).toHaveLength(1);
  });

  test.each([before, behind])('of metres or another datum is refused by name', async (write) => {
    const refused = async (crs: string, feature: string, name: string) =>
      expect(geojson(write(crs, feature), 7)).rejects.toThrow(
        `its coordinates are in ${name}, no degrees of WGS 84; fetch the form in EPSG:4326`,
      );
    await refused(named('urn:ogc:def:crs:EPSG::2952'), METRES, 'urn:ogc:def:crs:EPSG::2952');
    await refused(named('EPSG:4267'), DEGREES, 'EPSG:4267');
    await refused('{"type":"EPSG","properties":{"code":26918}}', METRES, 'EPSG:26918');
  });

  test('of metres that the coordinates contradict is told', async () => {
    const text = behind(named('EPSG:26918'), DEGREES);
    const again = () => Readable.from([Buffer.from(text)]);
    const table = await readJson('example', {name: 'f.geojson', again}, 'geojson');
    expect(table.note).toBe(
      'it says that its coordinates are in EPSG:26918, but they are degrees and are read so',
    );
  });
});

test('zones from a mirror: kept, merged and refused rows, repairs, raw text of refused rows', async () => {
  const open = ring.slice(0, 3);
  const features = [
    feature('R1', ring),
    feature('R1', [...ring].reverse()),
    feature('C2', open, {NAME: 'Main street', EXTRA: 1}),
    feature('P', null),
    feature(null, ring),
    {...feature('L', ring), geometry: {type: 'LineString', coordinates: ring}},
  ];
  const path = join(await folder(), 'zones.geojson');
  const lines = features.map((one) => JSON.stringify(one)).join(',\n');
  await writeFile(path, `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`);
  const {entry, records, rejects} = await zonesOf([path]);
  expect(entry).toMatchObject({
    read: 6,
    kept: 2,
    merged: 1,
    rejected: 3,
    merged_by_reason: {'repeated row': 1},
    rejected_by_reason: {'no geometry': 1, 'no zone code': 1, 'no polygon: LineString': 1},
    notes: {
      'geometry: open rings closed': 1,
      'geometry: rings turned: outer ones counter-clockwise, holes clockwise': 1,
    },
  });
  expect(entry.files[0]?.unknown_columns).toEqual(['EXTRA']);
  expect(new Set(records.map((one) => one['geometry']))).toEqual(
    new Set(['{"type":"Polygon","coordinates":[[[-75.7,45.4],[-75.6,45.4],[-75.6,45.5],[-75.7,45.4]]]}']),
  );
  expect(records.map((one) => [one['zone_code'], one['zone_description']]).sort()).toEqual([
    ['C2', 'Main street'],
    ['R1', null],
  ]);
  expect(records[0]?.['area_m2']).toBe(records[1]?.['area_m2']);
  expect(records[0]?.['record_id']).not.toBe(records[1]?.['record_id']);
  expect(rejects.map(({line, raw}) => [line, raw])).toEqual(
    [3, 4, 5].map((at) => [at + 2, JSON.stringify(features[at])]),
  );
});

test('the same zones as lines, as an array and in another order have the same ids', async () => {
  const rows = [
    {CODE: 'R1', NAME: 'Low', geometry: {type: 'Polygon', coordinates: [ring]}},
    {CODE: 'C2', geometry: {type: 'MultiPolygon', coordinates: [[[...ring].reverse()]]}},
  ];
  const at = await folder();
  await writeFile(join(at, 'a.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(join(at, 'b.json'), JSON.stringify([...rows].reverse(), null, 2));
  const [lines, array] = [await zonesOf([join(at, 'a.jsonl')]), await zonesOf([join(at, 'b.json')])];
  expect(lines.records).toHaveLength(2);
  expect(array.records).toEqual(lines.records);
  expect(ZONES.key).toEqual(['zone_code', 'geometry']);
});

test.each([
  ['zones.geojson', 'PK\u0003\u0004rest', 'the bytes are a zip or an XLSX workbook, no text'],
  ['zones.csv', 'PK\u0003\u0004rest', 'the bytes are a zip or an XLSX workbook, no text'],
  ['zones.json', '\u00d0\u00cf\u0011\u00e0rest', 'the bytes are an old workbook'],
  ['zones.csv', '%PDF-1.7', 'the bytes are a PDF, no text'],
])('bytes of another format under the name %s are told', async (name, bytes, says) => {
  const path = join(await folder(), name);
  await writeFile(path, Buffer.from(bytes, 'latin1'));
  const source = {...ZONES, encodings: ['utf-8', 'windows-1252'] as const};
  await expect(zonesOf([path], undefined, source)).rejects.toThrow(`invented_zoning: ${name}: ${says}`);
});
