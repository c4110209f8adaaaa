/** Serves the folder of a site on this machine: files, ranges of them, and the shell for all other addresses. */
import {readFile} from 'node:fs/promises';
import type {Server} from 'node:http';
import {join} from 'node:path';
import {createAdaptorServer} from '@hono/node-server';
import {serveStatic} from '@hono/node-server/serve-static';
import {Hono} from 'hono';

/** A server of the folder; call `listen` on it. */
export function staticServer(out: string): Server {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-cache');
  });
  app.use(serveStatic({root: out, allowPercentInPath: true}));
  app.notFound(async (context) => context.html(await readFile(join(out, '404.html'), 'utf8'), 404));
  return createAdaptorServer({fetch: app.fetch, overrideGlobalObjects: false}) as Server;
}
