/** Lists whose records have a point: their rows get it, which lists of the API give as GeoJSON alone. */
import {datasetOrEntity} from '../../datasets/index.ts';
import type {Columns} from '../../datasets/types.ts';
import {pointOf} from '../api/routes/answers.ts';
import type {Route} from '../api/routes/types.ts';

/** The two columns of the point that rows of a list have besides; none of other operations. */
export function pointColumns(route: Route): Columns {
  const point = route.kind === 'list' ? pointOf(route.dataset) : null;
  if (!point || route.kind !== 'list') return {};
  const {columns} = datasetOrEntity(route.dataset);
  return {lat: columns[point.lat]!, lng: columns[point.lng]!};
}

interface Features {
  features: {geometry: {coordinates: [number, number]} | null; properties: object}[];
  meta: object;
}

/** The body of a list, from the same list as GeoJSON. */
export function placedRows(text: string): string {
  const {features, meta} = JSON.parse(text) as Features;
  const data = features.map(({geometry, properties}) => {
    const [lng, lat] = geometry?.coordinates ?? [null, null];
    return {...properties, lat, lng};
  });
  return JSON.stringify({data, meta});
}
