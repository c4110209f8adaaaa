/** All that the account port answers; each part is an app of its own. */
import {Hono} from 'hono';
import {HTTPException} from 'hono/http-exception';
import {oauth} from '../oauth/app.ts';
import {toolsApp} from '../tools/app.ts';
import {addressOf} from './address.ts';
import {faultPage} from './faults.ts';
import {accountPages, isAccountPath} from './pages.ts';
import type {Known, Site} from './site.ts';

/** The app of the account port. */
export function accountApp(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(async (c, next) => {
    c.set('address', addressOf(c, site.proxies));
    await next();
  });
  app.route('/', accountPages(site));
  app.route('/', oauth(site));
  app.route('/', toolsApp(site));
  app.notFound((c) =>
    isAccountPath(c.req.path) ? faultPage(c, site, 'not_found') : c.text('Not found.\n', 404),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    // The message may hold what the visitor sent: only its kind and place are told.
    const {name, stack} = error;
    const where = stack?.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
    site.context.log.error({err: {name, where: where.trim()}, path: c.req.path}, 'account page failed');
    if (isAccountPath(c.req.path)) return faultPage(c, site, 'fault');
    return c.text('Something went wrong here. Try again in a moment.\n', 500);
  });
  return app;
}
