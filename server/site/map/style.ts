/**
 * The style of the map as MapLibre reads it: a ground of its own, and over it the layers of zones and
 * permits.
 */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {ZONES_FROM} from '../../tiles/zoning.ts';
import {CATEGORY_TINTS, GROUND, type Scheme, TINT_OPACITY, UNKNOWN_TINT} from './colours.ts';

/** A layer of the style specification, as data. */
export interface Layer {
  id: string;
  type: 'background' | 'fill' | 'line' | 'circle' | 'symbol';
  source?: string;
  'source-layer'?: string;
  minzoom?: number;
  maxzoom?: number;
  paint?: Readonly<Record<string, unknown>>;
  layout?: Readonly<Record<string, unknown>>;
}

/** Names of cities, while a city is a point. */
const NAMES_TO = 9;

/** The outline of the country is too coarse for a closer look: land and water become one there. */
const SHORE_TO = 7;

const always = {'icon-allow-overlap': true, 'icon-ignore-placement': true};

/** The country, for servers without a basemap. */
export function groundLayers(scheme: Scheme): Layer[] {
  const {beyond, land, shore} = GROUND[scheme];
  const fading = ['interpolate', ['linear'], ['zoom'], SHORE_TO - 1, beyond, SHORE_TO, land];
  return [
    {id: 'beyond', type: 'background', paint: {'background-color': fading}},
    {id: 'land', type: 'fill', source: 'canada', paint: {'fill-color': land, 'fill-antialias': false}},
    {
      id: 'shore',
      type: 'line',
      source: 'canada',
      maxzoom: SHORE_TO,
      paint: {
        'line-color': shore,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], SHORE_TO - 1, 1, SHORE_TO, 0],
      },
    },
  ];
}

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
        'line-opacity': 0.6,
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
      id: 'cells',
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
      // Names of cities keep away from numbers.
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

/** Zones, the circle, names of cities, and permits over all. */
export const overlayLayers = (scheme: Scheme): Layer[] => [
  ...zoneLayers(scheme),
  ...circleLayers(scheme),
  {
    id: 'names',
    type: 'symbol',
    source: 'cities',
    maxzoom: NAMES_TO,
    layout: {
      'icon-image': ['concat', 'name:', ['get', 'name']],
      // East of the last city there is no room in a view of the whole country.
      'icon-anchor': ['case', ['get', 'last'], 'top-right', 'left'],
      'icon-offset': ['case', ['get', 'last'], ['literal', [16, 18]], ['literal', [24, 0]]],
      'icon-padding': 1,
    },
  },
  ...permitLayers(scheme),
];

const EAST = Math.max(...Object.values(MUNICIPALITIES).map(({box}) => box[2]));

/** Names of cities as points in the middle of their boxes; `last` is the easternmost. */
export const CITY_POINTS = {
  type: 'FeatureCollection',
  features: Object.values(MUNICIPALITIES).map(({name, box: [west, south, east, north]}) => ({
    type: 'Feature',
    properties: {name, last: east === EAST},
    geometry: {type: 'Point', coordinates: [(west + east) / 2, (south + north) / 2]},
  })),
};
