/** Loads the zone of a point, with the row that its city publishes; and the cities whose zones are here. */
import {sum} from 'd3-array';
import {SOURCES} from '../../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import {columnsOf} from '../../../datasets/used_columns.ts';
import {BY_LAWS} from '../../../datasets/zoning/by_laws.ts';
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {publishedRow} from '../../api/operations/provenance/provenance.ts';
import {zoneMissing} from '../../api/operations/zone_missing.ts';
import {ask, recordAt} from '../ask.ts';
import {given, type Pairs, withQuery} from '../paths.ts';
import {halfOf} from '../view/readable.ts';
import type {View} from '../view/types.ts';
import {type Found, loadFound} from './find.ts';
import {isMunicipality, zonesOf} from './municipality.ts';
import {type Permits, permitsNear} from './place.ts';

/** The page of the zone of a point, below a language. */
export const ZONE = '/zone';

/** Path of the page of the zone of a point. */
export const zonePath = (lat: number, lng: number): string =>
  withQuery(ZONE, [
    ['lat', String(lat)],
    ['lng', String(lng)],
  ]);

/** The by-law that the zones of a municipality are of; null where none is declared. */
export const byLawOf = ({language}: View, slug: string): string | null =>
  isMunicipality(slug) && BY_LAWS[slug] ? halfOf(BY_LAWS[slug], language) : null;

/** A column of a row as its publisher names it, and its text; null: blank. */
export interface PublishedCell {
  column: string;
  text: string | null;
}

export interface ZoneData {
  lat: number;
  lng: number;
  /** As the API answers it. */
  zone: Row;
  slug: MunicipalitySlug;
  byLaw: string | null;
  /** The row of the publisher, without its polygon; null where the build has it not. */
  published: readonly PublishedCell[] | null;
  /** Columns that the category follows from, with their texts where the row is known. */
  category: readonly PublishedCell[];
  near: Permits & {metres: number};
  /** The source of the zone, as the API lists it. */
  sources: readonly Row[];
}

/** Columns with a shape: nobody reads its corners. */
const isShape = ({text}: PublishedCell): boolean =>
  text !== null && /"coordinates"\s*:|"rings"\s*:/.test(text);

const sourceSlug = (slug: MunicipalitySlug): string => `${slug}_zoning`;

/** Columns that the categories of a municipality are read from, each once. */
const categoryColumns = (slug: MunicipalitySlug): string[] => {
  const fields = SOURCES[sourceSlug(slug)]!.layouts.flatMap((one) => one.fields['zone_category'] ?? []);
  return [...new Set(fields.flatMap(columnsOf))];
};

/** The zone that the API answers for the `lat` and `lng` of a query, which it refuses as the API does; null: there is none. */
export function loadZone(view: View, engine: Engine, pairs: Pairs): ZoneData | null {
  const point = pairs.filter(([name]) => name === 'lat' || name === 'lng');
  const zone = recordAt(engine, ZONE, point);
  if (!zone) return null;
  const slug = zone['municipality'] as MunicipalitySlug;
  const row = publishedRow('zoning', String(zone['record_id']), zone, engine);
  const texts = new Map(row?.map(({column, text}) => [column.toLowerCase(), text]));
  const [lat, lng] = [Number(given(pairs, 'lat')), Number(given(pairs, 'lng'))];
  return {
    lat,
    lng,
    zone,
    slug,
    byLaw: byLawOf(view, slug),
    published: row?.filter((cell) => !isShape(cell)) ?? null,
    category: categoryColumns(slug).map((column) => ({
      column,
      text: texts.get(column.toLowerCase()) ?? null,
    })),
    near: permitsNear(engine, lat, lng),
    sources: ask(engine, '/sources', [['lang', view.language]]).data.filter(
      (one) => one['slug'] === sourceSlug(slug),
    ),
  };
}

/** Addresses that are offered at a time. */
export const OFFERED = 12;

/** A municipality with zones. */
export interface ZonedCity {
  slug: MunicipalitySlug;
  name: string;
  total: number;
  byLaw: string | null;
}

export interface ZonedCities {
  cities: readonly ZonedCity[];
  total: number;
  /** Names of those with permits here whose zones are not. */
  without: readonly string[];
  /** The addresses that the text of a form may mean, `OFFERED` at most. */
  found: Found;
  /** Why the point that was asked for has no zone; null where none was. */
  missing: string | null;
}

/** The municipalities whose zones the build has, most first. */
export function loadZonedCities(view: View, engine: Engine, pairs: Pairs): ZonedCities {
  const cities = ZONING_MUNICIPALITIES.map((slug) => ({
    slug,
    name: MUNICIPALITIES[slug].name,
    total: zonesOf(engine, slug)?.total ?? 0,
    byLaw: byLawOf(view, slug),
  }))
    .filter(({total}) => total > 0)
    .sort((a, b) => b.total - a.total);
  const [lat, lng] = [given(pairs, 'lat'), given(pairs, 'lng')];
  const zoned = new Set<string>(cities.map(({slug}) => slug));
  const all = Object.entries(MUNICIPALITIES);
  return {
    cities,
    without: all.filter(([slug]) => !zoned.has(slug)).map(([, {name}]) => name),
    found: loadFound(engine, [['q', given(pairs, 'address')]], OFFERED),
    total: sum(cities, (one) => one.total),
    missing: lat === '' ? null : zoneMissing(Number(lat), Number(lng), undefined)[view.language],
  };
}
