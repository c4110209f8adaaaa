/** A tool server over rows in memory at an address, for clients that know nothing of tokens. */
import {once} from 'node:events';
import {createRequire} from 'node:module';
import type {AddressInfo} from 'node:net';
import {createAdaptorServer} from '@hono/node-server';
import {toolService} from './tools.ts';

/** Where a package has a file; null where it is not installed. */
export function installed(file: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return null;
  }
}

/** Listens at `origin`, and gives every request a token. Node's own Response stays, which clients compare with. */
export async function listeningTools() {
  let forward: (request: Request) => Promise<Response> = async () => new Response(null, {status: 503});
  // A request of Node's own, as servers make one: that of the adaptor cannot be copied.
  const fetch = async (request: Request): Promise<Response> => {
    const {url, method, headers} = request;
    const body = method === 'POST' ? await request.text() : null;
    return forward(new Request(url, {method, headers, body}));
  };
  const server = createAdaptorServer({fetch, overrideGlobalObjects: false});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const service = await toolService(undefined, origin);
  forward = service.forward;
  return {
    origin,
    service,
    async close() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await service.close();
    },
  };
}

export type ListeningTools = Awaited<ReturnType<typeof listeningTools>>;
