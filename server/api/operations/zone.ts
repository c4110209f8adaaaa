/** Answers which zone a point belongs to. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Row, Zone} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import type {Call} from '../request/call.ts';
import type {ZoneRoute} from '../routes/types.ts';
import {type RecordResult, recordRow} from './result.ts';
import {zoneMissing} from './zone_missing.ts';

/** How the record was found, after the fields of its list item. */
export const matchFields = ({match, distance_m}: Zone): Row => ({
  match,
  distance_m: Math.round(distance_m * 10) / 10,
});

/** The polygon of a zone. */
function geometryOf(dataset: string, {item}: Zone, engine: Engine): Json {
  const id = String(recordRow({record: item})[idColumn(datasetOrEntity(dataset))]);
  const record = engine.detail(dataset, id);
  if (!record) throw new Error(`${dataset} finds ${id} but has no such record`);
  return recordRow({record})['geometry']!;
}

/** Throws 404 with the route's message if no zone is found. */
export function answerZone(call: Call, {dataset, missing}: ZoneRoute, engine: Engine): RecordResult {
  const {lat, lng, municipality} = call.values;
  const within = municipality as MunicipalitySlug | undefined;
  const zone = engine.zone({dataset, lat: Number(lat), lng: Number(lng), within});
  if (!zone) throw new ApiError('record', {missing}, zoneMissing(Number(lat), Number(lng), within));
  const result = {record: zone.item, more: matchFields(zone)};
  if (call.format !== 'geojson') return result;
  return {...result, record: recordRow(result), geometry: geometryOf(dataset, zone, engine)};
}
