/** HTTP over uWebSockets.js: copies a request out and writes its answer, at once where it is there at once. */
import './header_size.ts';
import {
  App,
  type HttpRequest,
  type HttpResponse,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import {STATUS_CODES} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import {pour} from './stream_writer.ts';
import {isStreamed, type Streamed} from './streamed_body.ts';
import type {ApiRequest, ApiResponse} from './types.ts';

export interface Listening {
  port: number;
  /**
   * Takes no new connection, closes each busy one behind its next answer, then those that are left. Answers that
   * are not through after `grace_ms` are cut.
   */
  stop(grace_ms?: number): Promise<void>;
  /** Closes everything at once. */
  drop(): void;
}

/** What the transport tells of its own. */
export interface Rim {
  /** A client that takes nothing of a streamed body for so long is dropped. */
  stall_ms: number;
  /** A streamed body broke. */
  broken(error: unknown): void;
}

const GRACE_MS = 10_000;

/** A request that was sent before its client saw that the server stops has arrived by then. */
const LAST_MS = 20;

/** The request is gone after the call: everything that is needed is copied here. */
function copyRequest(req: HttpRequest): ApiRequest {
  const query: string | undefined = req.getQuery();
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  });
  const target = query === undefined ? req.getUrl() : `${req.getUrl()}?${query}`;
  return {method: req.getCaseSensitiveMethod(), target, headers};
}

function writeHead(res: HttpResponse, {status, blocks, headers}: ApiResponse): void {
  if (status !== 200) res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  for (const {name, lines} of blocks) res.writeHeader(name, lines);
  for (const name in headers) res.writeHeader(name, headers[name]!);
}

/** `last` says `Connection: close` and closes; behind an answer without a body the client must do so itself. */
function write(res: HttpResponse, response: ApiResponse, body: Buffer | string | null, last: boolean): void {
  writeHead(res, response);
  if (body !== null) {
    res.end(body, last);
    return;
  }
  if (last) res.writeHeader('Connection', 'close');
  // Not with the length as an argument: the transport then waits for the body and breaks the next request.
  res.endWithoutBody();
}

/** Listens on `host` and `port` (0: a free one); rejects when the port cannot be had. */
export function listen(
  host: string,
  port: number,
  answer: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>,
  rim: Rim,
): Promise<Listening> {
  const app = App();
  let running = 0;
  let stopping = false;
  let idle: (() => void) | null = null;

  const ended = () => {
    running--;
    if (running === 0) idle?.();
  };

  async function writeStream(res: HttpResponse, response: ApiResponse, body: Streamed): Promise<void> {
    running++;
    const begin = () => {
      writeHead(res, response);
      if (stopping) res.writeHeader('Connection', 'close');
    };
    await pour(res, begin, body, rim.stall_ms).catch(rim.broken);
    ended();
  }

  async function writeLater(res: HttpResponse, awaited: Promise<ApiResponse>): Promise<void> {
    let gone = false;
    res.onAborted(() => {
      gone = true;
    });
    running++;
    const response = await awaited;
    const {body} = response;
    if (!isStreamed(body)) {
      if (!gone) res.cork(() => write(res, response, body, stopping));
    } else if (gone) body.close();
    else await writeStream(res, response, body);
    ended();
  }

  app.any('/*', (res, req) => {
    const response = answer(copyRequest(req));
    if (response instanceof Promise) writeLater(res, response);
    else if (isStreamed(response.body)) writeStream(res, response, response.body);
    else write(res, response, response.body, stopping);
  });

  /** Waits for the running answers and those to requests that are on their way, at most so long. */
  async function quiet(grace_ms: number): Promise<void> {
    const end = performance.now() + grace_ms;
    do {
      const rest = Math.max(0, end - performance.now());
      if (running > 0) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          idle = done;
          timer = setTimeout(done, rest);
        });
        clearTimeout(timer);
      }
      await pause(Math.min(LAST_MS, rest));
    } while (running > 0 && performance.now() < end);
  }

  return new Promise((resolve, reject) => {
    app.listen(host, port, (socket) => {
      if (!socket) {
        reject(
          new Error(`cannot listen on ${host}:${port}: the port is taken; set PORT or stop what uses it`),
        );
        return;
      }
      let closed = false;
      const hush = () => {
        if (!stopping) us_listen_socket_close(socket);
        stopping = true;
      };
      const drop = () => {
        hush();
        if (!closed) app.close();
        closed = true;
      };
      const stop = async (grace_ms = GRACE_MS) => {
        hush();
        await quiet(grace_ms);
        drop();
      };
      resolve({port: us_socket_local_port(socket), stop, drop});
    });
  });
}
