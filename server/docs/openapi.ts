/** The OpenAPI 3.1 document of all operations. */
import {KEY_HEADER} from '../api/auth.ts';
import {ERRORS, type ErrorName, message, STATUS} from '../api/errors.ts';
import {HEALTH, SYNTHETIC} from '../api/operations/health.ts';
import {furtherColumns} from '../api/operations/meta.ts';
import {MEDIA_TYPES} from '../api/request/negotiate.ts';
import type {Parameter} from '../api/routes/types.ts';
import {objectSchema, type Schema} from '../api/schema/column_schema.ts';
import {exampleOf, KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {parameterSchema, typed} from '../api/schema/parameter_schema.ts';
import {VERSION} from '../version.ts';
import {HEADERS} from './headers.ts';
import {faultsOf, rulesOf} from './parameter_errors.ts';

function parameterOf(name: string, parameter: Parameter): Schema {
  const on = (parameter.columns ?? []).join(', ');
  const matches = parameter.op ? ` (${parameter.op}${on === '' ? '' : ` on ${on}`})` : '';
  return {
    name,
    in: 'query',
    required: parameter.required === true,
    description: parameter.help + matches,
    schema: parameterSchema(parameter),
    example: typed(parameter.example, parameter),
    ...(parameter.type === 'names' || parameter.type === 'sets' ? {style: 'form', explode: false} : {}),
  };
}

const reference = (kind: string, name: string): Schema => ({$ref: `#/components/${kind}/${name}`});

/** Headers of an answer: those of the given groups. */
const headersOn = (...groups: string[]): Schema =>
  Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([, {on}]) => groups.includes(on))
      .map(([name]) => [name, reference('headers', name)]),
  );

const named = (...names: string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

/** An error answer with every message it can carry. */
function errorAnswer(code: string, messages: readonly string[], headers: Schema): Schema {
  const examples = messages.map((text, i) => [`message_${i + 1}`, {value: {error: {code, message: text}}}]);
  return {
    description: messages.join(' / '),
    headers,
    content: {
      'application/json': {schema: reference('schemas', 'error'), examples: Object.fromEntries(examples)},
    },
  };
}

const fixed = (name: ErrorName, headers: Schema): Schema =>
  errorAnswer(ERRORS[name].code, [message(name)], headers);

const metaSchema = {
  type: 'object',
  required: ['total', 'limit', 'offset', 'next_cursor'],
  properties: {
    total: {type: 'integer', description: 'matching records or groups, exact', examples: [18432]},
    limit: {type: 'integer', description: 'rows of a page as used', examples: [50]},
    offset: {type: 'integer', description: 'rows before this page', examples: [0]},
    next_cursor: {
      type: ['string', 'null'],
      description: 'for the next page; null on the last',
      examples: [null],
    },
  },
} satisfies Schema;

/** The shared schema, or where `meta` says more one that holds all. */
function metaOf({route}: Operation): Schema {
  const further = 'further' in route ? (route.further ?? []) : [];
  if (further.length === 0) return reference('schemas', 'meta');
  const {required, properties} = objectSchema(furtherColumns(further)) as typeof metaSchema;
  return {
    type: 'object',
    required: [...metaSchema.required, ...required],
    properties: {...metaSchema.properties, ...properties},
  };
}

const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {code: {type: 'string', enum: Object.keys(STATUS)}, message: {type: 'string'}},
    },
  },
};

/** Text formats hold one record of the example; a file is bytes, of which a schema says nothing. */
const exportContent = ({formats, example}: Operation): Schema =>
  Object.fromEntries(
    formats.map((format): [string, Schema] => {
      if (format === 'parquet') return [MEDIA_TYPES[format], {}];
      const text: Schema = {schema: {type: 'string'}};
      if (format === 'ndjson') text['example'] = `${JSON.stringify(example)}\n`;
      return [MEDIA_TYPES[format], text];
    }),
  );

function content(operation: Operation): Schema {
  const {id, route, paged, formats, example} = operation;
  if (route.kind === 'export') return exportContent(operation);
  const item = reference('schemas', id);
  const properties: Schema = paged
    ? {data: {type: 'array', items: item}, meta: metaOf(operation)}
    : {data: item, ...(route.kind === 'search' ? {meta: objectSchema(route.meta)} : {})};
  const json: Schema = {schema: {type: 'object', required: Object.keys(properties), properties}, example};
  const others = formats.filter((format) => format !== 'json');
  const texts = others.map((format) => [
    MEDIA_TYPES[format],
    {schema: {type: format === 'geojson' ? 'object' : 'string'}},
  ]);
  return {[MEDIA_TYPES.json]: json, ...Object.fromEntries(texts)};
}

const USED_UP: readonly ErrorName[] = ['minute_used_up', 'day_used_up', 'month_used_up', 'own_month_used_up'];

/** What no limit refuses, and takes no parameter. */
const usageResponses = (operation: Operation): Schema => ({
  '200': {
    description: 'The answer.',
    headers: {...headersOn('key'), ...named('X-Data-As-Of', 'X-Ignored-Parameters', 'Cache-Control')},
    content: content(operation),
  },
  '400': errorAnswer('BAD_REQUEST', [message('target')], {}),
  '401': errorAnswer('UNAUTHORIZED', [message('key_missing'), message('key_invalid')], {}),
  '405': fixed('method', named('Allow')),
  '500': fixed('internal', {}),
  '503': fixed('unavailable', named('Retry-After')),
});

function responses(operation: Operation): Schema {
  const {route, parameters, paged} = operation;
  const key = headersOn('key');
  const wait = named('Retry-After');
  const all = Object.entries(parameters).flatMap(([name, parameter]) => faultsOf(name, parameter));
  const faults = [...new Set([...all, ...rulesOf(route)])];
  const missing = 'missing' in route ? [route.missing] : [];
  if (route.kind === 'usage') return usageResponses(operation);
  const isExport = route.kind === 'export';
  const groups = isExport ? ['total', 'export'] : paged ? ['total', 'rows'] : [];
  const whole = isExport ? [message('whole_file')] : [];
  return {
    '200': {
      description: 'The answer.',
      headers: headersOn('key', 'data', ...groups),
      content: content(operation),
    },
    '304': {description: '`If-None-Match` names the answer.', headers: headersOn('key', 'data')},
    '400': errorAnswer('BAD_REQUEST', [...faults, ...whole, message('target')], key),
    '401': errorAnswer('UNAUTHORIZED', [message('key_missing'), message('key_invalid')], {}),
    ...(isExport ? {'403': fixed('tier', key)} : {}),
    '404': errorAnswer('NOT_FOUND', [...missing, message('path')], key),
    '405': fixed('method', named('Allow')),
    '429': errorAnswer(
      'RATE_LIMITED',
      USED_UP.map((name) => message(name)),
      {...key, ...wait},
    ),
    '500': fixed('internal', key),
    '503': fixed('unavailable', {...key, ...wait}),
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
      schema: {type: 'string', ...(values ? {enum: [...values]} : {})},
      example,
    }),
  );
  return {
    operationId: id,
    tags: [route.section],
    summary: route.summary,
    ...(route.help ? {description: route.help} : {}),
    parameters: [...path, ...Object.entries(parameters).map(([name, one]) => parameterOf(name, one))],
    responses: responses(operation),
  };
}

function keylessObject({path, type, summary}: (typeof KEYLESS)[number]): Schema {
  const health = path === '/health';
  const schema: Schema = health
    ? reference('schemas', 'health')
    : {type: type.endsWith('json') ? 'object' : 'string'};
  const answer: Schema = {[type]: {schema, ...(health ? {example: exampleOf(HEALTH)} : {})}};
  return {
    operationId: path.slice(1).replaceAll('.', '_'),
    tags: ['Service'],
    summary,
    security: [],
    responses: {
      '200': {description: 'The answer.', content: answer},
      ...(health ? {'503': {description: 'The data cannot be read; the same fields.', content: answer}} : {}),
    },
  };
}

const hasFields = ({columns}: Operation): boolean => Object.keys(columns).length > 0;

/** The whole document as a plain object. */
export function openapi(): Schema {
  const all = operations();
  const paths = [
    ...all.map((one) => [one.path, {get: operationObject(one)}] as const),
    ...KEYLESS.map((one) => [one.path, {get: keylessObject(one)}] as const),
  ];
  const health = objectSchema({...HEALTH, ...SYNTHETIC});
  const headers = Object.entries(HEADERS).map(([name, {help, example, type}]) => [
    name,
    {description: help, schema: {type}, example: type === 'integer' ? Number(example) : example},
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Federal public data',
      version: VERSION,
      description: `Canadian federal public data, read-only. Operations under /api/v1 take a key in ${KEY_HEADER}.`,
    },
    servers: [{url: '/'}],
    security: [{api_key: []}],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {api_key: {type: 'apiKey', in: 'header', name: KEY_HEADER}},
      headers: Object.fromEntries(headers),
      schemas: {
        ...Object.fromEntries(
          all
            .filter(hasFields)
            .map(({id, columns, optional}) => [id, objectSchema(columns, optional)] as const),
        ),
        meta: metaSchema,
        health: {...health, required: Object.keys(HEALTH)},
        error: errorSchema,
      },
    },
  };
}
