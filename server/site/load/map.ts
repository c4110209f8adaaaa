/** Loads the map: permits by municipality, what is in sight, what is at a point, and what is in a circle. */
import {circle} from '@turf/circle';
import {sum} from 'd3-array';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {ApiError} from '../../api/errors.ts';
import {conditions} from '../../api/request/conditions.ts';
import {permitsOfBox} from '../../tiles/tiles.ts';
import {ask, callOf, recordAt, unless} from '../ask.ts';
import {given, LISTS, type Pairs} from '../paths.ts';
import type {View} from '../view/types.ts';
import {givenPairs} from './list.ts';
import {isMunicipality} from './municipality.ts';

/** Most rows that are shown of a list beside the map. */
const SHOWN = 20;

/** Corners of the polygon that stands for a circle: its edge is at most a thousandth of the radius inside. */
const CORNERS = 72;

/** The list of permits: its parameters are the filters of the map. */
export const PERMITS = LISTS.get('permits')!;

/** Given filters of the list: those of the circle, or all others. */
const filtersAs = (pairs: Pairs, isOfCircle: boolean): Pairs =>
  givenPairs(pairs, PERMITS).filter(
    ([name]) => PERMITS.parameters[name] && (PERMITS.parameters[name]!.op === 'geo') === isOfCircle,
  );

/** Given filters of the list, without those of the circle. */
export const filtersOf = (pairs: Pairs): Pairs => filtersAs(pairs, false);

const limited: Pairs[number] = ['limit', String(SHOWN)];

export interface Group {
  value: string;
  count: number;
}

/** Groups of the permits under some filters, most first, and the sum of estimated costs. */
function permitGroups(engine: Engine, pairs: Pairs): {groups: Group[]; sum: number | null} {
  const {data, meta} = ask(engine, '/permits/stats', pairs);
  const groups = data.map((row) => ({value: String(row['group_value']), count: Number(row['record_count'])}));
  return {groups: groups.sort((a, b) => b.count - a.count), sum: meta.sum_value};
}

/** Permits by municipality under the filters, most first. A refused filter: why, and no municipality. */
export const loadCities = (engine: Engine, filters: Pairs): {cities: Group[]; refused: ApiError | null} =>
  unless<ReturnType<typeof loadCities>>(
    400,
    () => {
      const pairs: Pairs = [...filters, ['group_by', 'municipality'], ['limit', '200']];
      return {cities: permitGroups(engine, pairs).groups, refused: null};
    },
    (refused) => ({cities: [], refused}),
  );

/** Why a category of zones is refused, as exports refuse it; null where it is one, or none is given. */
export const refusedCategory = (category: string): ApiError | null =>
  unless<ApiError | null>(
    400,
    () => (category === '' ? null : callOf('/export/zoning', [['zone_category', category]])) && null,
    (error) => error,
  );

/** Permits of a city under some filters, and how many of them have no point. */
export interface Placing extends Group {
  unplaced: number;
}

/** A box that every point is in. */
const WORLD = {
  west: -180,
  south: -90,
  east: Number.POSITIVE_INFINITY,
  north: Number.POSITIVE_INFINITY,
};

/** The cities with permits under the filters, and how many of these the map cannot show, most first. */
export function loadPlacings(engine: Engine, filters: Pairs): Placing[] {
  const {cities, refused} = loadCities(engine, filters);
  if (refused) return [];
  const where = conditions(callOf(PERMITS.path, filters));
  const {groups} = engine.box({dataset: 'permits', where, ...WORLD, limit: 0, count_by: 'municipality'});
  const placed = new Map(groups.map(({value, count}) => [value, count]));
  return cities
    .map(({value, count}) => ({value, count, unplaced: count - (placed.get(value) ?? 0)}))
    .sort((a, b) => b.unplaced - a.unplaced);
}

/** Whether a city is in a box `west,south,east,north`. */
function isInSight(slug: string, bbox: string): boolean {
  const [west, south, east, north] = bbox.split(',').map(Number) as [number, number, number, number];
  const box = isMunicipality(slug) ? MUNICIPALITIES[slug].box : null;
  return box !== null && box[0] < east && box[2] > west && box[1] < north && box[3] > south;
}

export interface Sight {
  /** Exact number of permits of the box. */
  total: number;
  /** Permits under the filters, in sight or not, with a position or without. */
  all: number;
  /** Cities in sight, or those of the filters, of whose permits some have no point. */
  placings: Placing[];
  types: Group[];
  /** The newest. */
  rows: readonly Row[];
  filters: Pairs;
}

/** The permits of the box `bbox` under the filters; `city` is the one that the reader went to. */
export function loadSight(engine: Engine, pairs: Pairs): Sight {
  const [filters, bbox] = [filtersOf(pairs), given(pairs, 'bbox')];
  const {total, items, groups} = permitsOfBox(engine, [...filters, ['bbox', bbox]]);
  const cities = loadPlacings(engine, filters);
  const isFiltered = given(filters, 'municipality') !== '';
  const city = given(pairs, 'city');
  // Who went to a city asks about it while it is in sight, and not about its neighbours.
  const isMeant = (value: string) => city === '' || !isInSight(city, bbox) || value === city;
  const placings = cities.filter(
    ({value, unplaced}) => unplaced > 0 && (isFiltered || (isInSight(value, bbox) && isMeant(value))),
  );
  const types = groups.map(({value, count}) => ({value: String(value), count}));
  return {
    total,
    all: sum(cities, ({count}) => count),
    placings,
    types,
    rows: rowsOf(items).slice(0, SHOWN),
    filters,
  };
}

export interface Here {
  lat: number;
  lng: number;
  /** Null where no zone is published. */
  zone: Row | null;
  /** Those that the reader chose, then the newest others of the spot. */
  permits: readonly Row[];
  /** Number of permits of the spot. */
  total: number;
}

/** Degrees around a point that are its spot: a metre. Spellings of one address lie within it. */
const SPOT = 1e-5;

/** The newest permits of a spot, whatever the filters are, and how many there are. */
function permitsOfSpot(engine: Engine, lat: number, lng: number): {rows: Row[]; total: number} {
  const box = [lng - SPOT, lat - SPOT, lng + SPOT, lat + SPOT].map((degrees) => degrees.toFixed(7));
  const {items, total} = permitsOfBox(engine, [['bbox', box.join(',')]], SHOWN);
  return {rows: rowsOf(items), total};
}

/** The zone of the point `lat`, `lng`, the permits whose `ids` the reader chose, and all others of the spot. */
export function loadHere({language}: View, engine: Engine, pairs: Pairs): Here {
  const ids = given(pairs, 'ids');
  const zone = recordAt(
    engine,
    '/zone',
    pairs.filter(([name]) => name === 'lat' || name === 'lng'),
  );
  const [lat, lng] = [Number(given(pairs, 'lat')), Number(given(pairs, 'lng'))];
  const asked: Pairs = [['ids', ids], limited, ['lang', language]];
  const chosen = ids === '' ? [] : ask(engine, PERMITS.path, asked).data;
  const {rows, total} = permitsOfSpot(engine, lat, lng);
  const all = new Map([...chosen, ...rows].map((row) => [row['record_id'], row]));
  return {lat, lng, zone, permits: [...all.values()], total};
}

export interface Circle {
  lat: number;
  lng: number;
  radius_km: number;
  /** Corners of its polygon, longitude first, the first one again at the end. */
  ring: readonly (readonly number[])[];
  total: number;
  /** Sum of estimated costs; null where none is published. */
  sum: number | null;
  types: Group[];
  /** The nearest. */
  rows: readonly Row[];
  /** Filters and circle, as parameters of the list. */
  pairs: Pairs;
}

/** The permits of the circle `lat`, `lng`, `radius_km` under the filters. */
export function loadCircle({language}: View, engine: Engine, pairs: Pairs): Circle {
  const point = filtersAs(pairs, true);
  const all: Pairs = [...filtersOf(pairs), ...point];
  if (point.length === 0) throw new ApiError('proximity');
  const {data: rows, meta} = ask(engine, PERMITS.path, [...all, limited, ['lang', language]]);
  const {groups: types, sum} = permitGroups(engine, [...all, ['group_by', 'permit_type']]);
  const numberOf = (name: string) => Number(given(point, name));
  const [lat, lng, radius_km] = [numberOf('lat'), numberOf('lng'), numberOf('radius_km')];
  const {coordinates} = circle([lng, lat], radius_km, {steps: CORNERS, units: 'kilometers'}).geometry;
  return {lat, lng, radius_km, ring: coordinates[0]!, total: meta.total, sum, types, rows, pairs: all};
}
