/** Whether an account with a limit gets exactly as many answers, beside all other load. */
import {Agent} from 'node:http';
import type {Server} from '../helpers/stack.ts';
import {ask, type Target} from './targets.ts';

/** Requests that run at a time. */
const CONNECTIONS = 8;

export interface Probe {
  admitted: number;
  refused: number;
  broken: number;
  /** Whether any thread counted without Redis meanwhile. */
  isAlone: boolean;
}

/**
 * Requests that were counted without Redis since the server began. Asked again where the thread that should
 * answer has just died.
 */
export async function countedAlone({base}: Pick<Server, 'base'>, metricsToken: string): Promise<number> {
  const ask = () => fetch(`${base}/metrics`, {headers: {Authorization: `Bearer ${metricsToken}`}});
  const response = await ask().catch(ask).catch(ask);
  const [, count] = /^fpd_counted_without_redis_total (\d+)$/m.exec(await response.text()) ?? [];
  if (count === undefined) throw new Error(`/metrics has no counts without Redis: ${response.status}`);
  return Number(count);
}

/** Sends more requests than an account may. */
export async function probeLimit(
  server: Server,
  key: string,
  metricsToken: string,
  sent: number,
): Promise<Probe> {
  const agent = new Agent({keepAlive: true, maxSockets: CONNECTIONS});
  const result = {admitted: 0, refused: 0, broken: 0};
  const target: Target = {group: 'list', path: '/api/v1/contracts?limit=1'};
  const before = await countedAlone(server, metricsToken);
  const one = async (): Promise<void> => {
    const status = await ask({server, key, token: '', agent}, target).then(
      (got) => got.status,
      () => 0,
    );
    if (status === 200) result.admitted++;
    else if (status === 429) result.refused++;
    else result.broken++;
  };
  await Promise.all(Array.from({length: sent}, one));
  agent.destroy();
  return {...result, isAlone: (await countedAlone(server, metricsToken)) > before};
}

/**
 * What is wrong with the answers to twice as many requests as the limit; null: nothing. Requests whose answer
 * broke off may have been counted. Where Redis failed meanwhile, the server counted on by itself: the limit
 * may then be admitted once more.
 */
export function wrongProbe({admitted, refused, broken, isAlone}: Probe, limit: number): string | null {
  const isWhole = admitted + refused + broken === 2 * limit;
  if (isAlone && isWhole && admitted + broken >= limit) return null;
  if (admitted <= limit && refused <= limit && admitted + refused + broken === 2 * limit) return null;
  return `a limit of ${limit} admitted ${admitted}, refused ${refused}, ${broken} broke${isAlone ? ', without Redis' : ''}`;
}
