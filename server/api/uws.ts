/** HTTP over uWebSockets.js: copies a request out, awaits its answer, writes it in one piece. */
import './header_size.ts';
import {
  App,
  type HttpRequest,
  type HttpResponse,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import {STATUS_CODES} from 'node:http';
import type {ApiRequest} from '../handle.ts';
import type {ApiResponse} from '../respond.ts';

export interface Listening {
  port: number;
  /** Takes no new connection, closes each busy one behind its next answer, then those that are left. */
  stop(): Promise<void>;
}

/** The request is gone after the first await: everything that is needed is copied here. */
function copyRequest(req: HttpRequest): ApiRequest {
  const query: string | undefined = req.getQuery();
  const headers: Record<string, string> = {};
  req.forEach((name, value) => {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  });
  const target = query === undefined ? req.getUrl() : `${req.getUrl()}?${query}`;
  return {method: req.getCaseSensitiveMethod(), target, headers};
}

/** `last` says `Connection: close` and closes; behind an answer without a body the client must do so itself. */
function write(res: HttpResponse, {status, headers, body}: ApiResponse, last: boolean): void {
  res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
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
  answer: (request: ApiRequest) => Promise<ApiResponse>,
): Promise<Listening> {
  const app = App();
  let running = 0;
  let stopping = false;
  let idle: (() => void) | null = null;

  app.any('/*', async (res, req) => {
    let gone = false;
    res.onAborted(() => {
      gone = true;
    });
    running++;
    const response = await answer(copyRequest(req));
    if (!gone) res.cork(() => write(res, response, stopping));
    running--;
    if (running === 0) idle?.();
  });

  return new Promise((resolve, reject) => {
    app.listen(host, port, (socket) => {
      if (!socket) {
        reject(
          new Error(`cannot listen on ${host}:${port}: the port is taken; set PORT or stop what uses it`),
        );
        return;
      }
      const stop = async () => {
        us_listen_socket_close(socket);
        stopping = true;
        if (running > 0) {
          await new Promise<void>((done) => {
            idle = done;
          });
        }
        app.close();
      };
      resolve({port: us_socket_local_port(socket), stop});
    });
  });
}
