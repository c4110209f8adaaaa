/** The tool server, `POST /mcp`: MCP over streamable HTTP, all versions at one address, JSON responses. */
import {Hono, type MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {cors} from 'hono/cors';
import {accountTables} from '../accounts/tables.ts';
import {type BearerEnv, bearer} from '../oauth/bearer.ts';
import {typeOf} from '../oauth/parameters.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {BODY_BYTES, errorAnswer} from './errors.ts';

/** Some clients end every address with a slash. */
const PATHS = ['/mcp', '/mcp/'];

/** Rejects web pages of foreign origins; other clients send no `Origin`. */
const ownOrigin =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && !allowed.includes(origin)) return errorAnswer('origin');
    await next();
    c.header('Cache-Control', 'no-store');
  };

/** CORS for allowed pages; the exposed challenge names the metadata that leads to a token. */
const forPages = (allowed: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...allowed],
    allowMethods: ['POST'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Accept',
      'MCP-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ],
    exposeHeaders: ['WWW-Authenticate'],
    maxAge: 86_400,
  });

function parsed(text: string): {body: unknown} | null {
  try {
    return {body: JSON.parse(text)};
  } catch {
    return null;
  }
}

export function toolsApp(services: AccountServices): Hono<BearerEnv> {
  const {accounts} = accountTables(services);
  const origins = [services.origin, ...services.toolOrigins];
  const app = new Hono<BearerEnv>();
  for (const path of PATHS) app.use(path, ownOrigin(origins), forPages(origins));
  app.on(
    'POST',
    PATHS,
    bearer(services),
    bodyLimit({maxSize: BODY_BYTES, onError: () => errorAnswer('large')}),
    async (c) => {
      if (typeOf(c) !== 'application/json') return errorAnswer('media');
      const read = parsed(await c.req.text());
      if (!read) return errorAnswer('json');
      const account = accounts.principal(c.get('account'));
      if (!account) throw new Error('a token of a closed account passed');
      const principal = {...account, group: 'tools' as const};
      // Its tables take their time: it is loaded with the first message.
      const {answerTo} = await import('./messages.ts');
      return answerTo(read.body, (name) => c.req.header(name), {principal, context: services.context});
    },
  );
  for (const path of PATHS) app.all(path, () => errorAnswer('verb'));
  return app;
}
