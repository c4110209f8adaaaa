/** What a tool takes, worked out of the route table: the arguments of its operations, and which value goes where. */

import {BASE_PATH} from '../api/routes/index.ts';
import type {Parameter, Parameters} from '../api/routes/types.ts';
import {type Operation, operations} from '../api/schema/operations.ts';
import {TOOLS} from './table.ts';
import type {Tool} from './types.ts';

/** Parameters that are no arguments: tools answer whole JSON, and go on by `offset` or `cursor`. */
const NO_ARGUMENTS: ReadonlySet<string> = new Set(['format', 'fields', 'page', 'per_page']);

/** Rows of a page unless told, fewer than REST gives: a model reads all of them. */
const LIMIT = '20';

/** One operation of a tool. */
export interface Variant {
  /** Value of `dataset` that chooses it; null where the tool has no other. */
  dataset: string | null;
  operation: Operation;
  /** Arguments that stand in the path. */
  identifiers: Operation['identifiers'];
  /** Arguments that stand in the query. */
  query: Parameters;
  /** Members of the argument `filters`; none where the tool has no such argument. */
  filters: Parameters;
}

export interface Taken {
  tool: Tool;
  variants: readonly Variant[];
  /** The argument `dataset`; none where the tool has one operation. */
  choice: Parameters;
}

/** How a profile is found by name, which then stands in the query. */
const BY_NAME: Partial<Parameter> = {
  required: true,
  help: 'name, or part of one; an exact name is tried first, then one that begins with it, then one that contains it',
};

function variantOf(dataset: string | null, operation: Operation): Variant {
  const query: Parameters = {};
  const filters: Parameters = {};
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    if (NO_ARGUMENTS.has(name)) continue;
    const isFilter = dataset !== null && Object.hasOwn(operation.route.parameters, name);
    (isFilter ? filters : query)[name] = name === 'limit' ? {...parameter, default: LIMIT} : parameter;
  }
  const {name} = query;
  if (operation.route.kind !== 'profile' || !name) {
    return {dataset, operation, identifiers: operation.identifiers, query, filters};
  }
  return {dataset, operation, identifiers: {}, query: {...query, name: {...name, ...BY_NAME}}, filters};
}

function choiceOf({path, preset}: Tool): Parameters {
  if (typeof path === 'string') return {};
  const values = Object.keys(path);
  const given: Partial<Parameter> = preset === undefined ? {required: true} : {default: preset};
  const help = 'which records; it decides what `filters` may hold';
  return {dataset: {type: 'set', values, help, example: preset ?? values[0]!, ...given}};
}

function take(tool: Tool, byPath: ReadonlyMap<string, Operation>): Taken {
  const named = typeof tool.path === 'string' ? [[null, tool.path] as const] : Object.entries(tool.path);
  const variants = named.map(([dataset, path]) => {
    const operation = byPath.get(BASE_PATH + path);
    if (!operation) throw new Error(`tool ${tool.name} calls ${path}, which the route table does not have`);
    return variantOf(dataset, operation);
  });
  return {tool, variants, choice: choiceOf(tool)};
}

/** Every tool with what it takes, in the order of the table. */
export function taken(): Taken[] {
  const byPath = new Map(operations().map((operation) => [operation.path, operation]));
  return TOOLS.map((tool) => take(tool, byPath));
}
