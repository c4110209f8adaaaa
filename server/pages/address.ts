/** The client address of a request to the account port. */
import type {HttpBindings} from '@hono/node-server';
import type {Context} from 'hono';
import {clientAddress} from '../http/client_address.ts';

/** The address that the outermost trusted proxy saw; without proxies the peer of the connection. */
export function addressOf(c: Context, proxies: number): string {
  const peer = (c.env as HttpBindings | undefined)?.incoming?.socket?.remoteAddress ?? 'unknown';
  return clientAddress(peer, c.req.header('x-forwarded-for'), proxies);
}
