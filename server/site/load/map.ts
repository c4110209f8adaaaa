/** Loads the map: permits by municipality, what is in sight, what is at a point, and what is in a circle. */
import {circle} from '@turf/circle';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {ApiError} from '../../api/errors.ts';
import {permitsOfBox} from '../../tiles/tiles.ts';
import {ask, callOf, recordAt, unless} from '../ask.ts';
import {given, LISTS, type Pairs} from '../paths.ts';
import type {View} from '../view/types.ts';
import {givenPairs} from './list.ts';

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

export interface Sight {
  /** Exact number of permits of the box. */
  total: number;
  types: Group[];
  /** The newest. */
  rows: readonly Row[];
  filters: Pairs;
}

/** The permits of the box `bbox` under the filters. */
export function loadSight(engine: Engine, pairs: Pairs): Sight {
  const filters = filtersOf(pairs);
  const {total, items, groups} = permitsOfBox(engine, [...filters, ['bbox', given(pairs, 'bbox')]]);
  const types = groups.map(({value, count}) => ({value: String(value), count}));
  return {total, types, rows: rowsOf(items).slice(0, SHOWN), filters};
}

export interface Here {
  lat: number;
  lng: number;
  /** Null where no zone is published. */
  zone: Row | null;
  permits: readonly Row[];
}

/** The zone of the point `lat`, `lng`, and the permits whose `ids` the reader chose. */
export function loadHere({language}: View, engine: Engine, pairs: Pairs): Here {
  const ids = given(pairs, 'ids');
  const zone = recordAt(
    engine,
    '/zone',
    pairs.filter(([name]) => name === 'lat' || name === 'lng'),
  );
  const chosen: Pairs = [['ids', ids], limited, ['lang', language]];
  const permits = ids === '' ? [] : ask(engine, PERMITS.path, chosen).data;
  return {lat: Number(given(pairs, 'lat')), lng: Number(given(pairs, 'lng')), zone, permits};
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
