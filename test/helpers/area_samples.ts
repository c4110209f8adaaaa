/** The real layers with expected lookups, as areas. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {areaOf} from '../../pipeline/geometry/area.ts';
import type {Position} from '../../pipeline/geometry/types.ts';
import {SAMPLES} from './samples.ts';
import type {Area, Polygon} from './scan_areas.ts';

interface Feature {
  properties: Record<string, string | number | null>;
  geometry: {type: string; coordinates: Polygon | Polygon[]} | null;
}

interface Sampled {
  /** File of expected answers and of the layer, below `zoning`. */
  oracle: string;
  layer: string;
  key: string;
  code: string;
}

export const SAMPLED: readonly Sampled[] = [
  {
    oracle: 'vancouver.2024-12.csv',
    layer: 'vancouver/zoning-districts-and-labels.2024-12.geojson',
    key: 'object_id',
    code: 'zoning_district',
  },
  {
    oracle: 'toronto.downtown-west.csv',
    layer: 'toronto/zoning-area.downtown-west.json',
    key: 'id',
    code: 'code',
  },
  {
    oracle: 'toronto.policy_area.csv',
    layer: 'toronto/zoning_policy_area_overlay.geojson',
    key: '_id',
    code: 'POLICY_ID',
  },
  {oracle: 'victoria.west.csv', layer: 'victoria/zoning.west.geojson', key: 'OBJECTID', code: 'Zoning'},
  {
    oracle: 'philadelphia.overlays.csv',
    layer: 'philadelphia/zoning_overlays.geojson',
    key: 'OBJECTID',
    code: 'OVERLAY_SYMBOL',
  },
];

export interface Expected {
  lat: number;
  lng: number;
  kind: string;
  match: 'contains' | 'nearest' | 'none';
  id: string;
  distance_m: number;
}

/** Features of a sample file of zoning. */
const sample = (name: string): string => readFileSync(join(SAMPLES ?? '', 'zoning', name), 'utf8');

function features(name: string, {key, code}: Sampled): {id: string; code: string; parts: Polygon[]}[] {
  const read: unknown = JSON.parse(sample(name));
  if (Array.isArray(read)) {
    return (read as Record<string, unknown>[]).map((one) => ({
      id: String(one[key]),
      code: String(one[code]),
      parts: one['polygons'] as Polygon[],
    }));
  }
  return (read as {features: Feature[]}).features.flatMap(({properties, geometry}) => {
    if (!geometry) return [];
    const {type, coordinates} = geometry;
    const parts = type === 'Polygon' ? [coordinates as Polygon] : (coordinates as Polygon[]);
    return [{id: String(properties[key]), code: String(properties[code] ?? ''), parts}];
  });
}

/**
 * The layer with sizes as the expected answers know them; of the others as the pipeline finds them.
 * Equal sizes go to the earlier feature there, so that the position in the file replaces the code.
 */
export function sampledAreas(one: Sampled): Area[] {
  const sizes = new Map<string, number>();
  for (const line of lines(one)) {
    if (line['feature_key']) sizes.set(line['feature_key'], Number(line['area_m2']));
    if (line['runner_up_key']) sizes.set(line['runner_up_key'], Number(line['runner_up_area_m2']));
  }
  return features(one.layer, one).map(({id, parts}, position) => ({
    id,
    code: String(position).padStart(6, '0'),
    size: sizes.get(id) ?? sizeOf(parts),
    within: one.oracle,
    parts,
  }));
}

/** Without the last position, which is the first again. */
const opened = (ring: Polygon[number]): Position[] => ring.slice(0, -1).map(([lng, lat]) => [lng!, lat!]);

const sizeOf = (parts: readonly Polygon[]): number =>
  areaOf(parts.map(([outer, ...holes]) => [opened(outer!), ...holes.map(opened)])).area;

function lines({oracle}: Sampled): Record<string, string>[] {
  const [head, ...rest] = sample(`oracles/${oracle}`).trim().split('\n');
  const names = head!.split(',');
  return rest.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i]!, cell])));
}

export const expectedOf = (one: Sampled): Expected[] =>
  lines(one).map((line) => ({
    lat: Number(line['lat']),
    lng: Number(line['lng']),
    kind: line['kind']!,
    match: line['expected'] as Expected['match'],
    id: line['feature_key']!,
    distance_m: Number(line['distance_m']),
  }));
