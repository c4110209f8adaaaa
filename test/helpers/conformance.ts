/** Checks a response against the route tables: rows, headers by status, messages by operation. */
import type {Column, Columns, Json} from '../../datasets/types.ts';
import {STATUS} from '../../server/api/error_row.ts';
import {ERRORS} from '../../server/api/error_table.ts';
import {errorMessage} from '../../server/api/errors.ts';
import {isDay} from '../../server/api/request/values.ts';
import type {Match} from '../../server/api/routes/match.ts';
import {parameterMessages} from '../../server/docs/parameter_errors.ts';

const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TESTS: Record<Column['type'], (value: Json) => boolean> = {
  text: (value) => typeof value === 'string' && value === value.normalize('NFC'),
  integer: (value) => Number.isSafeInteger(value),
  money: (value) => typeof value === 'number' && /^-?\d+(\.\d\d?)?$/.test(String(value)),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && isDay(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value),
  'text[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  rows: Array.isArray,
  object: isObject,
  geometry: (value) =>
    isObject(value) && typeof value['type'] === 'string' && Array.isArray(value['coordinates']),
  wkb: (value) => typeof value === 'string' && /^([0-9A-F]{2})+$/.test(value),
};

function valueFaults(value: Json, column: Column, name: string): string[] {
  if (value === null) return column.nullable ? [] : [`${name} is null`];
  if (!TESTS[column.type](value)) return [`${name} is no ${column.type}: ${JSON.stringify(value)}`];
  if (column.values && !column.values.includes(String(value))) return [`${name} has no value ${value}`];
  const {fields} = column;
  if (!fields) return [];
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item, i) => rowFaults(item, fields, `${name}[${i}]`));
}

/**
 * Differences between a row and its columns: names, order, types, nulls, values. `names`: requested fields.
 */
export function rowFaults(
  row: unknown,
  columns: Columns,
  at: string,
  names = Object.keys(columns),
): string[] {
  if (!isObject(row)) return [`${at} is no object`];
  if (Object.keys(row).join() !== names.join()) return [`${at} has ${Object.keys(row)} instead of ${names}`];
  return names.flatMap((name) => valueFaults(row[name]!, columns[name]!, `${at}.${name}`));
}

const CORS = ['access-control-allow-origin', 'access-control-expose-headers'];
/** Only while the data is synthetic. */
const SYNTHETIC = 'x-data-synthetic';
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
const DATA = ['etag', 'cache-control', 'vary', 'x-data-as-of', 'x-build-id'];
const BODY = ['content-type', 'content-length'];
/** Headers of an answer by what it holds. */
const KINDS = {
  object: [],
  rows: ['x-total-count', 'x-limit', 'x-offset'],
  export: ['x-total-count', 'content-disposition'],
};

const ID = 'x-request-id';

/** Headers that an answer with a key must carry, and those it may carry, by status. */
export function promisedHeaders(status: number, kind: keyof typeof KINDS): {must: string[]; may: string[]} {
  const may = [
    SYNTHETIC,
    'x-ignored-parameters',
    'content-encoding',
    'content-length',
    'date',
    'uwebsockets',
    'connection',
  ];
  if (status === 200)
    return {
      must: [...CORS, ...RATE, ...DATA, ID, 'content-type', ...KINDS[kind]],
      may: [
        ...may,
        'transfer-encoding',
        'link',
        ...(kind === 'rows' ? ['x-next-cursor'] : []),
        ...(kind === 'export' ? ['accept-ranges'] : []),
      ],
    };
  if (status === 304) return {must: [...CORS, ...RATE, ...DATA, ID], may};
  const error = [...CORS, ID, 'content-type', 'content-language', 'vary', 'cache-control', 'x-error-reason'];
  if (status === 405) return {must: [...error, 'allow'], may: [...may, ...BODY]};
  // Whoever asks too expensively is not told to ask again.
  if (status === 503) return {must: error, may: [...may, ...RATE, 'retry-after']};
  if (status === 401) return {must: [...error, 'www-authenticate'], may: [...may, ...BODY]};
  if (status === 429)
    return {must: [...error, ...RATE, 'retry-after', 'x-error-detail'], may: [...may, ...BODY]};
  return {
    must: [...error, ...RATE],
    may: [...may, ...BODY, 'x-error-detail', 'x-error-param', ...(status === 404 ? ['x-removed-at'] : [])],
  };
}

const pattern = (text: string) =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/<\w+>/g, '.+')}$`);

/** Whether a message is one of the French ones for that status. */
export function isPromisedInFrench(match: Match | null, status: number, message: string): boolean {
  const rows = Object.values(ERRORS).filter(
    ({code, french}) => STATUS[code] === status && french !== '<missing>',
  );
  const missing = match && status === 404 && 'missing' in match.route ? [match.route.missing.fr] : [];
  return [...rows.map(({french}) => french), ...missing].some((text) => pattern(text).test(message));
}

/** Whether a message is one that the operation (null: no operation) promises for that status. */
export function isPromised(match: Match | null, status: number, message: string): boolean {
  const fixed = Object.values(ERRORS)
    .filter(({code, message: text}) => STATUS[code] === status && !text.includes('<'))
    .map(({message: text}) => text);
  if (!match) return fixed.includes(message as (typeof fixed)[number]);
  const faults = Object.entries(match.route.takes).flatMap(([name, one]) => parameterMessages(name, one));
  const missing =
    'missing' in match.route
      ? [
          errorMessage('record', {missing: match.route.missing}),
          errorMessage('removed', {missing: match.route.missing}),
        ]
      : [];
  const all = [
    ...fixed,
    ...(status === 400 ? [...faults, errorMessage('misspelled')] : []),
    ...(status === 404 ? missing : []),
  ];
  return all.some((text) => pattern(text).test(message));
}
