/** `POST /mcp`: the tool server over streamable HTTP, stateless and in JSON (specification 8). */
import {isJsonContentType} from '@modelcontextprotocol/sdk/shared/mediaType.js';
import {Hono, type MiddlewareHandler} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {cors} from 'hono/cors';
import {tablesOf} from '../accounts/tables.ts';
import {bearer, type Called} from '../oauth/bearer.ts';
import {resourceOf} from '../oauth/constants.ts';
import type {Site} from '../pages/account_services.ts';
import {BODY_BYTES, refusal} from './errors.ts';
import {answerTo, bodyFault} from './messages.ts';

const PATH = '/mcp';

/** Refuses web pages of other origins; clients that are no web pages send none. */
const ownOrigin =
  (allowed: readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && !allowed.includes(origin)) return refusal('origin');
    await next();
    c.header('Cache-Control', 'no-store');
  };

/** For the pages that are allowed; the challenge tells them where to get a token. */
const forPages = (allowed: readonly string[]): MiddlewareHandler =>
  cors({
    origin: [...allowed],
    allowMethods: ['POST'],
    allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'MCP-Protocol-Version'],
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

/** The app of the tool server. */
export function toolsApp(site: Site): Hono<Called> {
  const {accounts} = tablesOf(site);
  const origins = [site.origin, ...site.toolOrigins];
  const app = new Hono<Called>();
  app.use(PATH, ownOrigin(origins), forPages(origins));
  app.post(
    PATH,
    bearer(site),
    bodyLimit({maxSize: BODY_BYTES, onError: () => refusal('large')}),
    async (c) => {
      if (!isJsonContentType(c.req.header('content-type'))) return refusal('media');
      const read = parsed(await c.req.text());
      if (!read) return refusal('json');
      const fault = bodyFault(read.body, c.req.header('mcp-protocol-version'));
      if (fault) return refusal(fault);
      const holder = accounts.holder(c.get('account'));
      if (!holder) throw new Error('a token of a closed account passed');
      return answerTo(read.body, resourceOf(site), {...holder, group: 'tools'}, site.context);
    },
  );
  app.all(PATH, () => refusal('verb'));
  return app;
}
