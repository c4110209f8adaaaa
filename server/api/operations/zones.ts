/** Answers which zones several points belong to. */
import type {MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Answer, Engine, Row, Zone} from '../../../engine/types.ts';
import {type Rendered, renderJson} from '../formats/render.ts';
import {mapMaybe} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import type {ZonesRoute} from '../routes/types.ts';
import {commonMeta} from './meta.ts';
import {decimetres} from './zone.ts';
import {zoneMissing} from './zone_missing.ts';

/** The fields that `/zone` answers. */
const fieldsOf = ({item, match, distance_m}: Zone): Row => ({
  ...(JSON.parse(item.toString()) as Row),
  match,
  distance_m: decimetres(distance_m),
});

/** Looks up the points from the `at`-th on; the engine may overwrite a zone at its next lookup. */
function lookUp(
  at: number,
  points: readonly string[],
  items: Row[],
  find: (point: string) => Answer<Row>,
): Answer<Row[]> {
  for (let i = at; i < points.length; i++) {
    const found = find(points[i]!);
    if (found instanceof Promise) {
      return found.then((item) => {
        items.push(item);
        return lookUp(i + 1, points, items, find);
      });
    }
    items.push(found);
  }
  return items;
}

/** One item for each point, in the order of the points. */
export function answerZones(call: Call, {dataset}: ZonesRoute, engine: Engine): Answer<Rendered> {
  const within = call.values['municipality'] as MunicipalitySlug | undefined;
  const language = call.lang === 'fr' ? 'fr' : 'en';
  const find = (point: string): Answer<Row> => {
    const [lat, lng] = point.split(',').map(Number) as [number, number];
    return mapMaybe(engine.zone({dataset, lat, lng, within}), (zone) => ({
      lat,
      lng,
      zone: zone && fieldsOf(zone),
      reason: zone ? null : zoneMissing(lat, lng, within)[language],
    }));
  };
  return mapMaybe(lookUp(0, call.values['points'] as readonly string[], [], find), (data) =>
    renderJson({
      data: data as Json[],
      meta: {
        total: data.length,
        found: data.filter(({zone}) => zone !== null).length,
        ...commonMeta(call, engine.info),
      },
    }),
  );
}
