/** Reads objects over connections that are kept for the next ones. */
import type {IncomingMessage} from 'node:http';
import {Connection} from './connection.ts';
import type {ResponseHead} from './response_head.ts';
import type {SignedRequest} from './signed_request.ts';

export interface Answer {
  status: number;
  headers: ReadonlyMap<string, string>;
  /** A piece is valid until the next one is asked for. To be read to its end or left on the way, if not `discard` is called. */
  body: AsyncGenerator<Uint8Array>;
  /** Closes the connection of a body that nobody began to read: to leave it would not. */
  discard(): void;
}

/** As the client of Node.js reads it: chunks, and bodies that end with their connection. It takes a quarter of a second to load, and is seldom needed. */
async function getStream({origin, target, headers}: SignedRequest): Promise<Answer> {
  const {get} = origin.startsWith('https:') ? await import('node:https') : await import('node:http');
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const {hostname, port} = new URL(origin);
    const options = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: target,
      headers,
      timeout: 60_000,
    };
    const request = get(options, resolve);
    request.once('error', reject);
    request.once('timeout', () => request.destroy(new Error('the store says nothing more')));
  });
  const named = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  const body = (async function* () {
    yield* incoming as AsyncIterable<Uint8Array>;
  })();
  return {status: incoming.statusCode ?? 0, headers: new Map(named), body, discard: () => incoming.destroy()};
}

export class HttpReader {
  #idle: Connection[] = [];

  /** The answer to a request. Throws errors of the network. */
  async get(request: SignedRequest): Promise<Answer> {
    const {connection, head} = await this.#ask(request);
    if (head.length === null) {
      connection.close();
      return getStream(request);
    }
    const {status, headers} = head;
    const body = connection.body(() => this.#release(connection, head));
    return {status, headers, body, discard: () => connection.close()};
  }

  async #ask(request: SignedRequest): Promise<{connection: Connection; head: ResponseHead}> {
    for (;;) {
      const known = this.#idle.pop();
      const isUsable = known?.isOpen && known.origin === request.origin;
      if (known && !isUsable) known.close();
      const connection = isUsable ? known : new Connection(request.origin);
      connection.hold(true);
      try {
        return {connection, head: await connection.get(request)};
      } catch (error) {
        // The store may close an idle connection in the moment in which it is used again.
        if (!isUsable) throw error;
      }
    }
  }

  #release(connection: Connection, head: ResponseHead): void {
    if (head.isKept) {
      connection.hold(false);
      this.#idle.push(connection);
    } else connection.close();
  }

  /** Closes the connections that nobody uses. */
  close(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle = [];
  }
}
