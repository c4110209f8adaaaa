/** Features of a collection: the parameters of a request, read to queries of the engine, and the answer. */
import {datasetOrEntity, directionOf} from '../../datasets/index.ts';
import {lookup} from '../../datasets/lookup.ts';
import type {Json} from '../../datasets/types.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {BoxQuery, Condition, Engine, Row} from '../../engine/types.ts';
import {ApiError} from '../api/errors.ts';
import {toFeatures} from '../api/formats/geojson.ts';
import {feature} from '../api/formats/render.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {conditions} from '../api/request/conditions.ts';
import {parsePairs, parseValues, tableOf} from '../api/request/query.ts';
import type {Target} from '../api/request/target.ts';
import {pointOf} from '../api/routes/answers.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import type {Parameters} from '../api/routes/types.ts';
import {COLLECTIONS, type Collection, link} from './collections.ts';
import {type Days, parseBox, parseDays} from './values.ts';

/** Features of an answer. */
export const LIMIT = {most: 1000, preset: 100};

/** Parameters of the standard. */
const STANDARD: Parameters = {
  limit: {
    type: 'integer',
    lowest: 1,
    highest: LIMIT.most,
    default: String(LIMIT.preset),
    help: `maximum number of features in the answer; a higher value counts as ${LIMIT.most}`,
    example: '10',
  },
  offset: {
    type: 'integer',
    lowest: 0,
    default: '0',
    help: 'number of features to skip; `next` links set it',
    example: '100',
  },
  bbox: {
    type: 'string',
    help: 'only features that touch the box, its edges included: west,south,east,north in degrees, or six numbers with heights, which are ignored. A box whose west is greater than its east lies across the 180th meridian',
    example: '-114.2,50.9,-113.9,51.1',
  },
  datetime: {
    type: 'string',
    help: 'only features of these days: a time, a day, or an interval of them, with `..` for an open end. In a collection without days every feature matches',
    example: '2024-01-01T00:00:00Z/..',
  },
  f: {
    type: 'set',
    values: ['json', 'geojson'],
    help: 'form of the answer; there is only one',
    example: 'json',
  },
};

/** The filters of a collection: those of its list, without those by distance. */
const filtersOf = ({route}: Collection): Parameters =>
  Object.fromEntries(route.filters.map(({name, parameter}) => [name, parameter]));

/** All parameters of its features. */
export const parametersOf = (collection: Collection): Parameters => ({
  ...STANDARD,
  ...filtersOf(collection),
});

const STANDARD_TABLE = tableOf(STANDARD);
const NAMES = new Map(COLLECTIONS.map((one) => [one.name, lookup(parametersOf(one))]));

/** The conditions of an interval of days. */
function withinDays({from, to}: Days, column: string): Condition[] {
  const bound = (op: 'gte' | 'lte', value: string | null): Condition[] =>
    value === null ? [] : [{op, columns: [column], value}];
  return [...bound('gte', from), ...bound('lte', to)];
}

/** A request for features that was read. */
interface Asked {
  /** The same filters as an export, which gives the fields. */
  call: Call;
  where: Condition[];
  box: Pick<BoxQuery, 'west' | 'south' | 'east' | 'north'> | null;
  limit: number;
  offset: number;
}

/** Reads the parameters; throws 400 on the first fault, as which any other parameter counts. */
function read(collection: Collection, pairs: Target['pairs']): Asked {
  const {texts, ignored} = parsePairs(pairs, NAMES.get(collection.name)!);
  const [unknown] = ignored;
  if (unknown !== undefined) throw new ApiError('unknown_parameter', {name: unknown});
  const values = parseValues(texts, STANDARD_TABLE);
  const [box, days] = [values['bbox'], values['datetime']];
  const filters = filtersOf(collection);
  const call = callOf(
    collection,
    pairs.filter(([name]) => Object.hasOwn(filters, name)),
  );
  // Read also where nothing has days, so that a fault is one everywhere.
  const interval = days === undefined ? null : parseDays(String(days));
  const {date} = collection;
  return {
    call,
    where: [...conditions(call), ...(interval && date !== null ? withinDays(interval, date) : [])],
    box: box === undefined ? null : parseBox(String(box)),
    limit: Number(values['limit']),
    offset: Number(values['offset']),
  };
}

const callOf = ({route}: Collection, pairs: Target['pairs']): Call =>
  parseCall({route, path: {}}, pairs, undefined, 'free');

/** The page of features in default order, and the number of all that match. */
function find({name}: Collection, {where, box, limit, offset}: Asked, engine: Engine) {
  const isPoint = pointOf(name) !== null;
  const query = {dataset: name, where, limit, offset, points: isPoint, details: !isPoint};
  if (box) return engine.box({...query, ...box});
  const declaration = datasetOrEntity(name);
  const sort = declaration.sort.default;
  return engine.list({...query, sort, order: directionOf(declaration, sort)});
}

/** The same request from another offset on. */
function pageAt(self: string, pairs: Target['pairs'], offset: number): string {
  const query = new URLSearchParams([...pairs.filter(([name]) => name !== 'offset')]);
  query.append('offset', String(offset));
  return `${self}?${query}`;
}

/** Features of a collection, at the address `self` without its query. */
export function answerItems(
  collection: Collection,
  pairs: Target['pairs'],
  engine: Engine,
  self: string,
): Json {
  const asked = read(collection, pairs);
  const {limit, offset, call} = asked;
  const {total, items} = find(collection, asked, engine);
  const features = toFeatures(call, rowsOf(items)).map(feature);
  const to = (at: number, rel: string, title: string) =>
    link(pageAt(self, pairs, at), rel, MEDIA_TYPES.geojson, title);
  return {
    type: 'FeatureCollection',
    numberMatched: total,
    numberReturned: features.length,
    features,
    links: [
      to(offset, 'self', 'This page'),
      ...(offset + features.length < total && features.length > 0
        ? [to(offset + limit, 'next', 'The next page')]
        : []),
      ...(offset > 0 ? [to(Math.max(0, offset - limit), 'prev', 'The page before')] : []),
      link(self.replace(/\/items$/, ''), 'collection', MEDIA_TYPES.json, 'The collection'),
    ],
  };
}

/** One feature with the same fields; throws 404 where the collection has no such id. */
export function answerItem(
  collection: Collection,
  id: string,
  pairs: Target['pairs'],
  engine: Engine,
  self: string,
): Json {
  const unknown = pairs.find(([name]) => name !== 'f' && name !== '');
  if (unknown) throw new ApiError('unknown_parameter', {name: unknown[0]});
  const found = engine.detail(collection.name, id);
  if (!found) throw new ApiError('path');
  const call = callOf(collection, []);
  const whole = JSON.parse(found.toString()) as Row;
  const shown = [...Object.keys(call.columns), 'geometry'].map((name) => [name, whole[name] ?? null]);
  const [made] = toFeatures(call, [Object.fromEntries(shown)]);
  return {
    ...feature(made!),
    links: [
      link(self, 'self', MEDIA_TYPES.geojson, 'This feature'),
      link(self.replace(/\/items\/[^/]*$/, ''), 'collection', MEDIA_TYPES.json, 'The collection'),
    ],
  };
}
