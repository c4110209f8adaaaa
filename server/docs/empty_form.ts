/** The OpenAPI document for a try-it form: its query parameters start empty. */
import type {Json} from '../../datasets/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {membersOf} from './components.ts';

const shown = (value: Json): string => `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;

/**
 * Swagger UI fills in every example and default and sends them all, including `cursor` beside `offset`, which
 * is a 400. So both move to the description.
 */
function emptyParameter(one: Json): Schema {
  const parameter = membersOf(one);
  if (parameter['in'] !== 'query') return parameter;
  const {example, schema, description, ...rest} = parameter;
  const {default: preset, ...bare} = membersOf(schema);
  const help = [
    String(description),
    ...(preset === undefined ? [] : [`default ${shown(preset)}`]),
    ...(example === undefined ? [] : [`e.g. ${shown(example)}`]),
  ];
  return {...rest, description: help.join('; '), schema: bare};
}

const mapMembers = (schema: Json | undefined, map: (value: Json) => Json): Schema =>
  Object.fromEntries(Object.entries(membersOf(schema)).map(([name, value]) => [name, map(value)]));

/**
 * A copy of the document whose query parameters have neither `example` nor `default`; path parameters keep
 * theirs.
 */
export function emptyForm(document: Schema): Schema {
  const paths = mapMembers(document['paths'], (item) => {
    const {parameters, ...get} = membersOf(membersOf(item)['get']);
    return {get: {...get, parameters: Array.isArray(parameters) ? parameters.map(emptyParameter) : []}};
  });
  const components = membersOf(document['components']);
  const parameters = mapMembers(components['parameters'], emptyParameter);
  return {...document, paths, components: {...components, parameters}};
}
