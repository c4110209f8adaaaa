/** Compares a model's answer, and the lines of the file, with the published schema. */
import type {Shape} from '../../datasets/bill_analyses/fields.ts';
import type {ObjectSchema} from '../../datasets/bill_analyses/json_schema.ts';

/**
 * Why a value does not conform to a schema, beginning with its path; null if it does. Lengths
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
