/** The client address of a request for accounts, OAuth or the tools. */
import type {Context} from 'hono';
import {clientAddress} from '../http/client_address.ts';
import type {PageEnv} from './env.ts';

/** The address that the outermost trusted proxy saw; without proxies the peer of the connection. */
export const addressOf = (c: Context<PageEnv>, proxies: number): string =>
  clientAddress(c.env?.peer ?? 'unknown', c.req.header('x-forwarded-for'), proxies);
