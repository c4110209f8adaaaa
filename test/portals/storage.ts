/**
 * Files as object storage serves them: validators, conditions, ranges; and the faults that transfers meet.
 */
import {createHash} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {setTimeout as delay} from 'node:timers/promises';
import {type Server, startServer} from './server.ts';

/** A fault of one response. `after` counts the bytes of this answer that still arrive. */
export type Fault =
  | {kind: 'status'; status: number; headers?: Record<string, string>; body?: string}
  | {kind: 'reset'; after: number}
  /** The body stops with the connection left open. */
  | {kind: 'stall'; after: number}
  /** The body ends early though content-length promises more. */
  | {kind: 'short'; after: number}
  /** Bytes arrive in small pieces; after those of `until` the connection stays open and silent. */
  | {kind: 'slow'; piece: number; every_ms: number; until?: number};

export interface File {
  body: Buffer;
  type?: string;
  /** `strong` by default. */
  etag?: 'strong' | 'weak' | 'none';
  last_modified?: string;
  /** False: Range is ignored. */
  ranges?: boolean;
  /** Further headers of a 200 or 206. */
  headers?: Record<string, string>;
  /** Taken one by one, an answer each; null: that answer is sound. */
  faults?: (Fault | null)[];
}

export interface Storage extends Server {
  files: Map<string, File>;
  put: (path: string, file: File) => string;
}

/** Starts storage; `put` returns the URL of a file. */
export async function startStorage(): Promise<Storage> {
  const files = new Map<string, File>();
  const server = await startServer((request, url, response) => {
    const file = files.get(request.url ?? '') ?? files.get(url.pathname);
    if (file) return serveFile(request, response, file);
    response.writeHead(404).end('no such file');
  });
  return {
    ...server,
    files,
    put(path, file) {
      files.set(path, file);
      return server.base + path;
    },
  };
}

/** Answers one request for a file, with its next fault. */
export function serveFile(request: IncomingMessage, response: ServerResponse, file: File): void {
  const fault = file.faults?.shift() ?? null;
  if (fault?.kind === 'status') {
    response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
    return;
  }
  const headers = validators(file);
  const etag = headers['etag'];
  const modified = headers['last-modified'];
  const requestHeaders = request.headers;
  const current = requestHeaders['if-none-match']
    ? requestHeaders['if-none-match'] === etag
    : modified !== undefined && requestHeaders['if-modified-since'] === modified;
  if (current) {
    response.writeHead(304, headers).end();
    return;
  }
  const [start, last] = rangeOf(request, file, etag, modified);
  const size = file.body.length;
  if (start !== null && start >= size) {
    response.writeHead(416, {...headers, 'content-range': `bytes */${size}`}).end();
    return;
  }
  const end = Math.min(size, (last ?? size) + 1);
  const body = file.body.subarray(start ?? 0, end);
  response.writeHead(start === null ? 200 : 206, {
    ...headers,
    ...file.headers,
    'content-type': file.type ?? 'text/csv',
    'content-length': body.length,
    ...(start === null ? {} : {'content-range': `bytes ${start}-${end - 1}/${size}`}),
  });
  void send(response, body, fault);
}

function validators(file: File): Record<string, string> {
  const hash = createHash('md5').update(file.body).digest('hex');
  const etag = {strong: `"${hash}"`, weak: `W/"${hash}"`, none: null}[file.etag ?? 'strong'];
  return {
    ...(etag ? {etag} : {}),
    ...(file.last_modified ? {'last-modified': file.last_modified} : {}),
  };
}

/**
 * First and last byte requested, null for the begin or end of the file; no first one asks for the whole file.
 */
function rangeOf(
  request: IncomingMessage,
  file: File,
  etag?: string,
  modified?: string,
): [number | null, number | null] {
  const {range, 'if-range': condition} = request.headers;
  const [, start, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (start === undefined || file.ranges === false) return [null, null];
  if (condition !== undefined && condition !== etag && condition !== modified) return [null, null];
  return [Number(start), last ? Number(last) : null];
}

/** Turns that a client gets to read what was written before a fault. */
const TURNS = 15;

async function send(response: ServerResponse, body: Buffer, fault: Exclude<Fault, {kind: 'status'}> | null) {
  if (!fault) return response.end(body);
  if (fault.kind === 'slow') {
    let at = 0;
    const {until = body.length} = fault;
    for (; at + fault.piece < body.length && !response.destroyed; at += fault.piece) {
      response.write(body.subarray(at, at + fault.piece));
      await delay(fault.every_ms);
      if (at + fault.piece > until) return response;
    }
    return response.end(body.subarray(at));
  }
  await new Promise((written) => response.write(body.subarray(0, fault.after), written));
  // A reset throws away what the client has not read: it gets many turns of the shared event loop before.
  for (let turn = 0; turn < TURNS; turn++) await delay(10);
  if (fault.kind === 'reset') response.socket?.resetAndDestroy();
  if (fault.kind === 'short') response.socket?.end();
  return response;
}
