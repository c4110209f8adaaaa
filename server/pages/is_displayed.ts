/** Tells whether a response will be displayed, so that one-time content may be shown. */
import type {Context} from 'hono';

/** False for HEAD, and for pages that a browser prefetches. */
export const isDisplayed = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('sec-purpose') === undefined;
