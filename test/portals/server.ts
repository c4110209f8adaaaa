/** A local server that records its requests, base of the portals of the tests. */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

export type Handle = (request: IncomingMessage, url: URL, response: ServerResponse) => void;

export interface Server {
  base: string;
  requests: {path: string; headers: IncomingMessage['headers']}[];
  /** Most requests that were open at one time. */
  maxOpen: () => number;
  close: () => Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startServer(handle: Handle): Promise<Server> {
  const requests: Server['requests'] = [];
  let open = 0;
  let maxOpen = 0;
  const server = createServer((request, response) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    response.once('close', () => {
      open -= 1;
    });
    requests.push({path: request.url ?? '', headers: request.headers});
    handle(request, new URL(request.url ?? '/', 'http://127.0.0.1'), response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const {port} = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
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
