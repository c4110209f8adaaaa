/** Real zones, read in place: every feature becomes a record, every district and symbol has a category. */
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {Dataset, Json, Source} from '../../datasets/types.ts';
import hamilton from '../../datasets/zoning/cities/hamilton.ts';
import quebec from '../../datasets/zoning/cities/quebec_city.ts';
import toronto from '../../datasets/zoning/cities/toronto.ts';
import vancouver from '../../datasets/zoning/cities/vancouver.ts';
import {zoning} from '../../datasets/zoning/schema.ts';
import {folder, type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

const dataset: Dataset = zoning;

interface Feature {
  properties: Record<string, Json>;
  geometry: {type: string; coordinates: Json[]} | null;
}

const at = (name: string): string => join(SAMPLES ?? '', 'zoning', name);
const parsed = <T>(name: string): T => JSON.parse(readFileSync(at(name), 'utf8')) as T;

/** Made from a text that is written to a file first. */
async function madeOf(source: Source, name: string, text: string): Promise<MadePart> {
  const path = join(await folder(), name);
  await writeFile(path, text);
  return partOf(source, dataset, [path]);
}

const numberBy = (values: readonly Json[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

describe.skipIf(!SAMPLES)('zones of Vancouver', () => {
  const name = 'vancouver/zoning-districts-and-labels.2024-12.geojson';

  test('every feature is a record under the code of its district, and all have a category', async () => {
    const {features} = parsed<{features: Feature[]}>(name);
    const {entry, records, rejects} = await partOf(vancouver, dataset, [at(name)]);
    expect(rejects).toEqual([]);
    expect(entry.read).toBe(features.length);
    expect(entry.kept + entry.merged).toBe(features.length);
    expect(Object.keys(entry.notes).filter((note) => note.startsWith('zone_category'))).toEqual([]);
    const codes = new Set(features.map(({properties}) => properties['zoning_district']));
    expect(new Set(records.map((one) => one['zone_code']))).toEqual(codes);
    expect(records.filter((one) => one['zone_category'] === null)).toEqual([]);
    const categories = numberBy(records.map((one) => one['zone_category'] ?? null));
    // More than half of all polygons are sites with by-laws of their own.
    expect(categories['direct_control'] ?? 0).toBeGreaterThan(0.5 * records.length);
  });

  test('areas are those of the city: one district spans a third of it', async () => {
    const {records} = await partOf(vancouver, dataset, [at(name)]);
    const areas = records.map((one) => Number(one['area_m2']));
    expect(Math.min(...areas)).toBeGreaterThan(0);
    expect(Math.max(...areas)).toBeGreaterThan(2e7);
    expect(areas.reduce((sum, one) => sum + one, 0)).toBeLessThan(1.3e8);
  });
});

describe.skipIf(!SAMPLES)('zones of Toronto', () => {
  test('every symbol of the by-law has a category, with any suffix', async () => {
    // The excerpt holds symbol and coordinates; it is put back into the publisher's form.
    const excerpt = parsed<{id: number; code: string; gen: number; polygons: Json[]}[]>(
      'toronto/zoning-area.downtown-west.json',
    );
    const features = excerpt.map(({id, code, gen, polygons}) => ({
      type: 'Feature',
      properties: {_id: id, GEN_ZONE: gen, ZN_ZONE: code, ZN_STATUS: 4},
      geometry: {type: 'MultiPolygon', coordinates: polygons},
    }));
    const text = JSON.stringify({type: 'FeatureCollection', features});
    const {entry, records, rejects} = await madeOf(toronto, 'zoning-area-4326.geojson', text);
    expect(rejects).toEqual([]);
    expect(entry.kept + entry.merged).toBe(excerpt.length);
    expect(records.filter((one) => one['zone_category'] === null)).toEqual([]);
    const byCode = new Map(records.map((one) => [one['zone_code'], one['zone_category']]));
    expect(byCode.get('CR')).toBe('mixed_use');
    expect(byCode.get('UT')).toBe('transportation_utility');
  });

  test('an overlay of lines has no zones', async () => {
    const name = 'toronto/zoning_priority_retail_street_overlay.geojson';
    const {features} = parsed<{features: Feature[]}>(name);
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: features.map((one) => ({...one, properties: {ZN_ZONE: 'CR'}})),
    });
    const {entry} = await madeOf(toronto, 'zoning-area-4326.geojson', text);
    expect({read: entry.read, kept: entry.kept}).toEqual({read: features.length, kept: 0});
  });

  test('the files of overlays are passed over by their names', () => {
    const names = ['zoning_policy_area_overlay.geojson', 'zoning_rooming_house_overlay.geojson'];
    for (const name of [
      ...names,
      'zoning_building_setback_overlay.geojson',
      'Zoning Height Overlay - 4326.geojson',
    ]) {
      expect(
        toronto.excluded?.some(({files}) => files.test(name)),
        name,
      ).toBe(true);
    }
    for (const name of ['zoning-area-4326.geojson', 'Zoning Area - 4326.geojson', 'zoning_area.geojson']) {
      expect(
        toronto.excluded?.some(({files}) => files.test(name)),
        name,
      ).toBe(false);
    }
  });
});

describe.skipIf(!SAMPLES)('zones of Québec', () => {
  test('areas equal those of the city, within the scale of its projection', async () => {
    const name = 'quebec_city/zonagemunicipalzones.3-features.geojson';
    const {features} = parsed<{features: Feature[]}>(name);
    const {entry, records} = await partOf(quebec, dataset, [at(name)]);
    expect({read: entry.read, kept: entry.kept}).toEqual({read: 3, kept: 3});
    for (const {properties} of features) {
      const record = records.find((one) => one['zone_code'] === properties['ID']);
      const published = Number(properties['SUPERFICIE']);
      // MTM zone 7 shrinks lengths by up to one in ten thousand, areas by twice that.
      expect(Math.abs(Number(record?.['area_m2']) / published - 1)).toBeLessThan(0.0003);
      expect(record?.['zone_category']).not.toBeNull();
    }
  });
});

describe.skipIf(!SAMPLES)('zones of Hamilton', () => {
  test('code, description and category of a zone come from the attributes of its feature', async () => {
    const attributes = parsed<Record<string, Json>>('hamilton/zoning-attributes.1-record.json');
    const ring = [
      [-79.87, 43.25],
      [-79.86, 43.25],
      [-79.86, 43.26],
      [-79.87, 43.25],
    ];
    const row = {OBJECTID: 1, ...attributes, geometry: {type: 'Polygon', coordinates: [ring]}};
    const {entry, records} = await madeOf(hamilton, 'zoning.jsonl', `${JSON.stringify(row)}\n`);
    expect(entry.files.flatMap((file) => file.unknown_columns)).toEqual([]);
    expect(records).toEqual([
      expect.objectContaining({
        zone_code: attributes['ZONING_CODE'],
        zone_description: attributes['ZONING_DESC'],
        zone_category: 'open_space',
      }),
    ]);
  });
});
