/** GeoJSON (RFC 7946): records as features, their places as geometry, the item fields as properties. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Json} from '../../../datasets/types.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Lines, Row} from '../../../engine/types.ts';
import type {LineWriter} from '../operations/export/line_batch.ts';
import type {Call} from '../request/call.ts';
import {areaOf, pointOf} from '../routes/answers.ts';
import {mapItems} from './items.ts';
import {type Feature, feature, type Rendered, renderFeature} from './render.ts';

function datasetOf({route}: Call): string {
  if ('dataset' in route) return route.dataset;
  if (route.kind === 'export' && route.list) return route.list.dataset;
  throw new Error(`${route.path} has no records with a place`);
}

/** Field of single records that holds their place, which is no property. */
const GEOMETRY = 'geometry';

/** The geometry of a row that carries its point or its area; null where it has none. */
function placeIn(dataset: string): (row: Row) => Json {
  const point = pointOf(dataset);
  if (point) return (row) => pointAt(row[point.lng], row[point.lat]);
  const area = areaOf(dataset);
  if (!area) throw new Error(`records of ${dataset} have no place`);
  return (row) => row[area] ?? null;
}

/**
 * The features of rows, which carry their point after the item fields, or their area among those of single
 * records.
 */
export function toFeatures(call: Call, rows: readonly Row[]): Feature[] {
  const dataset = datasetOf(call);
  const point = pointOf(dataset);
  const placeOf = placeIn(dataset);
  const id = idColumn(datasetOrEntity(dataset));
  const shown = new Set(Object.keys(call.columns));
  const hidden = [...(point ? [point.lat, point.lng] : [])].filter((name) => !shown.has(name));
  const items = rows.map((row) => {
    const item = {...row};
    for (const name of hidden) delete item[name];
    return item;
  });
  const properties = mapItems(call, items);
  return rows.map((row, i) => {
    const geometry = placeOf(row);
    const {[GEOMETRY]: _, ...others} = properties[i]!;
    const bbox = point || geometry === null ? {} : {bbox: [...boundsOf(geometry)]};
    return {id: String(row[id]), ...bbox, geometry, properties: others};
  });
}

const pointAt = (lng: Json | undefined, lat: Json | undefined): Json =>
  typeof lng === 'number' && typeof lat === 'number' ? {type: 'Point', coordinates: [lng, lat]} : null;

type Bounds = readonly [west: number, south: number, east: number, north: number];

const NOWHERE: Bounds = [
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
];

const around = (a: Bounds, b: Bounds): Bounds => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

/** The box around positions at any depth. */
function boundsIn(coordinates: Json | undefined): Bounds {
  if (!Array.isArray(coordinates)) return NOWHERE;
  const [lng, lat] = coordinates;
  if (typeof lng === 'number' && typeof lat === 'number') return [lng, lat, lng, lat];
  return coordinates.map(boundsIn).reduce(around, NOWHERE);
}

/** The box around a geometry; infinite the wrong way round where there is none. */
const boundsOf = (geometry: Json): Bounds => boundsIn((geometry as {coordinates?: Json} | null)?.coordinates);

/**
 * Writes all records of an export as one FeatureCollection. Its box comes last, since it is known then; it
 * has none where no record has a place.
 */
export function featureWriter(call: Call): LineWriter {
  let bounds = NOWHERE;
  let isFirst = true;
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    convert(lines: Lines) {
      const features = toFeatures(call, rowsOf(lines));
      const texts = features.map((one) => JSON.stringify(feature(one)));
      for (const {geometry} of features) bounds = around(bounds, boundsOf(geometry));
      const text = texts.length === 0 ? '' : `${isFirst ? '' : ','}${texts.join('\n,')}\n`;
      isFirst &&= texts.length === 0;
      const bytes = Buffer.from(text);
      return {bytes, count: bytes.length === 0 ? 0 : 1, ends: [bytes.length - 1], starts: null};
    },
    tail: () => (bounds[0] > bounds[2] ? ']}\n' : `],"bbox":${JSON.stringify(bounds)}}\n`),
  };
}

/** A single record; its geometry is not repeated as a property. */
export const renderRecordFeature = (
  call: Call,
  {geometry, ...record}: Row,
  polygon: Json = geometry ?? null,
): Rendered => renderFeature(String(record[idColumn(datasetOrEntity(datasetOf(call)))]), polygon, record);
