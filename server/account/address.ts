/** The visitor's address, behind reverse proxies too. */
import type {HttpBindings} from '@hono/node-server';
import type {Context} from 'hono';

/**
 * The address that the outermost of our proxies saw: each adds one to the end of `X-Forwarded-For`, so what a visitor
 * writes there himself stands before those and is never believed. Without proxies: the peer of the connection.
 */
export function addressOf(c: Context, proxies: number): string {
  const peer = (c.env as HttpBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown';
  if (proxies === 0) return peer;
  const said = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return said.at(-proxies) || peer;
}
