/** All that the account port answers; each part is an app of its own. */
import type {HttpBindings} from '@hono/node-server';
import {type Context, Hono} from 'hono';
import {HTTPException} from 'hono/http-exception';
import {toolsApp} from '../mcp/app.ts';
import {oauth} from '../oauth/app.ts';
import type {Site} from '../pages/account_services.ts';
import {addressOf} from '../pages/address.ts';
import type {Known} from '../pages/env.ts';
import {faultPage} from '../pages/error_pages.ts';
import {EVERYWHERE} from '../pages/headers.ts';
import {accountPages, isAccountPath} from '../pages/pages.ts';

/** Whether the request never arrived in whole, as its visitor went, was too slow or broke the form of its body. */
function isCutOff(c: Context): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

/** The app of the account port. */
export function accountApp(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.use(async (c, next) => {
    c.set('address', addressOf(c, site.proxies));
    await next();
    for (const [name, value] of Object.entries(EVERYWHERE)) c.header(name, value);
  });
  app.route('/', accountPages(site));
  app.route('/', oauth(site));
  app.route('/', toolsApp(site));
  app.notFound((c) =>
    isAccountPath(c.req.path) ? faultPage(c, site, 'not_found') : c.text('Not found.\n', 404),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    // Nobody reads this: the connection ended in the middle of the request, which is no fault of ours.
    if (isCutOff(c)) return c.body(null, 400);
    // The message may hold what the visitor sent: only its kind and place are told.
    const {name, stack} = error;
    const where = stack?.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
    site.context.log.error({err: {name, where: where.trim()}, path: c.req.path}, 'account page failed');
    if (isAccountPath(c.req.path)) return faultPage(c, site, 'fault');
    return c.text('Something went wrong here. Try again in a moment.\n', 500);
  });
  return app;
}
