/** What the reference shows of an operation: the texts of OpenAPI, with examples that the build has. */
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {BASE_PATH, LISTS} from '../../api/routes/index.ts';
import type {Route} from '../../api/routes/types.ts';
import {type BuildExamples, NO_EXAMPLES, ownerOf, STAGES} from '../../api/schema/build_examples.ts';
import {describeRoute, type Operation, operations} from '../../api/schema/operations.ts';
import {displayOf} from '../../labels/display_of.ts';
import {ask, recordAt} from '../ask.ts';
import {isUnfiltered, recordPath} from '../paths.ts';

/** Path of the reference below the language; an operation is below it by its id. */
export const REFERENCE = '/docs';

const ROUTE_OF: ReadonlyMap<string, Route> = new Map(operations().map(({id, route}) => [id, route]));

/** Ids of all operations, in the order of the route table. */
export const OPERATION_IDS: readonly string[] = [...ROUTE_OF.keys()];

/** Path of the page of an operation. */
export const operationPath = (id: string): string => `${REFERENCE}/${id}`;

/** Records among which the one that fills most fields is chosen. */
const CANDIDATES = '25';

const filled = (row: Row): number =>
  Object.values(row).filter((value) => value !== null && value !== '').length;

/** Records that search engines may not keep name private persons: their declared examples stand. */
const isShown = (dataset: string): boolean => !displayOf(dataset).private;

/** A record with the fields of its list and of its own answer; null where there is none to show. */
function exampleRecord(engine: Engine, dataset: string): Row | null {
  const route = LISTS.get(dataset);
  if (!route || !isUnfiltered(route) || !isShown(dataset)) return null;
  const {data} = ask(engine, route.path, [['limit', CANDIDATES]]);
  const best = data.reduce<Row | null>((one, row) => (one && filled(one) >= filled(row) ? one : row), null);
  if (best === null) return null;
  const path = recordPath(dataset, best);
  return {...best, ...(path === null ? null : recordAt(engine, path, []))};
}

function examplesOf(engine: Engine, route: Route): BuildExamples {
  const owner = ownerOf(route);
  const datasets = route.kind === 'lifecycle' ? STAGES : owner === null ? [] : [owner];
  const records = datasets.flatMap((dataset): [string, Row][] => {
    const record = exampleRecord(engine, dataset);
    return record ? [[dataset, record]] : [];
  });
  return records.length === 0 ? NO_EXAMPLES : {...NO_EXAMPLES, records: new Map(records)};
}

/** What the API answers to the example request. */
function answerOf(engine: Engine, {route, exampleTarget}: Operation): Json {
  const asked = new URL(exampleTarget, 'http://localhost').searchParams;
  return ask<Json>(engine, route.path, [...asked]) as unknown as Json;
}

/** An operation with examples of the build; its id is one of `OPERATION_IDS`. */
export function loadOperation(engine: Engine, id: string): Operation {
  const route = ROUTE_OF.get(id)!;
  const operation = describeRoute(route, examplesOf(engine, route));
  const isAnswered = (route.kind === 'list' || route.kind === 'stats') && isShown(route.dataset);
  return isAnswered ? {...operation, example: answerOf(engine, operation)} : operation;
}

/** The operations of each section, in the order of the route table. */
export const SECTIONS: ReadonlyMap<string, readonly {id: string; route: Route}[]> = Map.groupBy(
  [...ROUTE_OF].map(([id, route]) => ({id, route})),
  ({route}) => route.section,
);

/** The whole path of a route. */
export const pathOfRoute = ({path}: Route): string => BASE_PATH + path;
