/** Whether somebody looks at the answer, so that what is shown once may be shown now. */
import type {Context} from 'hono';

/** Not for headers alone, nor for a browser that fetches a page before it is asked for. */
export const isLookedAt = (c: Context): boolean =>
  c.req.method === 'GET' && c.req.header('sec-purpose') === undefined;
