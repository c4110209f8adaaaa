/** Requests at a fixed rate, and how long they took: for the client, and in the server by its log. */
import {Agent, get} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import type {Server} from '../queries/servers.ts';

export interface Load {
  /** Milliseconds until the last byte, for the client. */
  client: number[];
  /** Milliseconds that the server says it took, of the same requests. */
  server: number[];
  /** Bytes of the largest body as it was sent. */
  largest: number;
}

/** Nearest rank. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(figures.length * share) - 1)] ?? Number.NaN;

/**
 * Listens to the log for as long as the server runs; `take` empties what was heard of routes that a test
 * accepts.
 */
export function listenTo(server: Server): (isOwn: (route: string) => boolean) => number[] {
  let heard: {route: string; ms: number}[] = [];
  server.onLog((line) => {
    if (!line.includes('"answered"')) return;
    const {route, ms} = JSON.parse(line) as {route: string; ms: number};
    heard.push({route, ms});
  });
  return (isOwn) => {
    const own = heard.filter(({route}) => isOwn(route)).map(({ms}) => ms);
    heard = [];
    return own;
  };
}

interface Answered {
  ms: number;
  bytes: number;
}

/** Throws for any answer but 200. */
function timed(
  agent: Agent,
  {base, key}: Pick<Server, 'base' | 'key'>,
  target: string,
  encoding: string,
): Promise<Answered> {
  const started = performance.now();
  const headers = {'Accept-Encoding': encoding, ...(key ? {'X-API-Key': key} : {})};
  return new Promise((resolve, reject) => {
    get(base + target, {agent, headers}, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${target} answered ${answer.statusCode}`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () => resolve({ms: performance.now() - started, bytes}));
    }).once('error', reject);
  });
}

/** Sends requests at their times, whether earlier ones were answered or not, and waits for all. */
export async function atRate(
  server: Pick<Server, 'base' | 'key'>,
  {rate, count, encoding}: {rate: number; count: number; encoding: string},
  target: (i: number) => string,
): Promise<Omit<Load, 'server'>> {
  const agent = new Agent({keepAlive: true, maxSockets: 64});
  const started = performance.now();
  const answers: Promise<Answered>[] = [];
  for (let i = 0; i < count; i++) {
    const wait = started + (i * 1000) / rate - performance.now();
    if (wait > 0) await pause(wait);
    answers.push(timed(agent, server, target(i), encoding));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return {client: all.map(({ms}) => ms), largest: Math.max(...all.map(({bytes}) => bytes))};
}
