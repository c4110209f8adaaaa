/** The app of accounts: mounts the account pages, OAuth and the tool server. */
import {Hono} from 'hono';
import {HTTPException} from 'hono/http-exception';
import {requestId} from 'hono/request-id';
import {toolsApp} from '../mcp/app.ts';
import {oauthApp} from '../oauth/app.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {addressOf} from '../pages/address.ts';
import type {PageEnv} from '../pages/env.ts';
import {errorPage} from '../pages/error_pages.tsx';
import {accountPages, isAccountPath} from '../pages/pages.ts';
import {COMMON_HEADERS} from '../site/respond.ts';

const isStoreGone = ({database}: AccountServices): boolean => database.files.fault() !== null;

/** Nothing can be stored, and no page can be trusted: not even whether somebody is signed in. */
const notStored = (): Response =>
  new Response('Accounts cannot be reached now. Try again later.\n', {
    status: 503,
    headers: {...COMMON_HEADERS, 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '60'},
  });

export function accountApp(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.use(requestId());
  app.use(async (c, next) => {
    c.set('address', addressOf(c, services.proxies));
    // Before: what is refused shall not happen. After: what was answered may not have been stored.
    if (isStoreGone(services)) return notStored();
    await next();
    if (isStoreGone(services)) c.res = notStored();
    for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  });
  app.route('/', accountPages(services));
  app.route('/', oauthApp(services));
  app.route('/', toolsApp(services));
  app.notFound((c) =>
    isAccountPath(c.req.path) ? errorPage(c, services, 'not_found') : c.text('Not found.\n', 404),
  );
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    // The message may quote what the visitor sent: only the error's name and location are logged.
    const {name, stack} = error;
    const where = stack?.split('\n').find((line) => line.trimStart().startsWith('at ')) ?? '';
    const request_id = c.get('requestId');
    const fields = {err: {name, where: where.trim()}, path: c.req.path, request_id};
    services.context.log.error(fields, 'account page failed');
    if (isAccountPath(c.req.path)) return errorPage(c, services, 'fault');
    return c.text('Something went wrong here. Try again in a moment.\n', 500);
  });
  return app;
}
