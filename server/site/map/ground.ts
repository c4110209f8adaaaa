/**
 * The ground of the map as MapLibre draws it: land and water below zones and permits, and names above the
 * zones. Layers and values are those of Protomaps' basemaps, so that a file of these can take its place.
 */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {PmtilesInfo} from '../../tiles/pmtiles.ts';
import type {Language} from '../language.ts';
import {GROUND, type Scheme} from './colours.ts';
import type {Layer} from './style.ts';

const inSource = (layer: string) => ({source: 'ground', 'source-layer': layer});

/** A width that doubles with every two zooms or so. */
const widths = (...stops: readonly number[]) => ['interpolate', ['exponential', 1.4], ['zoom'], ...stops];

const isKind = (...kinds: readonly string[]) => ['in', ['get', 'kind'], ['literal', kinds]];

const GREEN = [
  'park',
  'forest',
  'wood',
  'nature_reserve',
  'national_park',
  'grass',
  'cemetery',
  'golf_course',
];

function roadLayers(scheme: Scheme): Layer[] {
  const {road} = GROUND[scheme];
  const line = {
    type: 'line',
    ...inSource('roads'),
    layout: {'line-cap': 'round', 'line-join': 'round'},
  } as const;
  return [
    {
      id: 'minor-roads',
      ...line,
      minzoom: 12,
      filter: isKind('minor_road', 'other'),
      paint: {'line-color': road, 'line-width': widths(12, 0.4, 18, 7)},
    },
    {
      id: 'major-roads',
      ...line,
      minzoom: 6,
      filter: isKind('highway', 'major_road'),
      paint: {'line-color': road, 'line-width': widths(6, 0.5, 12, 1.6, 18, 12)},
    },
  ];
}

function borderLayers(scheme: Scheme): Layer[] {
  const {border} = GROUND[scheme];
  return [
    {
      id: 'province-borders',
      type: 'line',
      ...inSource('boundaries'),
      filter: isKind('region'),
      minzoom: 2,
      layout: {'line-cap': 'round'},
      paint: {'line-color': border, 'line-width': widths(3, 0.7, 10, 1.5), 'line-dasharray': [0.2, 2.5]},
    },
    {
      id: 'country-borders',
      type: 'line',
      ...inSource('boundaries'),
      filter: isKind('country'),
      paint: {'line-color': border, 'line-width': widths(3, 0.8, 10, 2)},
    },
  ];
}

/** Files that end before this zoom are too coarse for the closest looks. */
const FINE = 11;

/** Zooms between which water fades in a coarse file: lakes and rivers are less exact than coasts. */
const FADING = {lakes: [10, 11.5], sea: [12.5, 14]} as const;

/**
 * Land, water, roads and borders: below everything else. Where the file is too coarse for streets, water fades
 * until it is land up close, rather than lie in the wrong place.
 */
export function groundLayers(scheme: Scheme, {maxzoom}: PmtilesInfo): Layer[] {
  const {water, river, land, green} = GROUND[scheme];
  const fading = (what: keyof typeof FADING, seen: unknown, gone: unknown) => {
    const [from, to] = FADING[what];
    return maxzoom < FINE ? ['interpolate', ['linear'], ['zoom'], from, seen, to, gone] : seen;
  };
  const fill = (id: string, layer: string, colour: unknown, filter?: unknown): Layer => ({
    id,
    type: 'fill',
    ...inSource(layer),
    ...(filter === undefined ? {} : {filter}),
    // Edges of neighbouring tiles would be seen as lines.
    paint: {'fill-color': colour, 'fill-antialias': layer !== 'earth'},
  });
  return [
    {id: 'sea', type: 'background', paint: {'background-color': fading('sea', water, land)}},
    fill('land', 'earth', land),
    fill('green', 'landuse', green, isKind(...GREEN)),
    fill('water', 'water', fading('lakes', water, land), ['==', ['geometry-type'], 'Polygon']),
    {
      id: 'rivers',
      type: 'line',
      ...inSource('water'),
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': river,
        'line-opacity': fading('lakes', 1, 0),
        'line-width': widths(4, 0.5, 8, 1.2, 14, 3),
      },
    },
    ...roadLayers(scheme),
    ...borderLayers(scheme),
  ];
}

/** Fonts of the reader's machine, as the pages have them. MapLibre takes weight and slope from the first name. */
const fonts = (style: string) => [style, 'system-ui', 'Segoe UI', 'Roboto', 'Helvetica Neue', 'Arial'];

const nameIn = (language: Language) => ['coalesce', ['get', `name:${language}`], ['get', 'name']];

/** Whether a name is due at this zoom: the file says from which on. */
const IS_DUE = ['<=', ['coalesce', ['get', 'min_zoom'], 0], ['zoom']];

/** Doubled people are one more. */
const RANK = ['coalesce', ['get', 'population_rank'], 0];

/** Towns from this rank on are dark: 50,000 people. */
const MANY = 8;

/** From this rank on, cities are named in a view of the whole continent: 400,000 people. */
const LARGE = 11;

/** The middles of the three largest metropolitan areas: where names do not fit, others give way to these. */
const FIRST = ['Toronto', 'Montréal', 'Vancouver'];

const TOWNS = ['locality', 'neighbourhood', 'macrohood'];

/** Municipalities whose permits are drawn are named at every distance: a name beside no permits would claim others'. */
const isOurs = (drawn: ReadonlySet<string>) => [
  'in',
  ['get', 'name'],
  [
    'literal',
    Object.entries(MUNICIPALITIES)
      .filter(([slug]) => drawn.has(slug))
      .map(([, {name}]) => name),
  ],
];

interface Look {
  id: string;
  filter: unknown;
  layer: string;
  style: unknown;
  size: unknown;
  colour: unknown;
  minzoom?: number;
  maxzoom?: number;
  layout?: Readonly<Record<string, unknown>>;
}

/** Names of streets as permits have them, for grounds without streets. */
function streetLayer(scheme: Scheme): Layer {
  const {soft_text, land} = GROUND[scheme];
  return {
    id: 'street-names',
    type: 'symbol',
    source: 'permits',
    'source-layer': 'streets',
    minzoom: 15,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts('Regular'),
      'text-size': 11,
      // Beside the mark of the permit that it is named by, out of the way of its neighbours.
      'text-anchor': ['match', ['get', 'side'], 'right', 'left', 'top'],
      'text-offset': ['match', ['get', 'side'], 'right', ['literal', [1.1, 0]], ['literal', [0, 0.9]]],
      'text-padding': 8,
      'text-max-width': 20,
      'symbol-sort-key': ['-', ['get', 'permits']],
    },
    paint: {'text-color': soft_text, 'text-halo-color': land, 'text-halo-width': 1.4},
  };
}

/** Names of waters, streets, provinces and countries. */
function quietLooks(scheme: Scheme): Look[] {
  const {soft_text, water_text} = GROUND[scheme];
  return [
    {
      id: 'water-names',
      layer: 'water',
      filter: ['all', ['==', ['geometry-type'], 'Point'], IS_DUE],
      style: fonts('Italic'),
      size: ['interpolate', ['linear'], ['zoom'], 3, 10.5, 8, 13],
      colour: water_text,
      layout: {'text-letter-spacing': 0.05},
    },
    {
      id: 'road-names',
      layer: 'roads',
      filter: isKind('highway', 'major_road', 'minor_road'),
      style: fonts('Regular'),
      size: 11,
      colour: soft_text,
      minzoom: 14,
      layout: {'symbol-placement': 'line', 'text-max-width': 100},
    },
    {
      id: 'province-names',
      layer: 'places',
      filter: ['all', isKind('region'), IS_DUE],
      style: fonts('Regular'),
      size: ['interpolate', ['linear'], ['zoom'], 3, 10, 6, 13],
      colour: soft_text,
      maxzoom: 8,
      layout: {'text-letter-spacing': 0.08, 'text-transform': 'uppercase'},
    },
    {
      id: 'country-names',
      layer: 'places',
      filter: ['all', isKind('country'), IS_DUE],
      style: fonts('Semibold'),
      size: 12,
      colour: soft_text,
      maxzoom: 7,
      layout: {'text-letter-spacing': 0.08},
    },
  ];
}

/** Names of towns, and over them those of municipalities whose permits are drawn. */
function townLooks(scheme: Scheme, drawn: ReadonlySet<string>): Look[] {
  const ours = isOurs(drawn);
  const {text, soft_text} = GROUND[scheme];
  return [
    {
      id: 'town-names',
      layer: 'places',
      filter: ['all', isKind(...TOWNS), ['!', ours], IS_DUE],
      style: ['step', RANK, ['literal', fonts('Regular')], MANY, ['literal', fonts('Semibold')]],
      size: ['interpolate', ['linear'], RANK, 5, 10.5, 12, 12.5],
      colour: ['step', RANK, soft_text, MANY, text],
      maxzoom: 15,
      layout: {'symbol-sort-key': ['-', RANK]},
    },
    {
      id: 'city-names',
      layer: 'places',
      filter: ['all', isKind(...TOWNS), ours, ['>=', RANK, ['step', ['zoom'], LARGE, 3, 0]]],
      style: fonts('Semibold'),
      size: 12.5,
      colour: text,
      maxzoom: 13,
      // Beside its permits, on the side that has room.
      layout: {
        'symbol-sort-key': ['case', ['in', ['get', 'name'], ['literal', FIRST]], -20, ['-', RANK]],
        'text-padding': 1,
        'text-variable-anchor': [
          'left',
          'right',
          'top',
          'bottom',
          'top-left',
          'bottom-left',
          'top-right',
          'bottom-right',
        ],
        'text-radial-offset': 1.5,
        'text-justify': 'auto',
      },
    },
  ];
}

/**
 * Names in a language; the first layer gives way to all others. `drawn` are the municipalities with permits on
 * the map.
 */
export function nameLayers(
  scheme: Scheme,
  language: Language,
  {layers}: PmtilesInfo,
  drawn: ReadonlySet<string>,
): Layer[] {
  const {land, water} = GROUND[scheme];
  const named = ({id, filter, layer, style, size, colour, layout, ...zooms}: Look): Layer => ({
    id,
    type: 'symbol',
    ...inSource(layer),
    ...zooms,
    filter: ['all', ['has', 'name'], filter],
    layout: {
      'text-field': nameIn(language),
      'text-font': style,
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 4,
      ...layout,
    },
    paint: {
      'text-color': colour,
      'text-halo-color': layer === 'water' ? water : land,
      'text-halo-width': 1.4,
    },
  });
  return [
    ...(layers.includes('roads') ? [] : [streetLayer(scheme)]),
    ...[...quietLooks(scheme), ...townLooks(scheme, drawn)].map(named),
  ];
}
