/** The responses of an operation in the OpenAPI document: its content, headers and error messages. */
import type {FoundBy} from '../../datasets/rules/bodies.ts';
import type {Columns} from '../../datasets/types.ts';
import {ERRORS, type ErrorCode, type ErrorName, REASONS, STATUS} from '../api/error_table.ts';
import {errorMessage} from '../api/errors.ts';
import {HEALTH, REPLICATION, SYNTHETIC} from '../api/operations/health.ts';
import {extraMetaColumns} from '../api/operations/meta.ts';
import {PROBLEM_TYPE} from '../api/response.ts';
import {CODE_NAMES, namesNearly} from '../api/routes/answers.ts';
import {column, integerColumn, NULLABLE, textColumn} from '../api/routes/columns.ts';
import {MEDIA_TYPES} from '../api/routes/formats.ts';
import {HINT} from '../api/routes/hints.ts';
import {PROFILE_META} from '../api/routes/meta.ts';
import {objectSchema, type Schema} from '../api/schema/column_schema.ts';
import {hasItems, type Operation} from '../api/schema/operations.ts';
import {reference} from './components.ts';
import {HEADERS} from './headers.ts';
import {parameterMessages, sharedRuleMessages} from './parameter_errors.ts';

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

/** Schemas of fields, by name. */
const schemasOf = (columns: Columns): Schema => objectSchema(columns)['properties'] as Schema;

/** A member that is there only where it is true. */
const trueSchema = (description: string): Schema => ({type: 'boolean', const: true, description});

/** Values of one facet. */
const FACET_SCHEMA: Schema = {
  type: 'object',
  required: ['total', 'values'],
  properties: {
    ...schemasOf({total: integerColumn('different values', 3)}),
    values: {
      type: 'array',
      items: {
        type: 'object',
        required: ['value', 'count'],
        properties: {
          value: {type: 'string', examples: ['Competitive']},
          count: {type: 'integer', examples: [12]},
          ...schemasOf({
            label: textColumn('only of keys: the name that people read', 'Northline Surveying Inc.'),
            ...CODE_NAMES,
          }),
        },
      },
    },
  },
};

const HINTS_SCHEMA: Schema = {
  type: 'array',
  description: 'only where nothing matches: what each filter has to do with it; absent without filters',
  items: {...objectSchema(HINT), required: ['filter', 'value', 'reason']},
};

const MATCHED_SCHEMA: Schema = {
  type: 'array',
  description:
    'only where a filter by department or institution matched several public bodies: at most 20 of them, those found by acronym first, then by name, then by another name',
  items: {
    type: 'object',
    required: ['key', 'name', 'matched_by'],
    properties: {
      key: {type: 'string', examples: ['rcmp-grc']},
      name: {type: 'string', examples: ['Royal Canadian Mounted Police | Gendarmerie royale du Canada']},
      matched_by: {type: 'string', enum: ['acronym', 'name', 'other name'] satisfies FoundBy[]},
      ...Object.fromEntries(
        ['department', 'institution'].map((name) => [
          `${name}_key`,
          {type: 'string', description: `of a filter \`${name}\`: the filter that selects this body alone`},
        ]),
      ),
    },
  },
};

const META_SCHEMA = {
  type: 'object',
  required: ['total', 'limit', 'offset', 'next_cursor'],
  properties: {
    ...schemasOf({
      total: integerColumn('matching records or groups, exact', 18432),
      limit: integerColumn('page size in effect', 50),
      offset: integerColumn('rows before this page', 0),
      next_cursor: textColumn('cursor of the next page; null on the last page', null, NULLABLE),
      sum_value: column(
        'number',
        'only for statistics: exact sum over all matching records, each once; null where nothing is summed or no record has a value',
        48250.75,
        NULLABLE,
      ),
      value_count: integerColumn(
        'only for statistics: matching records with a value of the summed field; null where nothing is summed',
        1,
        NULLABLE,
      ),
    }),
    overlapping: trueSchema(
      'only for statistics in which a record may count in several groups, which then add up to more than the records; absent in all others',
    ),
    ...schemasOf({
      then_total: integerColumn('only for statistics by two dimensions: groups of the second one', 7),
    }),
    facets: {
      type: 'object',
      description:
        'only where asked for: by facet the number of different values and the most frequent ones, at most 20, with the records that have each',
      additionalProperties: FACET_SCHEMA,
    },
    ...schemasOf({
      unknown_ids: column(
        'text[]',
        'only with `ids`: those that no record has, whatever the other filters; absent when there are none',
        ['c_0000000000000000'],
      ),
    }),
    hints: reference('schemas', 'hints'),
    matched: reference('schemas', 'matched'),
    synthetic: trueSchema(
      'only while the data is synthetic: generated for demonstration, published by no government',
    ),
    ...schemasOf({
      ignored_parameters: column(
        'text[]',
        'names of unknown parameters, as given; absent when there are none',
        ['colour'],
      ),
    }),
  },
} satisfies Schema;

/** An error for clients that ask for problems (RFC 9457). */
const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'reason'],
  properties: {
    type: {type: 'string', format: 'uri', description: 'where the reason is explained'},
    title: {type: 'string', examples: ['Bad Request']},
    status: {type: 'integer', examples: [400]},
    detail: {type: 'string', description: 'the message, and what `X-Error-Detail` adds'},
    code: {type: 'string', enum: Object.keys(STATUS)},
    reason: {type: 'string', enum: REASONS},
    ...schemasOf({
      parameters: column('text[]', 'names of the parameters at fault; absent where there are none', [
        'limit',
      ]),
    }),
  },
};

/** Schemas that the answers of several operations share, by name. */
export const SHARED_SCHEMAS: Schema = {
  meta: META_SCHEMA,
  matched: MATCHED_SCHEMA,
  hints: HINTS_SCHEMA,
  profile_meta: {...objectSchema(PROFILE_META), required: ['matched_by']},
  health: {...objectSchema({...HEALTH, ...REPLICATION, ...SYNTHETIC}), required: Object.keys(HEALTH)},
  error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {code: {type: 'string', enum: Object.keys(STATUS)}, message: {type: 'string'}},
      },
    },
  },
  problem: PROBLEM_SCHEMA,
};

/** The shared `meta`, or one of the operation's own where it has further members. */
function metaOf({route}: Operation): Schema {
  const extra_meta = 'extra_meta' in route ? (route.extra_meta ?? []) : [];
  if (extra_meta.length === 0) return reference('schemas', 'meta');
  const {required, properties} = objectSchema(extraMetaColumns(extra_meta)) as typeof META_SCHEMA;
  return {
    type: 'object',
    required: [...META_SCHEMA.required, ...required],
    properties: {...META_SCHEMA.properties, ...properties},
  };
}

/** The search alone may be empty for its words. */
function ownMeta({kind, meta}: {kind: string; meta: Columns}): Schema {
  const schema = objectSchema(meta);
  return kind === 'search'
    ? {...schema, properties: {...(schema['properties'] as Schema), hints: reference('schemas', 'hints')}}
    : schema;
}

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
  const {id, route, example} = operation;
  if (route.kind === 'export') return exportContent(operation);
  const item = reference('schemas', id);
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
  const json: Schema = {schema: {type: 'object', required, properties}, example};
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
  const wholeFile = route.kind === 'export' && !route.ocds ? [errorMessage('whole_file')] : [];
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
  const isDetailed = route.kind === 'zone' || route.kind === 'values';
  const hasFile = isExport && !route.ocds;
  const groups = isExport
    ? ['total', 'export', ...(hasFile ? ['file'] : [])]
    : 'limit' in route
      ? ['total', 'rows', 'next']
      : [];
  const missing = [...('missing' in route ? [route.missing.en] : []), errorMessage('path')];
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
    '404': errorResponse(textsOf('NOT_FOUND', missing), {...rate, ...(isDetailed && detail)}),
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
