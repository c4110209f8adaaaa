/**
 * A TCP proxy before a service, which fails on demand: refuses, falls silent, is slow, garbles or breaks off
 * what the service sends.
 */
import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

export type NetworkFault =
  /** Connections are closed at once, those that are open, too. */
  | {kind: 'cut'}
  /** Connections stay open, nothing is passed on. */
  | {kind: 'silence'}
  /** Every piece of an answer comes this much later. */
  | {kind: 'delay'; ms: number}
  /** Answers are bytes without meaning, all or those after so many. */
  | {kind: 'garbage'; after?: number}
  /** Connections are reset after so many bytes of answers. */
  | {kind: 'reset'; after: number}
  /** Answers come so many bytes at a time. */
  | {kind: 'drip'; bytes: number; ms: number};

export interface TcpProxy {
  port: number;
  /** From now on; null: none. */
  setFault(fault: NetworkFault | null): void;
  /** Connections that were accepted. */
  accepted(): number;
  close(): Promise<void>;
}

interface Pair {
  client: Socket;
  service: Socket;
  /** Whether bytes were swallowed: as on a connection whose other end is gone, nothing comes any more. */
  isDead: boolean;
  /** Bytes of answers that were passed on under the present fault. */
  passed: number;
  /** Answers are passed on one after the other. */
  last: Promise<void>;
}

/** A client on a busy machine has read what came so long ago. */
const READ_MS = 20;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a proxy on a free port before `port` of this machine. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  let fault: NetworkFault | null = null;
  let accepted = 0;
  const pairs = new Set<Pair>();

  const drop = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.service.destroy();
  };

  async function pass(pair: Pair, chunk: Buffer): Promise<void> {
    const now = fault;
    if (now === null) pair.client.write(chunk);
    else if (now.kind === 'delay') {
      await pause(now.ms);
      pair.client.write(chunk);
    } else if (now.kind === 'garbage') {
      const from = (now.after ?? 0) - pair.passed;
      pair.passed += chunk.length;
      pair.client.write(Buffer.from(chunk.map((byte, at) => (at < from ? byte : byte ^ (at * 31 + 7)))));
    } else if (now.kind === 'reset') {
      pair.client.write(chunk.subarray(0, Math.max(0, now.after - pair.passed)));
      pair.passed += chunk.length;
      if (pair.passed < now.after) return;
      // A reset throws away what the client has not read.
      await pause(READ_MS);
      pairs.delete(pair);
      pair.client.resetAndDestroy();
      pair.service.destroy();
    } else if (now.kind === 'drip') {
      for (let at = 0; at < chunk.length && !pair.client.destroyed; at += now.bytes) {
        pair.client.write(chunk.subarray(at, at + now.bytes));
        // The fault may have ended.
        if (fault === now) await pause(now.ms);
      }
    }
  }

  const server = createServer((client) => {
    accepted++;
    if (fault?.kind === 'cut') {
      client.destroy();
      return;
    }
    const pair: Pair = {
      client,
      service: connect(port, '127.0.0.1'),
      isDead: false,
      passed: 0,
      last: Promise.resolve(),
    };
    pairs.add(pair);
    client.setNoDelay(true);
    pair.service.setNoDelay(true);
    client.on('data', (chunk) => {
      pair.isDead ||= fault?.kind === 'silence';
      if (!pair.isDead) pair.service.write(chunk);
    });
    pair.service.on('data', (chunk) => {
      pair.isDead ||= fault?.kind === 'silence';
      if (pair.isDead) return;
      pair.last = pair.last.then(() => (client.destroyed ? undefined : pass(pair, chunk)));
    });
    for (const socket of [client, pair.service]) {
      socket.on('error', () => drop(pair));
      socket.on('close', () => pair.last.then(() => drop(pair)));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  function setFault(next: NetworkFault | null): void {
    fault = next;
    for (const pair of pairs) {
      pair.passed = 0;
      if (next?.kind === 'cut') drop(pair);
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    setFault,
    accepted: () => accepted,
    async close() {
      for (const pair of pairs) drop(pair);
      server.close();
      await once(server, 'close');
    },
  };
}
