/** The OpenAPI document for a try-it form: its query parameters start empty. */
import type {Json} from '../../datasets/types.ts';
import type {Schema} from '../api/schema/column_schema.ts';

const partsOf = (value: Json | undefined): Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

const shown = (value: Json): string => `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;

/**
 * The form fills in every example and default and sends them all, `cursor` beside `offset` too, which is a 400.
 * So both are said in the description instead.
 */
function empty(parameter: Schema): Schema {
  if (parameter['in'] !== 'query') return parameter;
  const {example, schema, description, ...rest} = parameter;
  const {default: preset, ...bare} = partsOf(schema);
  const said = [
    String(description),
    ...(preset === undefined ? [] : [`default ${shown(preset)}`]),
    ...(example === undefined ? [] : [`e.g. ${shown(example)}`]),
  ];
  return {...rest, description: said.join('; '), schema: bare};
}

/** A copy of the document whose query parameters have neither `example` nor `default`; those of paths keep theirs. */
export function emptyForm(document: Schema): Schema {
  const paths = Object.entries(partsOf(document['paths'])).map(([path, methods]) => {
    const {parameters, ...get} = partsOf(partsOf(methods)['get']);
    const all = Array.isArray(parameters) ? parameters.map((one) => empty(partsOf(one))) : [];
    return [path, {get: {...get, parameters: all}}] as const;
  });
  return {...document, paths: Object.fromEntries(paths)};
}
