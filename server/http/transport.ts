/**
 * HTTP over uWebSockets.js: copies each request out, waits until it can be answered, and writes its response.
 */
import './header_size.ts';
import {
  App,
  type TemplatedApp,
  type HttpRequest as UwsRequest,
  type HttpResponse as UwsResponse,
  type us_listen_socket,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import {setTimeout as sleep} from 'node:timers/promises';
import {STATUS_CODES} from './status_codes.ts';
import {writeStream} from './stream_writer.ts';
import {isStreamed} from './streamed_body.ts';
import type {HttpRequest, HttpResponse} from './types.ts';

export interface Listener {
  port: number;
  /**
   * Graceful shutdown: accepts no new connections, closes each busy one after its next response, then the
   * idle ones. Responses that are not finished after `grace_ms` are cut off.
   */
  stop(grace_ms?: number): Promise<void>;
  /** Closes all connections immediately. */
  closeNow(): void;
}

/** Timeout and callback that the transport needs beside the handler. */
export interface TransportHooks {
  /** A client that reads nothing of a streamed body for this long is dropped. */
  send_timeout_ms: number;
  /** Called when a streamed body fails. */
  onStreamError(error: unknown): void;
  /** Answers a request whose headers contradict each other or HTTP; its connection is closed then. */
  malformed?: (request: HttpRequest) => HttpResponse;
  /**
   * Bytes of the longest body of a request, which is read before it is handled; 0, or absent: bodies are
   * ignored.
   */
  maxBody?: (request: HttpRequest) => number;
  /** A client that has not sent its whole body by then is dropped; needed with `maxBody`. */
  body_timeout_ms?: number;
}

const NOTHING = new Uint8Array(0);

const malformed = (): HttpResponse => ({status: 400, blocks: [], headers: {}, body: ''});

/**
 * Waits for what a request has to wait for; what it returns makes the response, which is written before any
 * other is made: bodies may share one buffer. Neither rejects nor throws.
 */
type Handler = (request: HttpRequest) => Promise<() => HttpResponse>;

const GRACE_MS = 10_000;

/** By then a request has arrived that its client sent before it saw the server stop. */
const LAST_REQUESTS_MS = 20;

/** What the handlers of one listener share. */
interface ServerState {
  /** Responses that are awaited or streaming. */
  running: number;
  stopping: boolean;
  onIdle: (() => void) | null;
  hooks: TransportHooks;
}

/** Copies everything needed: uWebSockets.js invalidates the request when the handler returns. */
function copyRequest(req: UwsRequest, res: UwsResponse): HttpRequest {
  const query: string | undefined = req.getQuery();
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  });
  const target = query === undefined ? req.getUrl() : `${req.getUrl()}?${query}`;
  const peer = () => Buffer.from(res.getRemoteAddressAsText()).toString();
  return {method: req.getCaseSensitiveMethod(), target, headers, peer};
}

/**
 * Whether the headers break HTTP in a way that proxies in front may read otherwise (RFC 9112): no host or
 * several, lengths that differ, a coding of the transfer that is not known. They decide where a request goes
 * and where it ends.
 */
function isMalformed({headers}: HttpRequest): boolean {
  const {host, 'content-length': length, 'transfer-encoding': coding} = headers;
  if (host === undefined || host.includes(',')) return true;
  if (length !== undefined && (new Set(length.split(', ')).size > 1 || coding !== undefined)) return true;
  return coding !== undefined && coding.toLowerCase() !== 'chunked';
}

function writeHead(res: UwsResponse, {status, blocks, headers}: HttpResponse): void {
  if (status !== 200) res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  for (const {name, lines} of blocks) res.writeHeader(name, lines);
  for (const name in headers) res.writeHeader(name, headers[name]!);
}

/** Writes a complete response. `last` adds `Connection: close`; without a body the client has to close. */
function write(res: UwsResponse, response: HttpResponse, body: Buffer | string | null, last: boolean): void {
  writeHead(res, response);
  if (body !== null) {
    res.end(body, last);
    return;
  }
  if (last) res.writeHeader('Connection', 'close');
  // Not with the length as an argument: the transport then waits for the body and breaks the next request.
  res.endWithoutBody();
}

async function answer(state: ServerState, res: UwsResponse, pending: ReturnType<Handler>): Promise<void> {
  let aborted = false;
  res.onAborted(() => {
    aborted = true;
  });
  state.running++;
  const respond = await pending;
  // Also where the client is gone: the response lets go of what it was waited for.
  const response = respond();
  const {body} = response;
  if (!isStreamed(body)) {
    if (!aborted) res.cork(() => write(res, response, body, state.stopping));
  } else if (aborted) body.close();
  else {
    const begin = () => {
      writeHead(res, response);
      if (state.stopping) res.writeHeader('Connection', 'close');
    };
    const {send_timeout_ms, onStreamError} = state.hooks;
    await writeStream(res, begin, body, send_timeout_ms).catch(onStreamError);
  }
  state.running--;
  if (state.running === 0) state.onIdle?.();
}

/** Collects the body of a request up to one byte too many, then handles the request. */
function readBody(
  res: UwsResponse,
  maxBody: number,
  timeout_ms: number | undefined,
  done: (body: Uint8Array) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const end = () => {
    isDone = true;
    clearTimeout(late);
  };
  const late = setTimeout(() => res.close(), timeout_ms);
  res.onAborted(end);
  res.onData((chunk, isLast) => {
    if (isDone) return;
    // The transport reuses the memory of the chunk.
    chunks.push(Buffer.from(new Uint8Array(chunk).slice(0, maxBody + 1 - size)));
    size += chunks.at(-1)!.length;
    if (!isLast && size <= maxBody) return;
    end();
    done(Buffer.concat(chunks));
  });
}

/** Waits at most `grace_ms` for the running responses and those to requests still on the wire. */
async function drain(state: ServerState, grace_ms: number): Promise<void> {
  const end = performance.now() + grace_ms;
  do {
    const rest = Math.max(0, end - performance.now());
    if (state.running > 0) {
      const idle = new Promise<void>((resolve) => {
        state.onIdle = resolve;
      });
      await Promise.race([idle, sleep(rest, null, {ref: false})]);
    }
    await sleep(Math.min(LAST_REQUESTS_MS, rest));
  } while (state.running > 0 && performance.now() < end);
}

function createListener(app: TemplatedApp, socket: us_listen_socket, state: ServerState): Listener {
  let closed = false;
  const stopListening = () => {
    if (!state.stopping) us_listen_socket_close(socket);
    state.stopping = true;
  };
  const closeNow = () => {
    stopListening();
    if (!closed) app.close();
    closed = true;
  };
  return {
    port: us_socket_local_port(socket),
    async stop(grace_ms = GRACE_MS) {
      stopListening();
      await drain(state, grace_ms);
      closeNow();
    },
    closeNow,
  };
}

/** Listens on `host` and `port` (0: any free port); rejects when the port is not available. */
export function listen(
  host: string,
  port: number,
  handle: Handler,
  hooks: TransportHooks,
): Promise<Listener> {
  const app = App();
  const state: ServerState = {running: 0, stopping: false, onIdle: null, hooks};
  app.any('/*', (res, req) => {
    const request = copyRequest(req, res);
    if (isMalformed(request)) {
      // Where the request ends is not known: what follows on the connection is no request.
      const refused = (hooks.malformed ?? malformed)(request);
      write(res, refused, String(refused.body), true);
      return;
    }
    const answerTo = (asked: HttpRequest) => answer(state, res, handle(asked));
    const maxBody = hooks.maxBody?.(request) ?? 0;
    if (maxBody === 0) answerTo(request);
    // A body that is announced as too long is refused before it arrives.
    else if (Number(request.headers['content-length']) > maxBody) answerTo({...request, body: NOTHING});
    else {
      const peer = request.peer!();
      readBody(res, maxBody, hooks.body_timeout_ms, (body) => answerTo({...request, peer: () => peer, body}));
    }
  });
  return new Promise((resolve, reject) => {
    app.listen(host, port, (socket) => {
      if (socket) resolve(createListener(app, socket, state));
      else {
        reject(
          new Error(`cannot listen on ${host}:${port}: the port is taken; set PORT or stop what uses it`),
        );
      }
    });
  });
}
