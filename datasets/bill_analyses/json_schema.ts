/** JSON Schema of the analyses, one per line, and of the model's answer. */
import type {Json} from '../types.ts';
import {ANALYSES, ANALYSIS_FIELDS, type Shape} from './fields.ts';

interface ObjectSchema {
  type: 'object';
  properties: Record<string, Shape & {description: string}>;
  required: readonly string[];
  additionalProperties: false;
}

function schemaOf(names: readonly string[]): ObjectSchema {
  const properties = names.map((name) => {
    const {column, shape} = ANALYSIS_FIELDS[name] as (typeof ANALYSIS_FIELDS)[string];
    return [name, {...shape, description: column.help}];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: names,
    additionalProperties: false,
  };
}

/** The model's answer. */
export const ANSWER_SCHEMA = schemaOf(
  Object.entries(ANALYSIS_FIELDS).flatMap(([name, {generated}]) => (generated ? [name] : [])),
);

/** One line of the file. */
export const LINE_SCHEMA = schemaOf(Object.keys(ANALYSIS_FIELDS));

/** The schema as it is published, with an example. */
export function publishedSchema(): Json {
  const examples = [
    Object.fromEntries(Object.entries(ANALYSIS_FIELDS).map(([name, {column}]) => [name, column.example])),
  ];
  const about = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Analysis of a bill',
    description: `One line of DATA_DIR/${ANALYSES}. Of several lines of a bill the last generated one counts.`,
  };
  return JSON.parse(JSON.stringify({...about, ...LINE_SCHEMA, examples})) as Json;
}

/**
 * Why a value does not conform to a schema of this file, beginning with its path; null if it does. Lengths
 * count code points, as in JSON Schema.
 */
export function fault(schema: ObjectSchema, value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object';
  const given = value as Record<string, unknown>;
  const lacks = schema.required.find((name) => !Object.hasOwn(given, name));
  if (lacks !== undefined) return `it lacks ${lacks}`;
  for (const [name, one] of Object.entries(given)) {
    const shape = schema.properties[name];
    if (!shape) return `it has ${name}, which is not known`;
    const wrong = shapeFault(shape, one);
    if (wrong !== null) return `${name}${wrong}`;
  }
  return null;
}

function shapeFault(shape: Shape, value: unknown): string | null {
  if (value === null) return Array.isArray(shape.type) ? null : ' is null';
  return shape.type === 'array' ? listFault(shape, value) : textFault(shape, value);
}

function textFault({minLength = 0, maxLength, pattern, enum: values}: Shape, value: unknown): string | null {
  if (typeof value !== 'string') return ' is no text';
  const length = [...value].length;
  if (length < minLength || value.trim() === '') return ' is blank';
  if (maxLength !== undefined && length > maxLength) return ` has more than ${maxLength} characters`;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return ' has not the form it must have';
  return values && !values.includes(value)
    ? ` holds ${JSON.stringify(value)}, which is none of the values`
    : null;
}

function listFault(shape: Shape, value: unknown): string | null {
  if (!Array.isArray(value)) return ' is no list';
  const {items, minItems = 0, maxItems, uniqueItems} = shape;
  if (value.length < minItems) return ` has less than ${minItems} items`;
  if (maxItems !== undefined && value.length > maxItems) return ` has more than ${maxItems} items`;
  if (uniqueItems && new Set(value).size < value.length) return ' names an item twice';
  for (const [at, one] of value.entries()) {
    const wrong = items ? shapeFault(items, one) : null;
    if (wrong !== null) return `[${at}]${wrong}`;
  }
  return null;
}
