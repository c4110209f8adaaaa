/** Reads the examples of a build: a record of each dataset, and where the second page of each list begins. */
import {datasetOrEntity, directionOf, idColumn} from '../../datasets/index.ts';
import type {Json} from '../../datasets/types.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Engine, Row} from '../../engine/types.ts';
import {answerCall} from '../api/answer.ts';
import {parseCall} from '../api/request/call.ts';
import {EXPORTS, ROUTES} from '../api/routes/index.ts';
import type {Route} from '../api/routes/types.ts';
import {type BuildExamples, ownerOf, withExample} from '../api/schema/build_examples.ts';
import {allocateBuffer} from '../http/buffers.ts';
import type {Turn} from './documents.ts';

/** Records among which the one that fills most fields is chosen. */
const CANDIDATES = 25;

const filled = (row: Row): number =>
  Object.values(row).filter((value: Json) => value !== null && value !== '').length;

/** A record with the fields of its list and of its detail; null where there is none. */
async function recordOf(dataset: string, engine: Engine): Promise<Row | null> {
  const declaration = datasetOrEntity(dataset);
  const sort = declaration.sort.default;
  const order = directionOf(declaration, sort);
  const {items} = await engine.list({dataset, where: [], sort, order, limit: CANDIDATES, offset: 0});
  const best = rowsOf(items).reduce<Row | null>(
    (one, row) => (one && filled(one) >= filled(row) ? one : row),
    null,
  );
  const id = best?.[idColumn(declaration)];
  const json = typeof id === 'string' ? await engine.detail(dataset, id) : null;
  return json ? {...best, ...(JSON.parse(json.toString()) as Row)} : best;
}

/** The cursor behind the first row of a route; null where it has no second one. */
async function cursorOf(route: Route, engine: Engine, examples: BuildExamples): Promise<string | null> {
  const required = Object.entries(route.parameters)
    .filter(([, one]) => one.required)
    .map(([name, one]): [string, string] => [name, withExample(route, name, one, examples).example]);
  const call = parseCall({route, path: {}}, [...required, ['limit', '1']], undefined, 'enterprise');
  const {next} = await answerCall(call, engine, allocateBuffer);
  return next ?? null;
}

/**
 * The examples of a build; of a dataset without records there are none. Other work has its turn after each.
 */
export async function readExamples(engine: Engine, turn: Turn = async () => {}): Promise<BuildExamples> {
  const records = new Map<string, Row>();
  const cursors = new Map<string, string>();
  const {log} = engine.info;
  const examples = {records, cursors, ...(log && {build: log.build.build_id})};
  const exported = EXPORTS.flatMap(({list}) => (list ? [list] : []));
  const owners = [...ROUTES, ...exported].map(ownerOf);
  for (const dataset of new Set(owners.filter((owner) => owner !== null))) {
    await turn();
    const record = await recordOf(dataset, engine);
    if (record) records.set(dataset, record);
  }
  for (const route of ROUTES) {
    if (route.kind !== 'list' && route.kind !== 'stats') continue;
    await turn();
    const cursor = await cursorOf(route, engine, examples);
    if (cursor !== null) cursors.set(route.path, cursor);
  }
  return examples;
}
