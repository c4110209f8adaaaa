/** Redirects visitors to the canonical host, which forms and cookies belong to. */
import type {Context} from 'hono';
import type {AccountServices} from './account_services.ts';

/** Names of the local machine: people type any of them, and each has its own cookies. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopback = ({protocol, hostname}: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/**
 * The canonical address of the request; null if it is canonical. Other hosts are left alone: behind a proxy,
 * the requested host may differ from what the visitor typed.
 */
export function canonicalAddress(c: Context, {origin}: Pick<AccountServices, 'origin'>): string | null {
  const [requested, canonical] = [new URL(c.req.url), new URL(origin)];
  if (!isLoopback(requested) || !isLoopback(canonical)) return null;
  if (requested.hostname === canonical.hostname || requested.port !== canonical.port) return null;
  return origin + requested.pathname + requested.search;
}
