/** Derives the arguments of each tool from the route table, and where each value goes in the request. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {BASE_PATH} from '../api/routes/index.ts';
import type {Parameter, Parameters, Route} from '../api/routes/types.ts';
import {type Operation, operations} from '../api/schema/operations.ts';
import {inToolWords} from './hints.ts';
import {TOOLS} from './tools.ts';
import type {Tool} from './types.ts';

/**
 * Parameters that tools do not offer: they return whole JSON, page by `offset` or `cursor`, and type nothing
 * letter by letter.
 */
const NO_ARGUMENTS: ReadonlySet<string> = new Set([
  'format',
  'fields',
  'excel',
  'page',
  'per_page',
  'prefix',
  // As long as a record.
  'provenance',
  // What links give.
  'scope',
  'search',
  'contribution',
  'riding',
]);

/** Shorter texts of parameters that most tools take: a model reads them once for each. */
const SHORT: Readonly<Record<string, string>> = {
  lang: 'bilingual values',
  limit: 'rows; those asked for are not cut to `max_bytes` by default',
  cursor: 'last `next_cursor`',
  facets: 'filters to count values of',
  ids: 'record ids',
  permit_number: 'whole permit numbers',
  group_by: 'one dimension or two',
  sum_field: 'what is summed',
  median: 'adds the median',
  sort_by: 'sort key',
};

/** Default page size, smaller than the API's, since a model reads every row. */
export const LIMIT = '20';

/** One operation of a tool. */
export interface Variant {
  /** Value of `dataset` that selects it; null if the tool has a single operation. */
  dataset: string | null;
  operation: Operation;
  /** Arguments in the path. */
  identifiers: Parameters;
  /** Arguments in the query. */
  query: Parameters;
  /** Members of `filters`; empty if the tool has no such argument. */
  filters: Parameters;
  /** Arguments of the tool itself: how much of an answer it gives. */
  answer: Parameters;
}

export interface ToolArguments {
  tool: Tool;
  variants: readonly Variant[];
  /** The argument `dataset`; empty if the tool has a single operation. */
  datasetArgument: Parameters;
}

/** Finds a profile by name, which moves from the path to the query. */
const BY_NAME: Partial<Parameter> = {
  required: true,
  help: 'name, or part of one',
};

/** Names of all arguments of an operation. */
export const argumentsOf = ({identifiers, query, filters, answer, dataset}: Variant): string[] => [
  ...(dataset === null ? [] : ['dataset']),
  ...Object.keys({...identifiers, ...filters, ...query, ...answer}),
  'filters',
];

/** A dataset is taken by its labels and other words, too, wherever it goes. */
const named = (name: string): Partial<Parameter> => (name === 'dataset' ? {columns: [name]} : {});

/** An argument for the whole id, in place of those of its parts. */
function wholeIdentifier({identifiers}: Operation, name: string): Parameters {
  const example = Object.values(identifiers)
    .map((one) => one.example)
    .join('/');
  const help = 'as search results and items have it; of bills session/number';
  return {[name]: {type: 'string', help, example}};
}

/** The segments of a path as arguments; those of all values as sets. */
function identifiersOf({identifiers, route}: Operation): Parameters {
  const sets: Record<string, readonly string[]> =
    route.kind === 'values' ? {field: [...new Set(Object.values(route.fields).flatMap(Object.keys))]} : {};
  return Object.fromEntries(
    Object.entries(identifiers).map(([name, {help, example, values = sets[name]}]): [string, Parameter] => [
      name,
      values ? {type: 'set', values, help, example, ...named(name)} : {type: 'string', help, example},
    ]),
  );
}

/** A text filter over a column with declared values as a set of them: no other text matches anything. */
function asSet(parameter: Parameter, route: Route): Parameter {
  const {type, op, columns} = parameter;
  if (type !== 'string' || op !== 'exact' || !('dataset' in route)) return parameter;
  const {values} = datasetOrEntity(route.dataset).columns[columns?.[0] ?? ''] ?? {};
  return values ? {...parameter, type: 'set', values} : parameter;
}

const MAX_BYTES_ARGUMENT: Parameter = {
  type: 'integer',
  help: 'largest size of the answer, 12,000 by default: rows are cut to it, and of records long members',
  lowest: 1000,
  highest: 1_000_000,
  example: '40000',
};

/** `max_bytes`, and where records have members of many rows `include`. */
function answerArguments({route}: Operation): Parameters {
  const sized = {max_bytes: MAX_BYTES_ARGUMENT};
  if (!['detail', 'profile', 'lifecycle'].includes(route.kind)) return route.kind === 'zone' ? {} : sized;
  const long = Object.entries(route.columns).filter(([, {type}]) => type === 'rows');
  if (long.length === 0) return sized;
  const values = long.map(([name]) => name);
  const help = 'members that are given whole, however long';
  return {...sized, include: {type: 'sets', values, help, example: values[0]!}};
}

function variantOf(dataset: string | null, operation: Operation, {identifier}: Tool): Variant {
  const {route} = operation;
  const query: Parameters = {};
  const filters: Parameters = {};
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    if (NO_ARGUMENTS.has(name)) continue;
    const isFilter = dataset !== null && Object.hasOwn(route.parameters, name);
    const help = inToolWords((!isFilter && SHORT[name]) || parameter.help);
    (isFilter ? filters : query)[name] = {
      ...asSet(parameter, route),
      help,
      ...(name === 'limit' && {default: LIMIT}),
      ...named(name),
    };
  }
  const shared = {dataset, operation, filters, answer: answerArguments(operation)};
  const {name, ...others} = query;
  if (identifier !== undefined) {
    return {...shared, identifiers: wholeIdentifier(operation, identifier), query: others};
  }
  if (route.kind !== 'profile' || !name) return {...shared, identifiers: identifiersOf(operation), query};
  return {...shared, identifiers: {}, query: {...query, name: {...name, ...BY_NAME}}};
}

function datasetArgumentOf({path, preset}: Tool): Parameters {
  if (typeof path === 'string') return {};
  const values = Object.keys(path);
  const given: Partial<Parameter> = preset === undefined ? {required: true} : {default: preset};
  const help = 'which records';
  const example = preset ?? values[0]!;
  return {dataset: {type: 'set', values, help, example, ...named('dataset'), ...given}};
}

function resolveTool(tool: Tool, byPath: ReadonlyMap<string, Operation>): ToolArguments {
  const paths = typeof tool.path === 'string' ? [[null, tool.path] as const] : Object.entries(tool.path);
  const variants = paths.map(([dataset, path]) => {
    const operation = byPath.get(BASE_PATH + path);
    if (!operation) throw new Error(`tool ${tool.name} calls ${path}, which the route table does not have`);
    return variantOf(dataset, operation, tool);
  });
  return {tool, variants, datasetArgument: datasetArgumentOf(tool)};
}

/** All tools with their arguments, in table order. */
export function toolArguments(): ToolArguments[] {
  const byPath = new Map(operations().map((operation) => [operation.path, operation]));
  return TOOLS.map((tool) => resolveTool(tool, byPath));
}
