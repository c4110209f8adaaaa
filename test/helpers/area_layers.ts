/** Layers of areas compiled in memory, and the answers of a lookup in them. */
import {Layer, NONE} from '../../engine/geo/polygons/layer.ts';
import {LayerWriter} from '../../engine/geo/polygons/layer_writer.ts';
import {lookupPoint} from '../../engine/geo/polygons/lookup.ts';
import {type Area, type AreaMatch, before} from './scan_areas.ts';

/** GeoJSON text of an area. */
export const geometryOf = ({parts}: Area): string =>
  JSON.stringify(
    parts.length === 1
      ? {type: 'Polygon', coordinates: parts[0]}
      : {type: 'MultiPolygon', coordinates: parts},
  );

export interface Compiled {
  layers: Map<string, Layer>;
  at(lat: number, lng: number, within?: string): AreaMatch | null;
}

/** Areas in compiled order: by position, layer by layer. */
export function compileAreas(areas: readonly Area[]): Compiled {
  const sorted = [...areas].sort(before);
  const layers = new Map<string, Layer>();
  for (const name of new Set(sorted.map(({within}) => within))) {
    const polygons = new LayerWriter();
    sorted.forEach((area, position) => {
      if (area.within === name) polygons.add(position, geometryOf(area));
    });
    layers.set(name, new Layer(polygons.build()));
  }
  const all = [...layers.values()];
  return {
    layers,
    at(lat, lng, within) {
      const searched = within === undefined ? all : [layers.get(within)!];
      const match = lookupPoint(searched, lat, lng);
      if (match.precedence === NONE) return null;
      return {id: sorted[match.precedence]!.id, match: match.match, distance_m: match.distance_m};
    },
  };
}
