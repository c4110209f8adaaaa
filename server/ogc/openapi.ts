/** The OpenAPI 3.0 document of the OGC API, from the table of its routes: part 1 asks for one. */
import type {Json} from '../../datasets/types.ts';
import {ERRORS} from '../api/error_table.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import type {Parameter, Parameters} from '../api/routes/types.ts';
import {parameterSchema} from '../api/schema/parameter_schema.ts';
import {VERSION} from '../version.ts';

/** A resource as it is documented. */
export interface Resource {
  path: string;
  id: string;
  summary: string;
  type: string;
  parameters: Parameters;
}

/** Names of identifiers in a path. */
const identifiersIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

function queryParameter(name: string, parameter: Parameter): Json {
  const {'x-added': _, ...schema} = parameterSchema(parameter);
  // Boxes are lists of numbers in the standard's own words.
  const box = {type: 'array', items: {type: 'number'}, minItems: 4, maxItems: 6};
  return {
    name,
    in: 'query',
    required: false,
    description: parameter.help,
    schema: name === 'bbox' ? box : schema,
    style: 'form',
    explode: false,
  };
}

/** An answer in one of the forms of the service. */
const answered = (description: string, type: string): Json => ({
  description,
  content: {[type]: {schema: {type: 'object'}}},
});

function operation({path, id, summary, type, parameters}: Resource): Json {
  const named = identifiersIn(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: 'id of the feature',
    schema: {type: 'string'},
  }));
  const hasQuery = Object.keys(parameters).length > 0;
  return {
    get: {
      operationId: id,
      summary,
      parameters: [
        ...named,
        ...Object.entries(parameters).map(([name, parameter]) => queryParameter(name, parameter)),
      ],
      responses: {
        200: answered(summary, type),
        ...(hasQuery
          ? {400: answered('A parameter is unknown or has no valid value.', MEDIA_TYPES.json)}
          : {}),
        ...(named.length > 0 ? {404: answered(ERRORS.path.message, MEDIA_TYPES.json)} : {}),
        429: answered(ERRORS.address_busy.message, MEDIA_TYPES.json),
      },
    },
  };
}

/** The document; `base` is the public address of the API. */
export const openapiOf = (resources: readonly Resource[], base: string): Json => ({
  openapi: '3.0.3',
  info: {
    title: 'Building permits and zoning as features',
    version: VERSION,
    description: 'OGC API Features, part 1, with GeoJSON.',
    contact: {name: 'The operator of this service'},
  },
  servers: [{url: base}],
  paths: Object.fromEntries(resources.map((one) => [one.path || '/', operation(one)])),
});
