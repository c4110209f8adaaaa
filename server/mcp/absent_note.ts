/**
 * How many records have no value, where an answer counts values: facets and lists of values leave those
 * records out.
 */
import {datasetOrEntity} from '../../datasets/index.ts';
import {BASE_PATH, LISTS} from '../api/routes/index.ts';
import type {ListRoute} from '../api/routes/types.ts';
import type {ToolRequest} from './arguments.ts';

interface Counted {
  /** Number of different values. */
  total: number;
  values: readonly {count: number}[];
}

/**
 * The records of `all` without a value; null where that is not known: a record of a list column counts once
 * for each of its values, and of many values only some are given.
 */
function absent(dataset: string, column: string, {total, values}: Counted, all: number): number | null {
  const isList = datasetOrEntity(dataset).columns[column]?.type === 'text[]';
  if (isList || values.length < total) return null;
  return all - values.reduce((sum, {count}) => sum + count, 0);
}

function ofFacets(
  body: {meta: {total: number; facets?: Record<string, Counted>}},
  request: ToolRequest,
): string[] {
  const {route} = request.variant.operation;
  const given = new URLSearchParams(request.target.split('?')[1]);
  if (route.kind !== 'list') return [];
  return Object.entries(body.meta.facets ?? {}).flatMap(([name, counted]) => {
    // A facet counts over the records that match all filters but its own.
    const count = given.has(name)
      ? null
      : absent(route.dataset, route.facets[name]!, counted, body.meta.total);
    return count !== null && count > 0 ? [`${name} ${count} of ${body.meta.total}`] : [];
  });
}

/** The list whose values a tool gave; null where the list leaves out some records by itself. */
function listOf(target: string): {route: ListRoute; field: string} | null {
  const [, dataset, field = ''] = target.slice(`${BASE_PATH}/`.length).split(/[/?]/);
  const route = LISTS.get(dataset ?? '');
  const filters = Object.values(route?.parameters ?? {});
  return route && filters.every((filter) => filter.default === undefined) ? {route, field} : null;
}

async function ofValues(
  body: {data: readonly {count: number}[]; meta: {total: number; q: string}},
  {target}: ToolRequest,
  read: (target: string) => Promise<string>,
): Promise<string[]> {
  const list = body.meta.q === '' ? listOf(target) : null;
  if (!list) return [];
  const {meta} = JSON.parse(await read(`${BASE_PATH}${list.route.path}?limit=1`)) as {meta: {total: number}};
  const counted = {total: body.meta.total, values: body.data};
  const count = absent(list.route.dataset, list.route.facets[list.field]!, counted, meta.total);
  return count !== null && count > 0 ? [`${list.field} ${count} of ${meta.total}`] : [];
}

/**
 * What has to be said of the records without a value; nothing where there are none or their number is not
 * known.
 */
export async function absentNotes(
  text: string,
  request: ToolRequest,
  read: (target: string) => Promise<string>,
): Promise<string[]> {
  const {kind} = request.variant.operation.route;
  if (kind !== 'values' && !/[?&]facets=/.test(request.target)) return [];
  const body = JSON.parse(text);
  const parts = kind === 'values' ? await ofValues(body, request, read) : ofFacets(body, request);
  return parts.length > 0
    ? [`Records without a value, which are not counted above: ${parts.join('; ')}.`]
    : [];
}
