/** GeoJSON: records as features, their points as geometry, the item fields as properties. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import {pointOf} from '../routes/answers.ts';
import {mapItems} from './items.ts';
import {type Feature, type Rendered, renderFeature} from './render.ts';

function datasetOf({route}: Call): string {
  if ('dataset' in route) return route.dataset;
  throw new Error(`${route.path} has no records with a place`);
}

/** The features of a page, whose rows carry the point after the item fields. */
export function toFeatures(call: Call, rows: readonly Row[]): Feature[] {
  const dataset = datasetOf(call);
  const point = pointOf(dataset);
  if (!point) throw new Error(`records of ${dataset} have no point`);
  const id = idColumn(datasetOrEntity(dataset));
  const shown = new Set(Object.keys(call.columns));
  const items = rows.map((row) => {
    const item = {...row};
    for (const name of [point.lat, point.lng]) if (!shown.has(name)) delete item[name];
    return item;
  });
  const properties = mapItems(call, items);
  return rows.map((row, i) => ({
    id: String(row[id]),
    geometry: pointAt(row[point.lng], row[point.lat]),
    properties: properties[i]!,
  }));
}

const pointAt = (lng: Json | undefined, lat: Json | undefined): Json =>
  typeof lng === 'number' && typeof lat === 'number' ? {type: 'Point', coordinates: [lng, lat]} : null;

/** A single record; its geometry is not repeated as a property. */
export const renderRecordFeature = (
  call: Call,
  {geometry, ...record}: Row,
  polygon: Json = geometry ?? null,
): Rendered => renderFeature(String(record[idColumn(datasetOrEntity(datasetOf(call)))]), polygon, record);
