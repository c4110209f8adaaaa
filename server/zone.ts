/** Answers which zone a point belongs to (specification 6.3). */
import type {Json} from '../datasets/types.ts';
import type {Answer, Engine, Row, Zone} from '../engine/types.ts';
import {ApiError} from './errors.ts';
import {type Rendered, renderFeature, renderObject} from './formats.ts';
import {after} from './later.ts';
import type {Call} from './request/call.ts';
import type {Room} from './room.ts';
import type {ZoneRoute} from './routes/types.ts';

/** What the answer says of how the record was found, behind the fields of its list item. */
const matchOf = ({match, distance_m}: Zone) => ({match, distance_m: Math.round(distance_m * 10) / 10});

/** The item with the match behind its own fields; a copy. */
const itemOf = (zone: Zone): string =>
  `${zone.item.toString('utf8', 0, zone.item.length - 1)},${JSON.stringify(matchOf(zone)).slice(1)}`;

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
    const item = itemOf(zone);
    if (call.format !== 'geojson') return renderObject(item, room);
    return after(engine.detail(dataset, zone.id), (record) => {
      if (!record) throw new Error(`${dataset} finds ${zone.id} but has no such record`);
      const {geometry} = JSON.parse(record.toString()) as {geometry: Json};
      return renderFeature(zone.id, geometry, JSON.parse(item) as Row);
    });
  });
}
