/** Answers which zones several points belong to. */
import type {MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Row, Zone} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import type {ZonesRoute} from '../routes/types.ts';
import {commonMeta} from './meta.ts';
import {type PlainResult, recordRow} from './result.ts';
import {matchFields} from './zone.ts';
import {zoneMissing} from './zone_missing.ts';

/** The fields that `/zone` answers. */
const fieldsOf = (zone: Zone): Row => recordRow({record: zone.item, more: matchFields(zone)});

/** One item for each point, in the order of the points. */
export function answerZones(call: Call, {dataset}: ZonesRoute, engine: Engine): PlainResult {
  const within = call.values['municipality'] as MunicipalitySlug | undefined;
  const language = call.lang === 'fr' ? 'fr' : 'en';
  const find = (point: string): Row => {
    const [lat, lng] = point.split(',').map(Number) as [number, number];
    const zone = engine.zone({dataset, lat, lng, within});
    const reason = zone ? null : zoneMissing(lat, lng, within)[language];
    return {lat, lng, zone: zone && fieldsOf(zone), reason};
  };
  const data = (call.values['points'] as readonly string[]).map(find);
  const found = data.filter(({zone}) => zone !== null).length;
  return {
    data: data as Json[],
    meta: {total: data.length, found, ...commonMeta(call, engine.info)},
  };
}
