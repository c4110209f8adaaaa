/** The OpenAPI 3.1 document of all operations. */
import {API_KEY_HEADER} from '../api/authenticate.ts';
import {HEALTH} from '../api/operations/health.ts';
import {READY} from '../api/operations/ready.ts';
import type {Parameter, Section} from '../api/routes/types.ts';
import {exampleOf, NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {objectSchema, type Schema} from '../api/schema/column_schema.ts';
import {KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {jsonTypeOf, parameterSchema, toJsonValue} from '../api/schema/parameter_schema.ts';
import {VERSION} from '../version.ts';
import {reference, shareComponents} from './components.ts';
import {HEADERS} from './headers.ts';
import {headersNamed, recordName, responsesOf, tableErrors} from './responses.ts';
import {SHARED_SCHEMAS} from './shared_schemas.ts';

/** Marks operations and parameters beyond the original service. */
const ADDED = {'x-added': true};

function parameterOf(name: string, parameter: Parameter): Schema {
  const on = (parameter.columns ?? []).join(', ');
  const matches = parameter.op ? ` (${parameter.op}${on === '' ? '' : ` on ${on}`})` : '';
  return {
    name,
    in: 'query',
    required: parameter.required === true,
    description: parameter.help + matches,
    schema: parameterSchema(parameter),
    ...(parameter.example !== '' && {example: toJsonValue(parameter.example, parameter)}),
    ...(jsonTypeOf(parameter) === 'array' && {style: 'form', explode: false}),
    ...(parameter.added && ADDED),
  };
}

function operationObject(operation: Operation): Schema {
  const {id, route, identifiers, parameters} = operation;
  const path = Object.entries(identifiers).map(
    ([name, {help, example, values}]): Schema => ({
      name,
      in: 'path',
      required: true,
      description: help,
      schema: {type: 'string', ...(values && {enum: [...values]})},
      example,
    }),
  );
  return {
    operationId: id,
    tags: [route.section],
    summary: route.summary,
    description: route.help ?? `${route.summary}.`,
    ...(route.added && ADDED),
    parameters: [...path, ...Object.entries(parameters).map(([name, one]) => parameterOf(name, one))],
    responses: responsesOf(operation),
  };
}

/** Tag of the operations that need no key. */
const SERVICE_TAG = 'Service' as const;

const TAGS: Record<Section | typeof SERVICE_TAG, string> = {
  Procurement: 'Federal contracts, awards, tenders, vendors and departments.',
  'Grants and research': 'Grants and contributions, research grants, infrastructure projects.',
  Lobbying: 'Registrations, communications, lobbyists and clients.',
  Parliament: 'Bills, politicians and committees.',
  'Building permits and zoning': 'Permits of municipalities, and the zone of a point.',
  Search: 'All datasets at once.',
  Account: 'The account of the key.',
  Export: 'Whole datasets.',
  [SERVICE_TAG]: 'Without a key.',
};

/** Answers about the state of the service, by path. */
const STATES: Record<string, {schema: Schema; example: Schema; unready: string}> = {
  '/health': {
    schema: reference('schemas', 'health'),
    example: exampleOf(HEALTH),
    unready: 'The data cannot be read; the same fields.',
  },
  '/readyz': {
    schema: objectSchema(READY),
    example: exampleOf(READY),
    unready: 'No requests should be sent here now; `status` says why.',
  },
};

function keylessObject({path, type, summary}: (typeof KEYLESS)[number]): Schema {
  const state = STATES[path];
  const schema: Schema = state?.schema ?? {type: type.endsWith('json') ? 'object' : 'string'};
  const answer: Schema = {[type]: {schema, ...(state && {example: state.example})}};
  return {
    operationId: path.slice(1).replaceAll(/[./]/g, '_'),
    tags: [SERVICE_TAG],
    summary,
    description: `${summary}.`,
    security: [],
    responses: {
      '200': {description: 'The answer.', content: answer},
      '405': tableErrors(headersNamed('Allow'), 'method'),
      ...(state && {'503': {description: state.unready, content: answer}}),
    },
  };
}

const headerComponents = (): Schema =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, {help, example, type}]) => [
      name,
      {description: help, schema: {type}, example: type === 'integer' ? Number(example) : example},
    ]),
  );

/** The document with every parameter, response and field written out where it is used. */
export function expandedOpenapi(examples = NO_EXAMPLES): Schema {
  const all = operations(examples);
  const paths = [
    ...all.map((one) => [one.path, {get: operationObject(one)}] as const),
    ...KEYLESS.map((one) => [one.path, {get: keylessObject(one)}] as const),
  ];
  const records = all
    .filter(({route}) => Object.keys(route.columns).length > 0)
    .map((one) => [recordName(one), objectSchema(one.route.columns, one.optional)] as const);
  return {
    openapi: '3.1.0',
    'x-generated': 'by `make docs` from the tables of routes, datasets and errors; do not edit',
    info: {
      title: 'Federal public data',
      version: VERSION,
      description: `Canadian federal public data, read-only. Operations under /api/v1 take a key in ${API_KEY_HEADER}.`,
      contact: {name: 'The operator of this service'},
      license: {name: 'Apache 2.0', identifier: 'Apache-2.0'},
    },
    servers: [{url: '/'}],
    security: [{api_key: []}],
    tags: [...new Set<keyof typeof TAGS>(all.map(({route}) => route.section)), SERVICE_TAG].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {api_key: {type: 'apiKey', in: 'header', name: API_KEY_HEADER}},
      headers: headerComponents(),
      schemas: {
        ...Object.fromEntries(records),
        ...SHARED_SCHEMAS,
      },
    },
  };
}

/**
 * The document as it is served, with the examples of a build, and committed, with the declared ones: what
 * several operations share is written once, in `components`.
 */
export const openapi = (examples = NO_EXAMPLES): Schema => shareComponents(expandedOpenapi(examples));
