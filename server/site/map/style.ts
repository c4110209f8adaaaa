/** What the map draws over its ground, as MapLibre reads it: zones, the circle and permits. */

import {ZONES_FROM} from '../../tiles/zoning.ts';
import {CATEGORY_TINTS, GROUND, type Scheme, TINT_OPACITY, UNKNOWN_TINT} from './colours.ts';

/** A layer of the style specification, as data. */
export interface Layer {
  id: string;
  type: 'background' | 'fill' | 'line' | 'circle' | 'symbol';
  source?: string;
  'source-layer'?: string;
  filter?: unknown;
  minzoom?: number;
  maxzoom?: number;
  paint?: Readonly<Record<string, unknown>>;
  layout?: Readonly<Record<string, unknown>>;
}

const always = {'icon-allow-overlap': true, 'icon-ignore-placement': true};

function zoneLayers(scheme: Scheme): Layer[] {
  const tint = ['match', ['get', 'category'], ...Object.entries(CATEGORY_TINTS).flat(), UNKNOWN_TINT];
  const {coverage} = GROUND[scheme];
  const zones = {source: 'zoning', 'source-layer': 'zones', minzoom: ZONES_FROM};
  const far = {source: 'zoning', 'source-layer': 'coverage', maxzoom: ZONES_FROM};
  return [
    {id: 'coverage', type: 'fill', ...far, paint: {'fill-color': coverage, 'fill-opacity': 0.35}},
    {id: 'zones', type: 'fill', ...zones, paint: {'fill-color': tint, 'fill-opacity': TINT_OPACITY[scheme]}},
    {
      id: 'zone-borders',
      type: 'line',
      ...zones,
      paint: {
        'line-color': tint,
        'line-opacity': 0.4,
        'line-width': ['interpolate', ['linear'], ['zoom'], 12, 0.3, 16, 1.2],
      },
    },
  ];
}

function circleLayers(scheme: Scheme): Layer[] {
  const {circle} = GROUND[scheme];
  return [
    {id: 'circle', type: 'fill', source: 'circle', paint: {'fill-color': circle, 'fill-opacity': 0.08}},
    {
      id: 'circle-border',
      type: 'line',
      source: 'circle',
      paint: {'line-color': circle, 'line-width': 2, 'line-dasharray': [3, 2]},
    },
  ];
}

/** A square is 32 pixels wide: more permits have a larger circle, and none leaves its square. */
const CELL_RADIUS = ['min', 15.5, ['+', 8, ['*', 2.6, ['log10', ['get', 'count']]]]];

function permitLayers(scheme: Scheme): Layer[] {
  const {cell, on_cell, circle} = GROUND[scheme];
  const cells = {source: 'permits', 'source-layer': 'cells'};
  return [
    {
      id: LOWEST_PERMITS,
      type: 'circle',
      ...cells,
      paint: {
        'circle-color': cell,
        'circle-radius': CELL_RADIUS,
        'circle-stroke-color': on_cell,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'cell-counts',
      type: 'symbol',
      ...cells,
      // Names of towns keep away from numbers.
      layout: {
        'icon-image': ['concat', 'count:', ['to-string', ['get', 'count']]],
        'icon-allow-overlap': true,
        'icon-padding': 2,
      },
    },
    {
      id: 'chosen',
      type: 'circle',
      source: 'chosen',
      paint: {
        'circle-radius': 12,
        'circle-color': circle,
        'circle-opacity': 0.15,
        'circle-stroke-color': circle,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'points',
      type: 'symbol',
      source: 'permits',
      'source-layer': 'permits',
      layout: {'icon-image': ['concat', 'type:', ['get', 'permit_type']], ...always},
    },
  ];
}

/** Zones, the circle, and permits over all. */
export const overlayLayers = (scheme: Scheme): Layer[] => [
  ...zoneLayers(scheme),
  ...circleLayers(scheme),
  ...permitLayers(scheme),
];

/** The lowest layer of permits: names of the ground are below it. */
export const LOWEST_PERMITS = 'cells';
