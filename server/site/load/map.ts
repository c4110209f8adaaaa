/** Loads the map: permits by municipality, what is in sight, what is at a point, and what is in a circle. */
import {circle} from '@turf/circle';
import type {Row} from '../../../engine/types.ts';
import {ApiError} from '../../api/errors.ts';
import {type Answers, parseQuestion} from '../ask.ts';
import {given, LISTS, type Pairs} from '../paths.ts';
import type {View} from '../view/types.ts';
import {joinedPairs} from './list.ts';

/** Most rows that are shown of a list beside the map. */
const SHOWN = 20;

/** Corners of the polygon that stands for a circle: its edge is at most a thousandth of the radius inside. */
const CORNERS = 72;

/** The list of permits: its parameters are the filters of the map. */
export const PERMITS = LISTS.get('permits')!;

const isGiven = ([, value]: Pairs[number]): boolean => value.trim() !== '';

/** Given filters of the list, without those of the circle. */
export const filtersOf = (pairs: Pairs): Pairs =>
  joinedPairs(pairs.filter(isGiven), PERMITS).filter(
    ([name]) => PERMITS.parameters[name] && PERMITS.parameters[name]!.op !== 'geo',
  );

export interface Group {
  value: string;
  count: number;
}

/** Permits by municipality under the filters, most first. A refused filter: why, and no municipality. */
export function loadCities(answers: Answers, pairs: Pairs): {cities: Group[]; refused: ApiError | null} {
  try {
    const {data} = answers.ask<Row[]>({
      segments: ['permits', 'stats'],
      pairs: [...filtersOf(pairs), ['group_by', 'municipality'], ['limit', '200']],
    });
    return {cities: groupsOf(data), refused: null};
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return {cities: [], refused: error};
    throw error;
  }
}

/** Why a category of zones is refused, as exports refuse it; null where it is one, or none is given. */
export function refusedCategory(category: string): ApiError | null {
  if (category === '') return null;
  try {
    parseQuestion({segments: ['export', 'zoning'], pairs: [['zone_category', category]]});
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return error;
    throw error;
  }
}

const groupsOf = (rows: readonly Row[]): Group[] =>
  rows
    .map((row) => ({value: String(row['group_value']), count: Number(row['record_count'])}))
    .sort((a, b) => b.count - a.count);

export interface Sight {
  /** Exact number of permits of the box. */
  total: number;
  types: Group[];
  /** The newest. */
  rows: readonly Row[];
  filters: Pairs;
}

/** The permits of the box `bbox` under the filters. */
export function loadSight(answers: Answers, pairs: Pairs): Sight {
  const filters = filtersOf(pairs);
  const {total, rows, groups} = answers.permitsOfBox([...filters, ['bbox', given(pairs, 'bbox')]]);
  const types = groups.map(({value, count}) => ({value: String(value), count}));
  return {total, types, rows: rows.slice(0, SHOWN), filters};
}

export interface Here {
  lat: number;
  lng: number;
  /** Null where no zone is published. */
  zone: Row | null;
  permits: readonly Row[];
}

/** The zone of the point `lat`, `lng`, and the permits whose `ids` the reader chose. */
export function loadHere(view: View, answers: Answers, pairs: Pairs): Here {
  const ids = given(pairs, 'ids');
  const language = ['lang', view.language] as const;
  const zone = zoneAt(answers, [...pairs.filter(([name]) => name === 'lat' || name === 'lng'), language]);
  const chosen: Pairs = [['ids', ids], ['limit', String(SHOWN)], language];
  const permits = ids === '' ? [] : answers.ask<Row[]>({segments: ['permits'], pairs: chosen}).data;
  return {lat: Number(given(pairs, 'lat')), lng: Number(given(pairs, 'lng')), zone, permits};
}

function zoneAt(answers: Answers, pairs: Pairs): Row | null {
  try {
    return answers.ask<Row>({segments: ['zone'], pairs}).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
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
export function loadCircle(view: View, answers: Answers, pairs: Pairs): Circle {
  const point = pairs.filter(
    ([name, value]) => PERMITS.parameters[name]?.op === 'geo' && value.trim() !== '',
  );
  const all: Pairs = [...filtersOf(pairs), ...point];
  if (point.length === 0) throw new ApiError('proximity');
  const list = answers.ask<Row[]>({
    segments: ['permits'],
    pairs: [...all, ['limit', String(SHOWN)], ['lang', view.language]],
  });
  const stats = answers.ask<Row[]>({
    segments: ['permits', 'stats'],
    pairs: [...all, ['group_by', 'permit_type']],
  });
  const [lat, lng, radius_km] = ['lat', 'lng', 'radius_km'].map((name) => Number(given(point, name))) as [
    number,
    number,
    number,
  ];
  return {
    lat,
    lng,
    radius_km,
    ring: circle([lng, lat], radius_km, {steps: CORNERS, units: 'kilometers'}).geometry.coordinates[0]!,
    total: Number(list.meta['total']),
    sum: stats.meta['sum_value'] as number | null,
    types: groupsOf(stats.data),
    rows: list.data,
    pairs: all,
  };
}
