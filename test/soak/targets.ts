/**
 * What a soak asks for: fixed requests of every kind, with the hash of the answer of each build by a server
 * of its own.
 */
import {createHash} from 'node:crypto';
import {type Agent, type ClientRequest, request} from 'node:http';
import {sitePages} from '../helpers/site_pages.ts';
import type {Server} from '../helpers/stack.ts';

/** Kinds of requests, with their share of the load. */
export const SHARES = {
  list: 30,
  detail: 25,
  statistics: 8,
  search: 12,
  zone: 6,
  values: 3,
  page: 6,
  tile: 8,
  tool: 2,
} as const;

export type Group = keyof typeof SHARES;

export interface Target {
  group: Group | 'export';
  path: string;
  /** A tool call: the body of the POST. */
  body?: string;
}

export interface Got {
  status: number;
  body: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex').slice(0, 24);

export interface Asking {
  server: Pick<Server, 'base'>;
  key: string;
  /** Bearer token of the tool server. */
  token: string;
  agent?: Agent;
}

/**
 * Whether an answer counts against the limits of the account: pages and tiles count by address, and of what
 * tool clients send only calls.
 */
export const isLimited = ({path, body}: Target): boolean =>
  path.startsWith('/api/') ||
  (body !== undefined && (JSON.parse(body) as {method: string}).method === 'tools/call');

/**
 * The request was never answered: its connection ended, after so many milliseconds without a request where it
 * had been used before.
 */
export class Unanswered extends Error {
  override name = 'Unanswered';
  readonly idleMs: number | null;
  constructor(cause: Error, idleMs: number | null) {
    super(`${cause.message} ${idleMs === null ? 'on a new connection' : `after ${idleMs.toFixed(0)} ms`}`, {
      cause,
    });
    this.idleMs = idleMs;
  }
}

/**
 * When the last answer on a connection began: the client may take it late, and the server is idle from its
 * own end on.
 */
const usedAt = new WeakMap<object, number>();

/** For how long the connection of a request had been idle before it; null for a new one. */
function idleMs(sent: ClientRequest): number | null {
  const before = sent.socket && usedAt.get(sent.socket);
  return sent.reusedSocket && before ? performance.now() - before : null;
}

/** Sends a request and reads its whole answer; pauses once after the first bytes where `stallMs` says so. */
export function ask({server, key, token, agent}: Asking, {path, body}: Target, stallMs = 0): Promise<Got> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = body
      ? {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        }
      : {'X-API-Key': key};
    const url = `${server.base}${path}`;
    const sent = request(url, {method: body ? 'POST' : 'GET', headers, ...(agent ? {agent} : {})}, (res) => {
      const chunks: Buffer[] = [];
      let hasStalled = stallMs === 0;
      res.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (hasStalled) return;
        hasStalled = true;
        res.pause();
        setTimeout(() => res.resume(), stallMs);
      });
      usedAt.set(res.socket, performance.now());
      res.on('end', () =>
        resolve({status: res.statusCode ?? 0, body: Buffer.concat(chunks), headers: res.headers}),
      );
      res.on('error', reject);
      res.on('aborted', () => reject(new Error('the answer broke off')));
    });
    // A request may wait for a connection: how long that was idle shows when it is given one.
    let idle: number | null = null;
    sent.once('socket', () => {
      idle = idleMs(sent);
    });
    sent.on('error', (error) => reject(new Unanswered(error, idle)));
    sent.end(body);
  });
}

/** Lists by path, each with the path of one of its records and its id column. */
const LISTS: [path: string, one: string, id: string][] = [
  ['/contracts', '/contracts', 'record_id'],
  ['/grants', '/grants', 'record_id'],
  ['/awards', '/awards', 'record_id'],
  ['/tenders', '/tenders', 'record_id'],
  ['/permits', '/permits', 'record_id'],
  ['/lobbying/communications', '/lobbying/communications', 'com_id'],
  ['/research_grants', '/research_grants', 'record_id'],
];

const FILTERS = [
  '',
  'q=a',
  'q=north',
  'limit=100',
  'limit=50&offset=200',
  'sort=-value',
  'date_from=2024-01-01',
  'format=csv&limit=40',
  'lang=fr',
];

const SEARCHES = [
  'north',
  'canada',
  'water',
  'bridge',
  'toronto',
  'services',
  'health',
  'smith',
  'ltd',
  'quebec',
  'data',
  'school',
];

const POINTS: [lat: number, lng: number][] = [
  [43.65, -79.38],
  [43.7, -79.4],
  [45.42, -75.69],
  [49.26, -123.11],
  [51.04, -114.07],
  [53.54, -113.49],
  [49.89, -97.13],
  [43.45, -80.49],
];

const call = (name: string, args: object): string =>
  JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/call', params: {name, arguments: args}});

/** Tiles of zoom 4 to 12 around the points. */
const TILES = POINTS.flatMap(([lat, lng]) =>
  [4, 8, 11].map((z) => {
    const x = Math.floor(((lng + 180) / 360) * 2 ** z);
    const s = Math.sin((lat * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * 2 ** z);
    return `/tiles/permits/${z}/${x}/${y}.mvt`;
  }),
);

/**
 * Targets by a look at one build; records of one build may be missing in another, which is an answer, too.
 */
export async function findTargets(asking: Asking): Promise<Target[]> {
  const targets: Target[] = [];
  const add = (group: Target['group'], path: string, body?: string): void => {
    targets.push({group, path, ...(body ? {body} : {})});
  };
  for (const [list, one, id] of LISTS) {
    for (const filter of FILTERS) add('list', `/api/v1${list}${filter ? `?${filter}` : ''}`);
    const {body} = await ask(asking, {group: 'list', path: `/api/v1${list}?limit=25`});
    const rows = (JSON.parse(body.toString()) as {data?: Record<string, string>[]}).data ?? [];
    for (const row of rows) if (row[id]) add('detail', `/api/v1${one}/${encodeURIComponent(row[id])}`);
  }
  for (const path of [
    '/contracts/stats?group_by=vendor',
    '/contracts/stats?group_by=department',
    '/grants/stats?group_by=province',
    '/permits/stats?group_by=municipality',
  ])
    add('statistics', `/api/v1${path}`);
  for (const q of SEARCHES)
    for (const lang of ['en', 'fr']) add('search', `/api/v1/search?q=${q}&lang=${lang}`);
  for (const [lat, lng] of POINTS) {
    add('zone', `/api/v1/zone?lat=${lat}&lng=${lng}`);
    add('zone', `/api/v1/permits?lat=${lat}&lng=${lng}&radius_km=3`);
  }
  for (const path of [
    '/values/contracts/department?q=a',
    '/values/permits/municipality',
    '/values/contracts/vendor?q=b',
  ])
    add('values', `/api/v1${path}`);
  for (const path of TILES) add('tile', path);
  for (const path of Object.values(await sitePages(asking.server.base)).slice(0, 40))
    add('page', `/en${path}`);
  for (const q of ['north', 'a', 'bridge'])
    add('tool', '/mcp', call('search_contracts', {vendor: q, limit: 5}));
  add('tool', '/mcp', JSON.stringify({jsonrpc: '2.0', id: 1, method: 'tools/list'}));
  for (const dataset of ['contracts', 'grants', 'permits'])
    for (const format of ['csv', 'jsonl']) add('export', `/api/v1/export/${dataset}?format=${format}`);
  return targets;
}

/** Hashes of all answers of one server, by the number of the target; status first. */
export async function answersOf(asking: Asking, targets: readonly Target[]): Promise<string[]> {
  const all: string[] = [];
  for (const target of targets) {
    const {status, body} = await ask(asking, target);
    all.push(`${status} ${hashOf(body)}`);
  }
  return all;
}
