/** `meta.unknown_ids`: the ids of a request that no record has, whatever the other filters say. */
import {datasetOrEntity, idColumn} from '../../../datasets/index.ts';
import type {Answer, Engine} from '../../../engine/types.ts';
import {allMaybe, mapMaybe} from '../map_maybe.ts';
import type {Call} from '../request/call.ts';
import type {ListRoute} from '../routes/types.ts';

/** How many of some ids records have. */
function countOf(ids: readonly string[], {dataset}: ListRoute, engine: Engine): Answer<number> {
  const declaration = datasetOrEntity(dataset);
  const page = engine.list({
    dataset,
    where: [{op: 'in', columns: [idColumn(declaration)], value: ids}],
    sort: declaration.sort.default,
    order: 'desc',
    limit: 1,
    offset: 0,
  });
  return mapMaybe(page, ({total}) => total);
}

/** In the order of their text; null where the request names no ids. */
export function unknownIds({values}: Call, route: ListRoute, engine: Engine): Answer<string[] | null> {
  const ids = values['ids'] as readonly string[] | undefined;
  if (!ids) return null;
  return mapMaybe(countOf(ids, route, engine), (known): Answer<string[]> => {
    if (known === ids.length) return [];
    // Items of some lists do not show their id, so that each is looked up.
    const counts = allMaybe(ids.map((id) => countOf([id], route, engine)));
    return mapMaybe(counts, (each) => ids.filter((_, i) => each[i] === 0));
  });
}
