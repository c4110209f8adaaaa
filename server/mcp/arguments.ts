/**
 * Converts tool arguments to an API request: their names and types are checked, their bounds are left to the
 * API.
 */

import {nearestName} from '../api/request/misspelled.ts';
import {parsePairs, parseValues, tableOf} from '../api/request/query.ts';
import type {Parameter, Parameters} from '../api/routes/types.ts';
import {jsonTypeOf} from '../api/schema/parameter_schema.ts';
import {ArgumentError} from './argument_error.ts';
import {booleanOf, numberOf, plainText} from './plain_values.ts';
import {argumentsOf, type ToolArguments, type Variant} from './tool_arguments.ts';
import type {Tool} from './types.ts';

export type Arguments = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decimals of numbers so small that they would be written with an exponent. */
const DECIMALS = 20;

/** A number as the API accepts it: shortest digits, never an exponent. */
function digits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(DECIMALS) : BigInt(value).toString();
}

/**
 * The text of a value of a JSON type, or of what it means where a model wrote it in another type: `"5"` for
 * 5, `5` for `"5"`, `"yes"` for true. Throws for a value that means none; a number beyond the range of JSON,
 * such as 1e400, is none.
 */
function textOf(value: unknown, type: string, name: string): string {
  const isText = typeof value === 'string' || typeof value === 'boolean';
  if (type === 'string' && isText) return String(value);
  if (type === 'boolean') {
    const flag = isText || typeof value === 'number' ? booleanOf(String(value)) : undefined;
    if (flag !== undefined) return String(flag);
  } else {
    const number = typeof value === 'string' ? numberOf(value) : value;
    const isOne = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number);
    if (isOne) return digits(number as number);
  }
  throw new ArgumentError('type', {name, type});
}

/** A value as query text. Throws for a wrong type, and for what is outside a closed set. */
function queryText(given: unknown, name: string, parameter: Parameter): string {
  const type = jsonTypeOf(parameter);
  if (type !== 'array') return plainText(textOf(given, type, name), name, parameter);
  if (given === null || isObject(given)) throw new ArgumentError('type', {name, type});
  // A single item counts as an array of one. Each item may be a comma list.
  const texts = [given].flat().map((item, i) => textOf(item, 'string', `${name}[${i}]`));
  return plainText(texts.join(','), name, parameter);
}

const pairs = (given: Arguments, parameters: Parameters): [string, string][] =>
  Object.entries(parameters).flatMap(([name, parameter]): [string, string][] =>
    Object.hasOwn(given, name) ? [[name, queryText(given[name], name, parameter)]] : [],
  );

/** The requested operation, by the dataset where there are several. */
function variantOf({variants, datasetArgument}: ToolArguments, given: Arguments): Variant {
  const [first] = variants as [Variant];
  const choice = datasetArgument['dataset'];
  if (!choice) return first;
  const asked = Object.hasOwn(given, 'dataset') ? queryText(given['dataset'], 'dataset', choice).trim() : '';
  const dataset = asked === '' ? choice.default : asked;
  const match = variants.find((variant) => variant.dataset === dataset);
  if (match) return match;
  throw new ArgumentError('missing', {name: 'dataset', known: argumentsOf(first).join(', ')});
}

/** Filters beside the other arguments, wherever they were given; throws where one has two values. */
function flattened(given: Arguments): Arguments {
  if (!Object.hasOwn(given, 'filters')) return given;
  const {filters, ...others} = given;
  if (!isObject(filters)) throw new ArgumentError('type', {name: 'filters', type: 'object'});
  const twice = Object.keys(filters).find(
    (name) => Object.hasOwn(others, name) && JSON.stringify(filters[name]) !== JSON.stringify(others[name]),
  );
  if (twice !== undefined) throw new ArgumentError('twice', {name: twice});
  return {...filters, ...others};
}

/**
 * Throws the error of the first argument that the operation does not take, else of the first that is missing.
 */
function checkNames(variant: Variant, given: Arguments): void {
  const known = argumentsOf(variant);
  const listed = {known: known.join(', ')};
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new ArgumentError('unknown', {name: unknown, ...listed}, nearestName(unknown, known));
  }
  const required = Object.entries(variant.query).flatMap(([name, one]) => (one.required ? [name] : []));
  const missing = [...Object.keys(variant.identifiers), ...required].find(
    (name) => !Object.hasOwn(given, name),
  );
  if (missing !== undefined) throw new ArgumentError('missing', {name: missing, ...listed});
}

/** Path placeholder where the query identifies the record; matches no name. */
const NO_NAME = ' ';

const PLACEHOLDER = /\{(\w+)\}/g;

/** The texts of the placeholders of a path, by name; none where the query names the record. */
function segmentsOf({identifier}: Tool, {identifiers}: Variant, path: string, given: Arguments): Arguments {
  const texts = Object.fromEntries(pairs(given, identifiers));
  if (identifier === undefined) return texts;
  const names = [...path.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const id = texts[identifier]!;
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
  variant: Variant;
  /** Largest size of the answer, or null for all of it. */
  maxBytes: number | null;
  /** Members of `data` that are given whole. */
  include: readonly string[];
}

/** Size of an answer unless the caller asks for more. */
export const MAX_BYTES = 12_000;

/**
 * Converts arguments to a request; throws an `ArgumentError`, or the API's 400 for the arguments that the API
 * does not know.
 */
export function toRequest(tool: ToolArguments, asGiven: Arguments): ToolRequest {
  const variant = variantOf(tool, asGiven);
  const {dataset: _, ...others} = asGiven;
  const given = flattened(variant.dataset === null ? asGiven : others);
  checkNames(variant, given);
  const {operation, query, filters, answer} = variant;
  const asksLimit = Object.hasOwn(given, 'limit');
  const limit = asksLimit ? undefined : query['limit']?.default;
  const search = new URLSearchParams([...pairs(given, filters), ...pairs(given, query)]);
  if (limit !== undefined) search.set('limit', limit);
  for (const [name, value] of Object.entries(tool.tool.fixed ?? {})) search.set(name, value);
  const {leaves} = tool.tool;
  const shown = Object.keys(operation.route.columns).filter((name) => !leaves?.includes(name));
  if (leaves) search.set('fields', shown.join(','));
  const path = pathOf(operation.path, segmentsOf(tool.tool, variant, operation.path, given));
  const table = tableOf(answer);
  const wanted = parseValues(parsePairs(pairs(given, answer), table.parameters).texts, table);
  return {
    target: `${path}?${search}`,
    variant,
    maxBytes:
      Number(wanted['max_bytes'] ?? 0) || (asksLimit || operation.route.kind === 'zones' ? null : MAX_BYTES),
    include: (wanted['include'] ?? []) as readonly string[],
  };
}
