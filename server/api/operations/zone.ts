/** Answers which zone a point belongs to. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Row, Zone} from '../../../engine/types.ts';
import type {BufferAllocator} from '../../http/buffers.ts';
import {ApiError} from '../errors.ts';
import {type Rendered, renderFeature, renderObject} from '../formats/render.ts';
import type {Call} from '../request/call.ts';
import type {ZoneRoute} from '../routes/types.ts';
import {zoneMissing} from './zone_missing.ts';

export const decimetres = (metres: number): number => Math.round(metres * 10) / 10;

/** How the record was found, appended to the fields of its list item. */
const matchFields = ({match, distance_m}: Zone): string =>
  `,"match":"${match}","distance_m":${decimetres(distance_m)}`;

/** The record as a Feature with its polygon. */
function feature(dataset: string, {item, match, distance_m}: Zone, engine: Engine): Rendered {
  const properties = JSON.parse(item.toString()) as Row;
  const id = String(properties[idColumn(datasetOrEntity(dataset))]);
  const record = engine.detail(dataset, id);
  if (!record) throw new Error(`${dataset} finds ${id} but has no such record`);
  const {geometry} = JSON.parse(record.toString()) as {geometry: Json};
  return renderFeature(id, geometry, {...properties, match, distance_m: decimetres(distance_m)});
}

/** Throws 404 with the route's message if no zone is found. */
export function answerZone(
  call: Call,
  route: ZoneRoute,
  engine: Engine,
  allocate: BufferAllocator,
): Rendered {
  const {dataset, missing} = route;
  const {lat, lng, municipality} = call.values;
  const within = municipality as MunicipalitySlug | undefined;
  const zone = engine.zone({dataset, lat: Number(lat), lng: Number(lng), within});
  if (!zone) throw new ApiError('record', {missing}, zoneMissing(Number(lat), Number(lng), within));
  if (call.format === 'geojson') return feature(dataset, zone, engine);
  return renderObject(zone.item, allocate, matchFields(zone));
}
