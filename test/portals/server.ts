/** A local server that records its requests, base of the portals of the tests. */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {gzipSync} from 'node:zlib';

export type Handle = (request: IncomingMessage, url: URL, response: ServerResponse) => void;

export interface Server {
  base: string;
  /** But for those of its robots.txt. */
  requests: {path: string; headers: IncomingMessage['headers']}[];
  /** Without a text the server has none. */
  robots: {text?: string};
  /** Most requests that were open at one time. */
  maxOpen: () => number;
  close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startServer(handle: Handle): Promise<Server> {
  const requests: Server['requests'] = [];
  const robots: Server['robots'] = {};
  let open = 0;
  let maxOpen = 0;
  const server = createServer((request, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    if (request.url === '/robots.txt') {
      response
        .writeHead(robots.text === undefined ? 404 : 200, {'content-type': 'text/plain'})
        .end(robots.text);
      return;
    }
    requests.push({path: request.url ?? '', headers: request.headers});
    handle(request, new URL(request.url ?? '/', 'http://127.0.0.1'), response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const {port} = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    robots,
    maxOpen: () => maxOpen,
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, {'content-type': 'application/json'});
  return response.end(JSON.stringify(body));
}

/** Sends JSON, compressed where the client asks for it. */
export function sendPacked(request: IncomingMessage, response: ServerResponse, text: string) {
  const packed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    ...(packed ? {'content-encoding': 'gzip'} : {}),
  });
  return response.end(packed ? gzipSync(text) : text);
}
