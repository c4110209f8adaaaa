/** Validates tool arguments against their schema, and converts them to an API request. */
import {parsePairs, parseValues} from '../api/request/query.ts';
import type {Parameters} from '../api/routes/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {RpcError} from './errors.ts';
import type {ToolArguments, Variant} from './tool_arguments.ts';
import type {Tool} from './types.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Type checks by JSON Schema name. Numbers beyond the range of JSON, such as 1e400, fail. */
const IS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: isObject,
};

const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/**
 * What a value means where a model wrote it in another type: `"5"` for 5, `5` for `"5"`, `"true"` for true, one item for an
 * array of it. Anything else stays as it is, for the check of types.
 */
function converted(value: unknown, schema: Schema): unknown {
  const type = String(schema['type']);
  if (type === 'array') {
    const items = Array.isArray(value) ? value : isObject(value) || value === null ? null : [value];
    return items ? items.map((item) => converted(item, schema['items'] as Schema)) : value;
  }
  if (type === 'object' && isObject(value) && schema['properties']) return convertedMembers(value, schema);
  if ((type === 'integer' || type === 'number') && typeof value === 'string' && NUMBER.test(value))
    return Number(value);
  if (type === 'boolean' && typeof value === 'string' && /^\s*(true|false)\s*$/i.test(value))
    return value.trim().toLowerCase() === 'true';
  if (type === 'string' && (typeof value === 'boolean' || Number.isFinite(value))) return textOf(value);
  return value;
}

const convertedMembers = (given: Arguments, {properties}: Schema): Arguments =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const schema = Object.hasOwn(properties as object, name)
        ? (properties as Record<string, Schema>)[name]
        : null;
      return [name, schema ? converted(value, schema) : value];
    }),
  );

/** Throws if a value, or one inside it, has the wrong type. Values and bounds are left to the API. */
function checkType(value: unknown, schema: Schema, name: string): void {
  const type = String(schema['type']);
  if (!IS[type]?.(value)) throw new RpcError('type', {name, type});
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) checkType(item, schema['items'] as Schema, `${name}[${i}]`);
  }
  if (isObject(value) && schema['properties']) checkMembers(value, schema, `${name}.`);
}

function checkMembers(given: Arguments, {properties}: Schema, before: string): void {
  for (const [name, schema] of Object.entries(properties as Record<string, Schema>)) {
    if (Object.hasOwn(given, name)) checkType(given[name], schema, before + name);
  }
}

/**
 * The arguments in the types of the schema. Throws the JSON-RPC error of the first missing required argument, else of the
 * first whose type is wrong and no conversion is meant.
 */
export function checkArguments(given: Arguments, schema: Schema): Arguments {
  const required = (schema['required'] ?? []) as string[];
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new RpcError('missing', {name: missing});
  const values = convertedMembers(given, schema);
  checkMembers(values, schema, '');
  return values;
}

/** Decimals of numbers so small that they would be written with an exponent. */
const DECIMALS = 20;

/** A number as the API accepts it: shortest digits, never an exponent. */
function digits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(DECIMALS) : BigInt(value).toString();
}

/** A validated value as query text. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'number' ? digits(value) : String(value);
}

const pairs = (given: Arguments, parameters: Parameters): [string, string][] =>
  Object.keys(parameters).flatMap((name): [string, string][] =>
    Object.hasOwn(given, name) ? [[name, textOf(given[name])]] : [],
  );

/** The requested operation; throws the API's 400 for an unknown dataset. */
function variantOf({variants, datasetArgument}: ToolArguments, given: Arguments): Variant {
  const {texts} = parsePairs(pairs(given, datasetArgument), datasetArgument);
  const {dataset = null} = parseValues(texts, datasetArgument);
  const match = variants.find((variant) => variant.dataset === dataset);
  if (!match) throw new Error(`a tool without the dataset ${dataset}`);
  return match;
}

/** Path placeholder where the query identifies the record; matches no name. */
const NO_NAME = ' ';

const PLACEHOLDER = /\{(\w+)\}/g;

/** The texts of the placeholders of a path, by name; none where the query names the record. */
function segmentsOf({identifier}: Tool, {identifiers}: Variant, path: string, given: Arguments): Arguments {
  if (identifier === undefined) return Object.keys(identifiers).length > 0 ? given : {};
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const id = String(given[identifier]);
  const parts = names.length > 1 ? id.split('/') : [id];
  // A wrong number of parts names no record.
  return parts.length === names.length ? Object.fromEntries(names.map((name, i) => [name, parts[i]])) : {};
}

const pathOf = (path: string, segments: Arguments): string =>
  path.replace(PLACEHOLDER, (_, name: string) =>
    inPath(Object.hasOwn(segments, name) ? String(segments[name]) : NO_NAME),
  );

const inPath = (text: string): string => encodeURIComponent(text.toWellFormed());

export interface ToolRequest {
  /** Path and query. */
  target: string;
}

/** Throws the JSON-RPC error of the first argument that the operation does not take; members of `filters` have that prefix. */
function refuseUnknown(
  {identifiers, query, filters, dataset}: Variant,
  given: Arguments,
  inFilters: Arguments,
): void {
  const own = dataset === null ? [] : ['dataset', ...(Object.keys(filters).length > 0 ? ['filters'] : [])];
  const known = [...Object.keys(identifiers), ...Object.keys(query), ...own];
  const members = dataset === null ? [] : Object.keys(inFilters);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RpcError('unknown', {name: unknown, known: known.join(', ')});
  const member = members.find((name) => !Object.hasOwn(filters, name));
  if (member === undefined) return;
  throw new RpcError('unknown', {name: `filters.${member}`, known: Object.keys(filters).join(', ')});
}

/** Converts validated arguments to a request; throws the API's 400 for an unknown dataset, and for unknown arguments. */
export function toRequest(tool: ToolArguments, given: Arguments): ToolRequest {
  const variant = variantOf(tool, given);
  const {operation, query, filters} = variant;
  const inFilters = isObject(given['filters']) ? given['filters'] : {};
  refuseUnknown(variant, given, inFilters);
  const limit = Object.hasOwn(given, 'limit') ? undefined : query['limit']?.default;
  const search = new URLSearchParams([...pairs(inFilters, filters), ...pairs(given, query)]);
  if (limit !== undefined) search.set('limit', limit);
  const path = pathOf(operation.path, segmentsOf(tool.tool, variant, operation.path, given));
  return {target: `${path}?${search}`};
}
