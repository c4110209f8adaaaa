/** The one address of the pages: forms and cookies belong to it, so visitors by another name of this machine are sent there. */
import type {Context} from 'hono';
import type {Site} from './account_services.ts';

/** Names of one's own machine: people type any of them, and each has cookies of its own. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = ({protocol, hostname}: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/**
 * Where to go instead; null where the visitor is right. Other hosts are left alone: behind a proxy, what the request says
 * of its host need not be what the visitor typed.
 */
export function elsewhere(c: Context, {origin}: Pick<Site, 'origin'>): string | null {
  const [asked, home] = [new URL(c.req.url), new URL(origin)];
  if (!isLoopback(asked) || !isLoopback(home)) return null;
  if (asked.hostname === home.hostname || asked.port !== home.port) return null;
  return origin + asked.pathname + asked.search;
}
