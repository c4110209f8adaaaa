/** JSON Schema of the analyses, one per line, and of the model's answer. */
import type {Json} from '../types.ts';
import {ANALYSES, ANALYSIS_FIELDS, type Shape} from './fields.ts';

export interface ObjectSchema {
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
