/** The arguments of a call: whether they have the JSON types of their schema, and the request that they mean. */

import {readPairs, readValues} from '../api/request/query.ts';
import type {Parameters} from '../api/routes/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {RpcError} from './errors.ts';
import type {Taken, Variant} from './takes.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON types as schemas name them. A number that JSON cannot hold, such as 1e400, is none. */
const IS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: isObject,
};

/** Throws where a value, or one inside it, has another type than its schema says. Values and bounds are the API's. */
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

/** Throws the JSON-RPC error of the first required argument that is missing, else of the first that has a wrong type. */
export function checkArguments(given: Arguments, schema: Schema): void {
  const required = (schema['required'] ?? []) as string[];
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new RpcError('missing', {name: missing});
  checkMembers(given, schema, '');
}

/** Decimals of a number that is so small that it would be written with an exponent. */
const DECIMALS = 20;

/** A number as the API takes it: its shortest digits, never with an exponent. */
function digits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(DECIMALS) : BigInt(value).toString();
}

/** A checked value as the text that a query has. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'number' ? digits(value) : String(value);
}

const pairs = (given: Arguments, parameters: Parameters): [string, string][] =>
  Object.keys(parameters).flatMap((name): [string, string][] =>
    Object.hasOwn(given, name) ? [[name, textOf(given[name])]] : [],
  );

/** The operation that is asked; throws the API's 400 for an unknown dataset. */
function variantOf({variants, choice}: Taken, given: Arguments): Variant {
  const {texts} = readPairs(pairs(given, choice), choice);
  const {dataset = null} = readValues(texts, choice);
  const found = variants.find((variant) => variant.dataset === dataset);
  if (!found) throw new Error(`a tool without the dataset ${dataset}`);
  return found;
}

/** Stands in the path where the query names what is meant; never the name of anything. */
const NO_NAME = ' ';

const inPath = (text: string): string => encodeURIComponent(text.toWellFormed());

export interface Asking {
  /** Path and query. */
  target: string;
  /** Names of arguments that the tool does not know. */
  ignored: string[];
}

/** Names that the operation has no use for; members of `filters` with it before them. */
function unknownNames(
  {identifiers, query, filters, dataset}: Variant,
  given: Arguments,
  inFilters: Arguments,
) {
  const own = dataset === null ? [] : ['dataset', 'filters'];
  const known = new Set([...Object.keys(identifiers), ...Object.keys(query), ...own]);
  const members = dataset === null ? [] : Object.keys(inFilters);
  return [
    ...Object.keys(given).filter((name) => !known.has(name)),
    ...members.filter((name) => !Object.hasOwn(filters, name)).map((name) => `filters.${name}`),
  ];
}

/** The request that checked arguments mean; throws the API's 400 for an unknown dataset. */
export function asking(taken: Taken, given: Arguments): Asking {
  const variant = variantOf(taken, given);
  const {operation, identifiers, query, filters} = variant;
  const inFilters = isObject(given['filters']) ? given['filters'] : {};
  const limit = Object.hasOwn(given, 'limit') ? undefined : query['limit']?.default;
  const search = new URLSearchParams([...pairs(inFilters, filters), ...pairs(given, query)]);
  if (limit !== undefined) search.set('limit', limit);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    inPath(Object.hasOwn(identifiers, name) ? String(given[name]) : NO_NAME),
  );
  return {target: `${path}?${search}`, ignored: unknownNames(variant, given, inFilters)};
}
