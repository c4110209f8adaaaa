/** The responses of an operation in the OpenAPI document: its content, headers and error messages. */
import type {Columns} from '../../datasets/types.ts';
import type {ErrorCode} from '../api/error_row.ts';
import {ERRORS, type ErrorName} from '../api/error_table.ts';
import {errorMessage} from '../api/errors.ts';
import {MOST_CHANGES} from '../api/operations/export/export_changes.ts';
import {PROBLEM_TYPE} from '../api/response.ts';
import {namesNearly} from '../api/routes/answers.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {objectSchema, type Schema} from '../api/schema/column_schema.ts';
import {hasItems, type Operation} from '../api/schema/operations.ts';
import {reference} from './components.ts';
import {HEADERS} from './headers.ts';
import {parameterMessages, sharedRuleMessages} from './parameter_errors.ts';
import {metaWith} from './shared_schemas.ts';

/** The headers of the given groups. */
const headersOn = (...groups: string[]): Schema =>
  headersNamed(...Object.keys(HEADERS).filter((name) => groups.includes(HEADERS[name]!.on)));

export const headersNamed = (...names: string[]): Schema =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));

interface ErrorText {
  code: ErrorCode;
  message: string;
}

/** An error response with every message it can carry, in English. */
function errorResponse(errors: readonly ErrorText[], own: Schema): Schema {
  const examples = errors.map((error, i) => [`message_${i + 1}`, {value: {error}}]);
  return {
    description: errors.map(({message}) => message).join(' / '),
    headers: {
      ...own,
      ...headersNamed('Content-Language', 'X-Error-Reason', 'X-Error-Param', 'X-Request-Id'),
    },
    content: {
      'application/json': {schema: reference('schemas', 'error'), examples: Object.fromEntries(examples)},
      [PROBLEM_TYPE]: {schema: reference('schemas', 'problem')},
    },
  };
}

/** An error response with the messages of rows of the error table. */
export const tableErrors = (headers: Schema, ...names: readonly ErrorName[]): Schema =>
  errorResponse(
    names.map((name) => ({code: ERRORS[name].code, message: errorMessage(name)})),
    headers,
  );

/** The shared `meta`, or one of the operation's own where it has further members. */
function metaOf({route}: Operation): Schema {
  const extra_meta = 'extra_meta' in route ? (route.extra_meta ?? []) : [];
  if (extra_meta.length === 0) return reference('schemas', 'meta');
  return metaWith(extra_meta);
}

/** The search alone may be empty for its words. */
function ownMeta({kind, meta}: {kind: string; meta: Columns}): Schema {
  const schema = objectSchema(meta);
  return kind === 'search'
    ? {...schema, properties: {...(schema['properties'] as Schema), hints: reference('schemas', 'hints')}}
    : schema;
}

/** Name of the schema of the records of an operation: changes have one, whatever they are of. */
export const recordName = ({id, route}: Operation): string => (route.kind === 'changes' ? 'change' : id);

/** Text formats show one example record; Parquet is opaque bytes and gets no schema. */
const exportContent = ({route: {formats}, example}: Operation): Schema =>
  Object.fromEntries(
    formats.map((format): [string, Schema] => {
      if (format === 'parquet') return [MEDIA_TYPES[format], {}];
      const text: Schema = {schema: {type: 'string'}};
      if (format === 'ndjson') text['example'] = `${JSON.stringify(example)}\n`;
      return [MEDIA_TYPES[format], text];
    }),
  );

function content(operation: Operation): Schema {
  const {route, example} = operation;
  if (route.kind === 'export') return exportContent(operation);
  const item = reference('schemas', recordName(operation));
  const properties: Schema =
    'limit' in route
      ? {data: {type: 'array', items: item}, meta: metaOf(operation)}
      : {
          data: hasItems(route) ? {type: 'array', items: item} : item,
          ...('meta' in route && {meta: ownMeta(route)}),
          ...(namesNearly(route) && {meta: reference('schemas', 'profile_meta')}),
        };
  // A profile says how it was found only where it was not by its own name.
  const required = Object.keys(properties).filter((name) => name === 'data' || !namesNearly(route));
  const whole: Schema = {type: 'object', required, properties};
  const json: Schema = {
    schema: route.kind === 'changes' ? reference('schemas', 'changes') : whole,
    example,
  };
  const others = route.formats.filter((format) => format !== 'json');
  const texts = others.map((format) => [
    MEDIA_TYPES[format],
    {schema: {type: format === 'geojson' ? 'object' : 'string'}},
  ]);
  return {[MEDIA_TYPES.json]: json, ...Object.fromEntries(texts)};
}

const unauthorized = (): Schema =>
  tableErrors(headersNamed('WWW-Authenticate'), 'key_missing', 'key_invalid');

/** `/usage` is never rate limited and takes no parameters. */
const usageResponses = (operation: Operation): Schema => ({
  '200': {
    description: 'The answer.',
    headers: {
      ...headersOn('all', 'key'),
      ...headersNamed('X-Data-As-Of', 'X-Ignored-Parameters', 'Cache-Control'),
    },
    content: content(operation),
  },
  '400': tableErrors({}, 'target'),
  '401': unauthorized(),
  '405': tableErrors(headersNamed('Allow'), 'method'),
  '500': tableErrors({}, 'internal'),
  '503': tableErrors(headersNamed('Retry-After'), 'unavailable'),
});

/** Every message of a 400, in the order in which parameters are validated. */
function badRequestMessages({route, parameters}: Operation): string[] {
  const all = Object.entries(parameters).flatMap(([name, parameter]) => parameterMessages(name, parameter));
  const wholeFile =
    route.kind === 'export' && !route.ocds
      ? [
          errorMessage('whole_file'),
          errorMessage('since_alone'),
          errorMessage('changes', {most: MOST_CHANGES}),
        ]
      : [];
  const shared = [...sharedRuleMessages(route), errorMessage('misspelled')];
  return [...new Set([...all, ...shared]), ...wholeFile, errorMessage('target'), errorMessage('malformed')];
}

/** Responses to a request for a range of the Parquet file. */
const partialResponses = (rate: Schema): Schema => ({
  '206': {
    description: 'The range of the Parquet file that `Range` asks for.',
    headers: {
      ...headersOn('all', 'key', 'data', 'total', 'export', 'file'),
      ...headersNamed('Content-Range'),
    },
    content: {[MEDIA_TYPES.parquet]: {schema: {type: 'string', format: 'binary'}}},
  },
  '416': tableErrors({...rate, ...headersNamed('Content-Range')}, 'range'),
});

/** Responses by status. */
export function responsesOf(operation: Operation): Schema {
  const {route} = operation;
  if (route.kind === 'usage') return usageResponses(operation);
  const rate = headersOn('key');
  const retry = {...rate, ...headersNamed('Retry-After')};
  const detail = headersNamed('X-Error-Detail');
  const isExport = route.kind === 'export';
  const isDetailed = route.kind === 'zone' || route.kind === 'values' || route.kind === 'changes';
  const isRecord = route.kind === 'detail';
  const hasFile = isExport && !route.ocds;
  const groups = isExport
    ? ['total', 'export', ...(hasFile ? ['file'] : [])]
    : 'limit' in route
      ? ['total', 'rows', 'next']
      : [];
  const missing = [
    ...('missing' in route ? [route.missing.en] : []),
    ...(isRecord ? [errorMessage('removed', {missing: route.missing})] : []),
    errorMessage('path'),
  ];
  const textsOf = (code: ErrorCode, messages: readonly string[]) =>
    messages.map((message) => ({code, message}));
  return {
    '200': {
      description: 'The answer.',
      headers: headersOn('all', 'key', 'data', ...groups),
      content: content(operation),
    },
    ...(hasFile && partialResponses(rate)),
    '304': {
      description: 'The answer has not changed: its `ETag` is listed in `If-None-Match`.',
      headers: headersOn('all', 'key', 'data'),
    },
    '400': errorResponse(textsOf('BAD_REQUEST', badRequestMessages(operation)), rate),
    '401': unauthorized(),
    ...(isExport && {'403': tableErrors(rate, 'tier')}),
    '404': errorResponse(textsOf('NOT_FOUND', missing), {
      ...rate,
      ...(isDetailed && detail),
      ...(isRecord && headersNamed('X-Removed-At')),
    }),
    '405': tableErrors(headersNamed('Allow'), 'method'),
    '429': tableErrors(
      {...retry, ...detail},
      'minute_used_up',
      'day_used_up',
      'month_used_up',
      'own_month_used_up',
    ),
    '500': tableErrors(rate, 'internal'),
    '503': tableErrors(retry, 'unavailable', 'expensive'),
  };
}
