/** Columns as JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
import type {Column, Columns, ColumnType, Json} from '../../../datasets/types.ts';

export type Schema = {[keyword: string]: Json};

const TYPES: Record<ColumnType, Schema> = {
  text: {type: 'string'},
  integer: {type: 'integer'},
  money: {type: 'number'},
  number: {type: 'number'},
  boolean: {type: 'boolean'},
  date: {type: 'string', format: 'date'},
  timestamp: {type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d$'},
  'text[]': {type: 'array', items: {type: 'string'}},
  rows: {type: 'array'},
  object: {type: 'object'},
  geometry: {
    type: 'object',
    properties: {type: {type: 'string'}, coordinates: {type: 'array', items: {}}},
    required: ['type', 'coordinates'],
  },
  wkb: {type: 'string', contentEncoding: 'base16'},
};

function base({type, fields}: Column): Schema {
  if (!fields) return TYPES[type];
  return type === 'rows' ? {type: 'array', items: objectSchema(fields)} : objectSchema(fields);
}

function describeColumn({help, unit, bilingual}: Column): string {
  return [help, unit ? `(${unit})` : '', bilingual && !help.includes('bilingual') ? '(bilingual)' : '']
    .filter(Boolean)
    .join(' ');
}

/** Schema of one field, with help and example. */
function fieldSchema(column: Column): Schema {
  const schema = base(column);
  const all: Schema = {...schema, description: describeColumn(column), examples: [column.example]};
  if (column.nullable) all['type'] = [schema['type']!, 'null'];
  if (column.values) all['enum'] = [...column.values, ...(column.nullable ? [null] : [])];
  return all;
}

/** Schema of a record: every field is always present, except the optional ones. */
export function objectSchema(columns: Columns, optional: Columns = {}): Schema {
  return {
    type: 'object',
    required: Object.keys(columns).filter((name) => !columns[name]!.optional),
    properties: Object.fromEntries(
      Object.entries({...columns, ...optional}).map(([name, column]) => [name, fieldSchema(column)]),
    ),
  };
}

/** Schema of a record with the types of its fields alone. No field is required. */
export const typesOnly = (columns: Columns): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(columns).map(([name, {type, nullable}]) => {
      const json = TYPES[type]['type']!;
      return [name, {type: nullable ? [json, 'null'] : json}];
    }),
  ),
});
