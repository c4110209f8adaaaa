/** Rows of zoning from areas. */
import type {GivenRow} from './build.ts';
import {type Area, before} from './scan_areas.ts';

/** Province by municipality of the synthetic towns. */
const PROVINCES: Record<string, string> = {calgary: 'AB', edmonton: 'AB', toronto: 'ON', vancouver: 'BC'};

/** By id, the default order of zoning. */
export function zoningRows(areas: readonly Area[]): GivenRow[] {
  const sorted = [...areas].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : before(a, b)));
  return sorted.map(({id, code, size, within, parts}) => ({
    record_id: id,
    municipality: within,
    province: PROVINCES[within] ?? 'ON',
    zone_code: code,
    zone_description: null,
    zone_category: null,
    source_dataset: `${within} zoning`,
    source_url: `https://example.org/${within}`,
    area_m2: size,
    geometry: JSON.stringify(
      parts.length === 1
        ? {type: 'Polygon', coordinates: parts[0]!}
        : {type: 'MultiPolygon', coordinates: parts},
    ),
  }));
}
