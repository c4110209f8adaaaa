/** All that the account port answers; each part is an app of its own. */
import {Hono} from 'hono';
import {HTTPException} from 'hono/http-exception';
import {addressOf} from './address.ts';
import type {Known, Site} from './site.ts';

/** The app of the account port. */
export function accountApp(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(async (c, next) => {
    c.set('address', addressOf(c, site.proxies));
    await next();
  });
  app.notFound((c) => c.text('Not found.\n', 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    // The message may hold what the visitor sent: only its kind and place are told.
    const {name, stack} = error;
    const where = stack?.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
    site.context.log.error({err: {name, where: where.trim()}, path: c.req.path}, 'account page failed');
    return c.text('Something went wrong here. Try again in a moment.\n', 500);
  });
  return app;
}
