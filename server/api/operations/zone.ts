/** Answers which zone a point belongs to (specification 6.3). */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Answer, Engine, Row, Zone} from '../../../engine/types.ts';
import type {Room} from '../../http/buffers.ts';
import {ApiError} from '../errors.ts';
import {type Rendered, renderFeature, renderObject} from '../formats/render.ts';
import {after} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import type {ZoneRoute} from '../routes/types.ts';

const decimetres = (metres: number): number => Math.round(metres * 10) / 10;

/** The fields that say how the record was found, which stand behind those of its list item. */
const matchFields = ({match, distance_m}: Zone): string =>
  `,"match":"${match}","distance_m":${decimetres(distance_m)}`;

/** The record as a Feature with its polygon. */
function feature(dataset: string, {item, match, distance_m}: Zone, engine: Engine): Answer<Rendered> {
  const properties = JSON.parse(item.toString()) as Row;
  const id = String(properties[idColumn(datasetOrEntity(dataset))]);
  return after(engine.detail(dataset, id), (record) => {
    if (!record) throw new Error(`${dataset} finds ${id} but has no such record`);
    const {geometry} = JSON.parse(record.toString()) as {geometry: Json};
    return renderFeature(id, geometry, {...properties, match, distance_m: decimetres(distance_m)});
  });
}

/** Throws 404 with the route's message where no zone is found. `room` is for an answer that is there at once. */
export function zoneAnswer(call: Call, route: ZoneRoute, engine: Engine, room: Room): Answer<Rendered> {
  const {dataset, missing} = route;
  const {lat, lng, municipality} = call.own;
  const asked = engine.zone({
    dataset,
    lat: Number(lat),
    lng: Number(lng),
    within: municipality === undefined ? undefined : String(municipality),
  });
  return after(asked, (zone): Answer<Rendered> => {
    if (!zone) throw new ApiError('record', {missing});
    if (call.format === 'geojson') return feature(dataset, zone, engine);
    return renderObject(zone.item, room, matchFields(zone));
  });
}
