/** Answers the different values of a field. */
import type {Engine} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import type {Call} from '../request/call.ts';
import type {ValuesRoute} from '../routes/types.ts';
import {valueItems} from './facets.ts';
import {commonMeta} from './meta.ts';
import type {PlainResult} from './result.ts';

/** Throws 404 for an unknown dataset or field; the detail names those that there are. */
export function answerValues(call: Call, route: ValuesRoute, engine: Engine): PlainResult {
  const {dataset = '', field = ''} = call.path;
  const fields = Object.hasOwn(route.fields, dataset) ? route.fields[dataset]! : null;
  const column = fields && Object.hasOwn(fields, field) ? fields[field]! : null;
  if (column === null) {
    const names = Object.keys(fields ?? route.fields).join(', ');
    const detail = fields
      ? {en: `Fields of ${dataset}: ${names}.`, fr: `Champs de ${dataset}\u00a0: ${names}.`}
      : {en: `Datasets: ${names}.`, fr: `Jeux de données\u00a0: ${names}.`};
    throw new ApiError('record', {missing: route.missing}, detail);
  }
  const q = String(call.values['q'] ?? '');
  const limit = Number(call.values['limit']);
  const found = engine.values({dataset, column, text: q, limit});
  return {
    data: valueItems(dataset, column, found, call.lang),
    meta: {q, total: found.total, limit, ...commonMeta(call, engine.info)},
  };
}
