/** A client that fails on any status, header or body that the route does not declare. */
import {request} from 'node:http';
import {brotliDecompressSync, gunzipSync} from 'node:zlib';
import type {Columns, Json} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import {CODE_NAMES, namesNearly, statsColumns} from '../../server/api/routes/answers.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {type Match, matchRoute} from '../../server/api/routes/match.ts';
import type {SearchRoute} from '../../server/api/routes/types.ts';
import {isStreamed} from '../../server/http/streamed_body.ts';
import type {HttpRequest, HttpResponse} from '../../server/http/types.ts';
import {isPromised, isPromisedInFrench, promisedHeaders, rowFaults} from './conformance.ts';
import {mergeHeaders} from './merge_headers.ts';

export interface Answer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
  /** Items of a list or statistics in JSON; empty otherwise. */
  rows: Row[];
  meta: {total: number; limit: number; offset: number; next_cursor: string | null};
  /** `data` of a single answer. */
  data: Row;
  /** `message` of an error. */
  message: string;
}

/** What carries a request: `handle` itself or HTTP. */
export type Carrier = (request: HttpRequest) => Promise<HttpResponse>;

const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Requests over real HTTP, targets exactly as written, bodies as they come. */
export function overHttp(base: string): Carrier {
  const {hostname, port} = new URL(base);
  return ({method, target, headers}) =>
    new Promise((resolve, reject) => {
      const sent = request({hostname, port, method, path: target, headers: {...headers}}, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          const body = Buffer.concat(chunks);
          const headers = Object.fromEntries(named);
          resolve({status: incoming.statusCode ?? 0, blocks: [], headers, body});
        });
      });
      sent.on('error', reject);
      sent.end();
    });
}

const DECODERS: Record<string, (body: Buffer) => Buffer> = {br: brotliDecompressSync, gzip: gunzipSync};

function textOf({headers, body}: HttpResponse): string {
  const decode = DECODERS[lower(headers)['content-encoding'] ?? ''];
  if (body === null) return '';
  if (isStreamed(body)) throw new Error('a streamed body is read by its own test');
  return decode && body.length > 0 ? decode(Buffer.from(body)).toString() : body.toString();
}

function matchOf(target: string): Match | null {
  const path = target.split('?')[0]!.replace(/\/$/, '');
  if (!path.startsWith(`${BASE_PATH}/`)) return null;
  return matchRoute(
    path
      .slice(BASE_PATH.length + 1)
      .split('/')
      .map(decodeURIComponent),
  );
}

function headerFaults(answer: Answer, match: Match | null): string[] {
  const json = answer.headers['content-type']?.startsWith('application/json');
  const single = json || answer.headers['content-type']?.startsWith('application/geo+json');
  const kind = match?.route.kind === 'export' ? 'export' : single ? 'object' : 'rows';
  const {must, may} = promisedHeaders(answer.status, kind);
  const got = Object.keys(answer.headers);
  const lacking = must.filter((name) => !got.includes(name));
  const extra = got.filter((name) => !must.includes(name) && !may.includes(name));
  return [...lacking.map((name) => `lacks ${name}`), ...extra.map((name) => `has ${name}, not promised`)];
}

function errorFaults(body: Json, answer: Answer, match: Match | null): string[] {
  const text = JSON.stringify(body);
  const [, message] = /^\{"error":\{"code":"[A-Z_]+","message":("(?:[^"\\]|\\.)*")\}\}$/.exec(text) ?? [];
  if (message === undefined) return [`is no error body: ${text}`];
  answer.message = JSON.parse(message);
  const promised = answer.headers['content-language'] === 'fr' ? isPromisedInFrench : isPromised;
  if (promised(match, answer.status, answer.message)) return [];
  return [`message not promised: ${answer.message}`];
}

/** Without the columns that only some answers have. */
const certain = (columns: Columns): Columns =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) =>
      column.optional ? [] : [[name, column.fields ? {...column, fields: certain(column.fields)} : column]],
    ),
  );

/** Groups of the search: those of the wider one have lists, and there are more of them. */
function groupColumns({answer, wider}: SearchRoute, query: URLSearchParams): Columns {
  const last = (name: string) =>
    query
      .getAll(name)
      .filter((text) => text.trim() !== '')
      .at(-1) ?? '';
  const isWider = last('scope').trim().toLowerCase() === 'all' && !/^\s*(true|1)\s*$/i.test(last('prefix'));
  return isWider ? {...answer, ...wider} : certain(answer);
}

/** Columns of the answer; distances occur in searches by distance only. */
function columnsOf({route}: Match, query: URLSearchParams): Columns {
  if (route.kind === 'search') return groupColumns(route, query);
  const french = query.get('lang')?.trim().toLowerCase() === 'fr' ? route.variants.fr : undefined;
  const asking = query.getAll('group_by').at(-1) ?? '';
  const group = asking.trim().toLowerCase() || (route.takes['group_by']?.default ?? '');
  const groups = group.split(',').map((name) => name.trim());
  const isTrue = (name: string) => {
    const given = query.getAll(name).filter((text) => text.trim() !== '');
    return /^\s*(true|1)\s*$/i.test(given.at(-1) ?? '');
  };
  const median = isTrue('median');
  if (route.kind === 'detail' && isTrue('provenance')) return {...route.columns, ...route.further};
  if (route.kind === 'stats') return statsColumns(route.dataset, groups, median && 'median' in route.takes);
  const {columns} = french ?? route;
  const distance = route.kind === 'list' && query.get('radius_km') ? route.distance : null;
  return distance ? {...columns, [distance.name]: distance.column} : columns;
}

/** Members of every `meta`, which repeat what two headers say. */
function commonMeta({headers}: Answer): Record<string, Json> {
  const ignored = headers['x-ignored-parameters'];
  return {
    ...(headers['x-data-synthetic'] ? {synthetic: true} : {}),
    ...(ignored ? {ignored_parameters: ignored.split(', ').map(decodeURIComponent)} : {}),
  };
}

function dataFaults(
  body: {data?: Json; meta?: Answer['meta']},
  answer: Answer,
  match: Match,
  query: URLSearchParams,
) {
  const columns = columnsOf(match, query);
  const common = commonMeta(answer);
  const repeated = Object.entries(common).filter(
    ([name, value]) => body.meta && JSON.stringify((body.meta as Row)[name]) !== JSON.stringify(value),
  );
  if (repeated.length > 0) return [`meta lacks ${JSON.stringify(repeated)}`];
  if (!('limit' in match.route)) {
    answer.data = body.data as Row;
    if (match.route.kind === 'values' || match.route.kind === 'zones') answer.meta = body.meta!;
    // Of values only codes have names.
    const named = (one: Json) =>
      match.route.kind === 'values' && (one as Row)['name_en'] ? {...columns, ...CODE_NAMES} : columns;
    const faults = [body.data ?? []].flat().flatMap((one) => rowFaults(one, named(one), 'data'));
    if (namesNearly(match.route)) {
      // Found by its own name there is nothing to say.
      if (body.meta === undefined) return [...faults, ...namesFault(body, 'data')];
      const meta = body.meta as unknown as Row;
      const many = meta['matched_by'] === 'beginning' || meta['matched_by'] === 'part';
      answer.meta = body.meta!;
      return [
        ...faults,
        ...namesFault(body, 'data,meta'),
        ...namesFault(meta, ['matched_by', ...(many ? ['similar'] : []), ...Object.keys(common)].join()),
      ];
    }
    if (!('meta' in match.route)) return [...faults, ...namesFault(body, 'data')];
    const own = Object.fromEntries(Object.entries(body.meta ?? {}).filter(([name]) => !(name in common)));
    // Only a search that finds nothing has hints.
    if (own['domains_with_results'] === 0) delete own['hints'];
    const meta =
      own['domains_with_results'] === 0 && own['did_you_mean'] ? match.route.meta : certain(match.route.meta);
    return [...faults, ...namesFault(body, 'data,meta'), ...rowFaults(own, meta, 'meta')];
  }
  const given = query
    .getAll('fields')
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  const shownNames = given.length > 0 ? given : Object.keys(columns);
  const names = Object.keys(columns).filter((name) => shownNames.includes(name));
  answer.rows = body.data as Row[];
  answer.meta = body.meta!;
  const {total, limit, offset} = answer.meta;
  // Two dimensions have a row for each cell.
  const cells = 'then_total' in answer.meta;
  const counted = cells ? answer.rows.length : Math.max(0, Math.min(limit, total - offset));
  const asked = [
    ...(match.route.kind === 'stats' ? ['sum_value', 'value_count'] : []),
    ...('overlapping' in answer.meta && match.route.kind === 'stats' ? ['overlapping'] : []),
    ...(cells ? ['then_total'] : []),
    ...(query.getAll('facets').some((text) => /[^\s,]/.test(text)) ? ['facets'] : []),
    ...('unknown_ids' in answer.meta && query.has('ids') ? ['unknown_ids'] : []),
    // Several bodies only where a filter names some.
    ...('matched' in answer.meta && ['department', 'institution'].some((name) => query.has(name))
      ? ['matched']
      : []),
    ...('hints' in answer.meta && total === 0 ? ['hints'] : []),
  ];
  return [
    ...namesFault(body, 'data,meta'),
    ...namesFault(
      answer.meta,
      [
        'total,limit,offset,next_cursor',
        ...(match.route.extra_meta ?? []),
        ...Object.keys(common),
        ...asked,
      ].join(),
    ),
    ...answer.rows.flatMap((row, i) => rowFaults(row, columns, `row ${i}`, names)),
    ...(answer.rows.length === counted ? [] : [`has ${answer.rows.length} rows instead of ${counted}`]),
  ];
}

const namesFault = (body: object, names: string) =>
  Object.keys(body).join() === names ? [] : [`has ${Object.keys(body)} instead of ${names}`];

function bodyFaults(answer: Answer, method: string, target: string, match: Match | null): string[] {
  if (answer.status === 304 || method === 'HEAD') return answer.text === '' ? [] : ['has a body'];
  const json = answer.headers['content-type']?.startsWith('application/json');
  if (answer.status !== 200) return errorFaults(JSON.parse(answer.text), answer, match);
  if (!match) return ['is 200 without a route'];
  if (!json)
    return 'limit' in match.route || ['export', 'zone', 'detail'].includes(match.route.kind)
      ? []
      : ['is not JSON'];
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  return dataFaults(JSON.parse(answer.text), answer, match, query);
}

/** GET (or another verb) of a target below the base path, with the key; throws with every broken promise. */
export function apiClient(carry: Carrier, key: string) {
  return async (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
    const response = await carry({method, target, headers: {'x-api-key': key, ...headers}});
    const answer: Answer = {
      status: response.status,
      headers: lower(mergeHeaders(response.blocks, response.headers)),
      text: textOf(response),
      rows: [],
      meta: {total: -1, limit: -1, offset: -1, next_cursor: null},
      data: {},
      message: '',
    };
    const match = matchOf(target);
    const faults = [...headerFaults(answer, match), ...bodyFaults(answer, method, target, match)];
    if (faults.length > 0) throw new Error(`${method} ${target} (${answer.status}): ${faults.join('; ')}`);
    return answer;
  };
}
