/** Zoning of municipalities, one record per area with one zone. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details} from '../contracts/columns.ts';
import {polygonColumns} from '../rules/geo_parquet.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import {sources, ZONING_MUNICIPALITIES} from './cities.ts';
import {ZONE_CATEGORIES} from './enums.ts';

export const zoning: Dataset = {
  name: 'zoning',
  title: 'Zoning',
  help: `Zones of ${ZONING_MUNICIPALITIES.length} municipalities, one record per area, without overlays. Edges are straight in longitude and latitude; the boundary belongs to the area.`,
  id: {column: 'record_id', prefix: 'z_'},
  columns: {
    record_id: listColumn(
      'text',
      'stable identifier: of zone code and geometry',
      'z_9f31a2b4c5d6e7f8',
      NOT_NULL,
    ),
    municipality: listColumn('text', 'slug of the municipality', 'vancouver', {
      ...NOT_NULL,
      values: ZONING_MUNICIPALITIES,
    }),
    province: listColumn('text', 'two-letter code', 'BC', {...NOT_NULL, values: PROVINCE_CODES}),
    zone_code: listColumn('text', 'as published', 'RM-4', NOT_NULL),
    zone_description: listColumn(
      'text',
      'as published; null where the city publishes a code only',
      'Residential',
    ),
    zone_category: listColumn(
      'text',
      "canonical category; null where the publisher's data is ambiguous",
      'residential',
      {
        values: ZONE_CATEGORIES,
      },
    ),
    source_dataset: listColumn('text', 'source label', 'vancouver zoning', NOT_NULL),
    source_url: listColumn(
      'text',
      "the dataset's page at the publisher",
      'https://opendata.vancouver.ca/',
      NOT_NULL,
    ),
    last_updated: {...details.last_updated, visibility: 'list'},
    geometry: detailColumn(
      'geometry',
      'GeoJSON Polygon or MultiPolygon (WGS 84), repaired: rings closed, outer ones counter-clockwise',
      {
        type: 'Polygon',
        coordinates: [
          [
            [-123.1, 49.2],
            [-123.09, 49.2],
            [-123.09, 49.21],
            [-123.1, 49.2],
          ],
        ],
      },
      NOT_NULL,
    ),
    area_m2: internalColumn('number', 'geodesic area on WGS 84, all parts, holes subtracted', 26425.31, {
      ...NOT_NULL,
      unit: 'square metres',
    }),
    ...polygonColumns('r.geometry'),
  },
  sort: {default: 'id', keys: {id: 'record_id'}},
  filters: {municipality: 'exact', zone_category: 'exact', last_updated: 'range'},
  facets: ['zone_category'],
  area: {
    geometry: 'geometry',
    size: 'area_m2',
    tieBreakers: ['zone_code', 'record_id'],
    within: 'municipality',
  },
  // Zones change one at a time: a layer that shrinks by a fifth was truncated.
  date: null,
  published: true,
  joins: {},
  checks,
  sources,
};
