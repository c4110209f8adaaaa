/**
 * Every polygon of the real layers at hand: it reads, its area is that of an independent integral, its text
 * is one.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {areaOf} from '../../../pipeline/geometry/area.ts';
import {geometryText} from '../../../pipeline/geometry/canonical.ts';
import {repairPolygons} from '../../../pipeline/geometry/polygons.ts';
import {bulge, integralArea} from '../../helpers/integral_area.ts';
import {SAMPLES} from '../../helpers/samples.ts';

interface Feature {
  properties: Record<string, unknown>;
  geometry: {type: string; coordinates: unknown[]};
}

/** What is mended in each layer; `lines`: features that are no polygons and are refused. */
const LAYERS: [path: string, features: number, repairs: object, lines?: number][] = [
  ['vancouver/zoning-districts-and-labels.2024-12.geojson', 1539, {turned: 1730, touching: 8}],
  ['victoria/zoning.west.geojson', 1843, {turned: 1848}],
  ['philadelphia/zoning_overlays.geojson', 88, {turned: 1875, touching: 6}],
  ['quebec_city/zonagemunicipalzones.3-features.geojson', 3, {}],
  ['toronto/zoning-area.downtown-west.json', 166, {}],
  ['toronto/zoning_building_setback_overlay.geojson', 4, {touching: 4}],
  ['toronto/zoning_policy_area_overlay.geojson', 352, {touching: 11}],
  ['toronto/zoning_rooming_house_overlay.geojson', 558, {touching: 25}],
  ['toronto/zoning_priority_retail_street_overlay.geojson', 643, {}, 643],
];

function featuresOf(path: string): Feature[] {
  const read: unknown = JSON.parse(readFileSync(join(SAMPLES ?? '', 'zoning', path), 'utf8'));
  if (!Array.isArray(read)) return (read as {features: Feature[]}).features;
  return (read as {polygons: unknown[]}[]).map(({polygons}) => ({
    properties: {},
    geometry: {type: 'MultiPolygon', coordinates: polygons},
  }));
}

describe.skipIf(!SAMPLES)('real layers', () => {
  test.each(LAYERS)('%s', (path, count, repairs, lines = 0) => {
    const features = featuresOf(path);
    expect(features).toHaveLength(count);
    const seen: Record<string, number> = {};
    let refused = 0;
    for (const {geometry, properties} of features) {
      const shape = repairPolygons(geometry);
      if ('refused' in shape) {
        expect(shape.refused).toBe('no polygon: MultiLineString');
        refused += 1;
        continue;
      }
      const {area, touching} = areaOf(shape.polygons);
      for (const [repair, n] of Object.entries({...shape.repairs, ...(touching ? {touching} : {})}))
        seen[repair] = (seen[repair] ?? 0) + n;
      const [expected, slack] = shape.polygons.reduce(
        ([sum, bent], [outer, ...holes]) => [
          holes.reduce((rest, hole) => rest - integralArea(hole), sum + integralArea(outer)),
          [outer, ...holes].reduce((all, ring) => all + bulge(ring), bent),
        ],
        [0, 0],
      );
      expect(Math.abs(area - expected)).toBeLessThan(0.01 + slack + 1e-9 * area);
      expect(geometryText(again(geometryText(shape.polygons)))).toBe(geometryText(shape.polygons));
      const planar = properties['SUPERFICIE'];
      // The publisher's own area is in a projection whose scale is up to 1.0004 there.
      if (typeof planar === 'number') expect(Math.abs(area / planar - 1)).toBeLessThan(0.0004);
    }
    expect(seen).toEqual(repairs);
    expect(refused).toBe(lines);
  });
});

function again(text: string) {
  const shape = repairPolygons(JSON.parse(text));
  if ('refused' in shape) throw new Error(shape.refused);
  return shape.polygons;
}
