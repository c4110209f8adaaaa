/** The account port: a worker of the pool that runs in the main thread. */
import {type HttpBindings, serve} from '@hono/node-server';
import {attachBuild} from '../../engine/open.ts';
import type {Database} from '../accounts/database.ts';
import {passwordHashing} from '../accounts/passwords.ts';
import {windowsTable} from '../accounts/windows.ts';
import type {ApiContext} from '../api/context.ts';
import {openMetrics} from '../api/metrics.ts';
import {keepDocuments} from '../api/static_documents.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {viewCounters} from '../limits/counter_memory.ts';
import {openLimits} from '../limits/open_limits.ts';
import {openLog} from '../log.ts';
import {VERSION} from '../version.ts';
import {accountApp} from './account_app.ts';
import {openCurrentBuild, takeBuild} from './current_build.ts';
import {readBeforeClosing} from './idle_connections.ts';
import type {StartWorker} from './spawn.ts';

/** Timeout of a tool call. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Grace period of running responses; afterwards idle and half-sent connections are closed. */
const STOP_MS = 3_000;

/**
 * Slow senders are dropped at the next check of all connections. Idle connections stay open for longer than clients and balancers
 * keep theirs: a request that crosses the end of its connection is lost, and a tool call is a POST, which nobody sends again.
 */
export const HTTP_OPTIONS = {
  keepAliveTimeout: 75_000,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

export interface AccountServerOptions {
  host: string;
  port: number;
  /** Public scheme and host of this port. */
  origin: string;
  /** Public scheme and host of the API. */
  api: string;
  /** Origins of web pages that may call the tool server, besides its own. */
  toolOrigins: readonly string[];
  proxies: number;
  database: Database;
}

/** Node.js takes the first of several hosts: which one a proxy took is not known. */
const hasSeveralHosts = ({incoming}: HttpBindings): boolean =>
  incoming.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Tool calls know their account: no key is ever looked up here. */
const KEYLESS_STORE: ApiContext['store'] = {find: () => null, healthy: () => true};

/** Starts the server; rejects if the port is not available. */
export const accountServer =
  ({host, port, origin, api, toolOrigins, proxies, database}: AccountServerOptions): StartWorker =>
  async ({logLevel, counters, redis, startedAt, code, offer, others, state, metrics, site}, post) => {
    const log = openLog(logLevel);
    const counts = openMetrics(metrics.memory, metrics.thread);
    const limits = await openLimits(
      viewCounters(counters),
      windowsTable(database).get,
      redis,
      log,
      counts.countLocal,
    );
    const serving = openCurrentBuild(attachBuild, (serial) => post({kind: 'released', serial}));
    if (offer) serving.serve(offer);
    for (const other of others) serving.prepare(other);
    const context: ApiContext = {
      builds: serving,
      state: () => state,
      metrics: counts,
      metricsToken: '',
      store: KEYLESS_STORE,
      limits,
      documents: keepDocuments({}),
      version: VERSION,
      code,
      origin: api,
      startedAt,
      now: () => Date.now(),
      log,
      allocate: allocateBuffer,
      timeout_ms: ANSWER_TIMEOUT_MS,
    };
    const hashing = passwordHashing();
    const app = accountApp({
      origin,
      apiOrigin: api,
      hasSite: site !== null && site !== undefined,
      toolOrigins,
      proxies,
      database,
      hashing,
      limits,
      context,
    });
    const fetch: Parameters<typeof serve>[0]['fetch'] = (request, env) =>
      hasSeveralHosts(env as HttpBindings)
        ? new Response(null, {status: 400, headers: {Connection: 'close'}})
        : app.fetch(request, env);
    const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
      const created = serve({fetch, hostname: host, port, serverOptions: HTTP_OPTIONS}, () =>
        resolve(created),
      );
      if ('keepAliveTimeout' in created) readBeforeClosing(created);
      created.once('error', (cause: Error) =>
        reject(
          new Error(
            `cannot listen on ${host}:${port}: ${cause.message}; set ACCOUNT_PORT or stop what uses it`,
            {
              cause,
            },
          ),
        ),
      );
    });
    post({kind: 'listening'});
    const stop = () =>
      server.close(() => {
        limits.close();
        post({kind: 'stopped'});
      });
    return {
      onMessage(message) {
        if (message.kind === 'stop') {
          stop();
          if ('closeIdleConnections' in server) server.closeIdleConnections();
          setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), STOP_MS).unref();
          return;
        }
        // Nothing of this port tells the state.
        if (message.kind !== 'state' && message.kind !== 'pages') takeBuild(message, serving, post);
      },
    };
  };
