/** `meta.unknown_ids`: the ids of a request that no record has, whatever the other filters say. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Engine} from '../../../engine/types.ts';
import type {Call} from '../request/call.ts';
import type {ListRoute} from '../routes/types.ts';
import {firstRows} from './first_rows.ts';

/** How many of some ids records have. */
function countOf(ids: readonly string[], {dataset}: ListRoute, engine: Engine): number {
  const columns = [idColumn(datasetOrEntity(dataset))];
  return firstRows(engine, dataset, [{op: 'in', columns, value: ids}]).total;
}

/** In the order of their text; none where the request names no ids. */
export function unknownIds({values}: Call, route: ListRoute, engine: Engine): string[] {
  const ids = (values['ids'] ?? []) as readonly string[];
  if (ids.length === 0 || countOf(ids, route, engine) === ids.length) return [];
  // Items of some lists do not show their id, so that each is looked up.
  return ids.filter((id) => countOf([id], route, engine) === 0);
}
