/** Collections: the datasets with places, and what clients are told of each. */
import {datasetOrEntity} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import type {Engine} from '../../engine/types.ts';
import {ApiError} from '../api/errors.ts';
import {isPlaced} from '../api/routes/answers.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {EXPORTS} from '../api/routes/index.ts';
import type {ExportRoute, ListRoute} from '../api/routes/types.ts';

/** Where all of it is. */
export const OGC_PATH = '/ogc';

/** Longitude and latitude of WGS 84, in this order. */
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
const GREGORIAN = 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian';

export const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';

/** A dataset with places, and the route by whose filters its features are found. */
export interface Collection {
  name: string;
  route: ExportRoute;
  list: ListRoute;
  /** The column of its days; null where it has none. */
  date: string | null;
}

export const COLLECTIONS: readonly Collection[] = EXPORTS.flatMap((route) => {
  const {list} = route;
  if (!list || !isPlaced(list.dataset)) return [];
  const declaration = datasetOrEntity(list.dataset);
  return [{name: list.dataset, route, list, date: ('date' in declaration && declaration.date) || null}];
});

/** The collection of a name; throws 404 without one. */
export function collectionOf(name: string): Collection {
  const found = COLLECTIONS.find((one) => one.name === name);
  if (!found) throw new ApiError('path');
  return found;
}

/** A link of any answer. */
export const link = (href: string, rel: string, type: string, title: string): Json => ({
  href,
  rel,
  type,
  title,
});

const JSON_TYPE = MEDIA_TYPES.json;

/** What is said of a collection. `base` is the public address of the API. */
export function describe({name, date}: Collection, engine: Engine, base: string): Json {
  const {title, help} = datasetOrEntity(name);
  const self = `${base}/collections/${name}`;
  const bounds = engine.bounds(name);
  const period = date === null ? undefined : engine.info.periods?.[name];
  return {
    id: name,
    title,
    description: help,
    itemType: 'feature',
    crs: [CRS84],
    extent: {
      ...(bounds && {spatial: {bbox: [[...bounds]], crs: CRS84}}),
      ...(period && {
        temporal: {interval: [[`${period.from}T00:00:00Z`, `${period.to}T23:59:59Z`]], trs: GREGORIAN},
      }),
    },
    links: [
      link(self, 'self', JSON_TYPE, title),
      link(`${self}/items`, 'items', MEDIA_TYPES.geojson, `Features of ${title}`),
    ],
  };
}

/** The list of all collections. */
export const describeAll = (engine: Engine, base: string): Json => ({
  links: [link(`${base}/collections`, 'self', JSON_TYPE, 'Collections')],
  collections: COLLECTIONS.map((one) => describe(one, engine, base)),
});
