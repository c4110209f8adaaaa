/** Derives the arguments of each tool from the route table, and where each value goes in the request. */
import {BASE_PATH} from '../api/routes/index.ts';
import type {Parameter, Parameters} from '../api/routes/types.ts';
import {type Operation, operations} from '../api/schema/operations.ts';
import {TOOLS} from './tools.ts';
import type {Tool} from './types.ts';

/** Parameters that tools do not offer: they return whole JSON, page by `offset` or `cursor`, and type nothing letter by letter. */
const NO_ARGUMENTS: ReadonlySet<string> = new Set(['format', 'fields', 'page', 'per_page', 'prefix']);

/** Shorter texts of parameters that most tools take: a model reads them once for each. */
const SHORT: Readonly<Record<string, string>> = {
  lang: 'bilingual values',
  limit: 'page size',
  cursor: 'last `next_cursor`',
  facets: 'filters to count values of',
  ids: 'record ids',
  group_by: 'one dimension or two',
  sum_field: 'what is summed',
  median: 'adds the median',
  sort_by: 'sort key',
};

/** Default page size, smaller than the API's, since a model reads every row. */
const LIMIT = '20';

/** One operation of a tool. */
export interface Variant {
  /** Value of `dataset` that selects it; null if the tool has a single operation. */
  dataset: string | null;
  operation: Operation;
  /** Arguments in the path. */
  identifiers: Operation['identifiers'];
  /** Arguments in the query. */
  query: Parameters;
  /** Members of `filters`; empty if the tool has no such argument. */
  filters: Parameters;
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

/** An argument for the whole id, in place of those of its parts. */
function wholeIdentifier({identifiers}: Operation, name: string): Operation['identifiers'] {
  const example = Object.values(identifiers)
    .map((one) => one.example)
    .join('/');
  return {[name]: {help: 'as search results and items have it; of bills session/number', example}};
}

function variantOf(dataset: string | null, operation: Operation, {identifier}: Tool): Variant {
  const query: Parameters = {};
  const filters: Parameters = {};
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    if (NO_ARGUMENTS.has(name)) continue;
    const isFilter = dataset !== null && Object.hasOwn(operation.route.parameters, name);
    const help = (!isFilter && SHORT[name]) || parameter.help;
    (isFilter ? filters : query)[name] = {...parameter, help, ...(name === 'limit' ? {default: LIMIT} : {})};
  }
  const {name, ...others} = query;
  if (identifier !== undefined) {
    return {dataset, operation, identifiers: wholeIdentifier(operation, identifier), query: others, filters};
  }
  if (operation.route.kind !== 'profile' || !name) {
    return {dataset, operation, identifiers: operation.identifiers, query, filters};
  }
  return {dataset, operation, identifiers: {}, query: {...query, name: {...name, ...BY_NAME}}, filters};
}

function datasetArgumentOf({path, preset}: Tool): Parameters {
  if (typeof path === 'string') return {};
  const values = Object.keys(path);
  const given: Partial<Parameter> = preset === undefined ? {required: true} : {default: preset};
  const help = 'which records';
  return {dataset: {type: 'set', values, help, example: preset ?? values[0]!, ...given}};
}

function resolveTool(tool: Tool, byPath: ReadonlyMap<string, Operation>): ToolArguments {
  const named = typeof tool.path === 'string' ? [[null, tool.path] as const] : Object.entries(tool.path);
  const variants = named.map(([dataset, path]) => {
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
