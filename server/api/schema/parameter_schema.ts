/** Parameters as JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
import type {Json} from '../../../datasets/types.ts';
import type {Parameter} from '../routes/types.ts';
import type {Schema} from './column_schema.ts';

const TYPES: Record<Parameter['type'], Schema> = {
  integer: {type: 'integer'},
  number: {type: 'number'},
  boolean: {type: 'boolean'},
  date: {type: 'string', format: 'date'},
  time: {type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\dZ?)?$'},
  since: {type: 'string', pattern: '^([0-9a-f]{16}|\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\dZ?)?)$'},
  string: {type: 'string'},
  set: {type: 'string'},
  sets: {type: 'array', items: {type: 'string'}},
  fiscal_year: {type: 'string', pattern: '^\\d{4}-\\d\\d$'},
  names: {type: 'array', items: {type: 'string'}},
  points: {type: 'string'},
  cursor: {type: 'string'},
};

/** The JSON type of a parameter's value; items of arrays are texts. */
export const jsonTypeOf = ({type}: Parameter): string => String(TYPES[type]['type']);

/** Converts a text to the JSON type of the parameter. */
export function toJsonValue(text: string, {type}: Parameter): Json {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'names' || type === 'sets' ? text.split(',') : text;
}

/** Schema of a parameter's value, without its help. */
export function parameterSchema(parameter: Parameter): Schema {
  const {type, values, further, most, lowest, highest, longest, between} = parameter;
  const schema: Schema = {...TYPES[type]};
  if ((type === 'names' || type === 'sets') && values)
    schema['items'] = {type: 'string', enum: [...values, ...(further ?? [])]};
  if (most !== undefined && schema['type'] === 'array') schema['maxItems'] = most;
  if (further) schema['x-added'] = [...further];
  if (type === 'set') schema['enum'] = [...(values ?? []), ...(further ?? [])];
  if (type === 'string') schema['maxLength'] = longest ?? 200;
  if (lowest !== undefined) schema['minimum'] = lowest;
  if (highest !== undefined) schema['maximum'] = highest;
  if (between) [schema['minimum'], schema['maximum']] = between;
  if (parameter.default !== undefined) schema['default'] = toJsonValue(parameter.default, parameter);
  return schema;
}
