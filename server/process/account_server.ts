/** The account port: a member of the crew that answers in the main thread. */
import {serve} from '@hono/node-server';
import {attachBuild} from '../../engine/open.ts';
import type {Database} from '../accounts/database.ts';
import {windowsTable} from '../accounts/windows.ts';
import type {Context} from '../api/context.ts';
import {ownRoom} from '../http/buffers.ts';
import {viewOf} from '../limits/memory.ts';
import {openLimits} from '../limits/open.ts';
import {openLog} from '../log.ts';
import {VERSION} from '../version.ts';
import {accountApp} from './account_app.ts';
import {openServing} from './serving.ts';
import type {Begin} from './worker_pool.ts';

/** Longest time for an answer to a tool. */
const PATIENCE_MS = 10_000;

/** Running answers have so long once the port stops; then connections end that are silent or send half a request. */
const STOP_MS = 3_000;

/** A visitor who sends so slowly is dropped, as soon as the next look at all connections finds him. */
const SERVER = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
};

export interface AccountPort {
  host: string;
  port: number;
  /** Scheme and host by which it is reached. */
  origin: string;
  /** Scheme and host by which the API is reached. */
  api: string;
  /** Origins of web pages that may call the tool server beside its own. */
  toolOrigins: readonly string[];
  proxies: number;
  database: Database;
}

/** Tool calls know their account: no key is ever looked up here. */
const NO_KEYS: Context['store'] = {find: () => null, healthy: () => true};

/** Begins to answer at the port; rejects when nothing can listen there. */
export const startAccounts =
  ({host, port, origin, api, toolOrigins, proxies, database}: AccountPort): Begin =>
  async ({logLevel, counters, redis, startedAt, offer}, tell) => {
    const log = openLog(logLevel);
    const limits = await openLimits(viewOf(counters), windowsTable(database).of, redis, log);
    const serving = openServing(attachBuild, (serial) => tell({kind: 'released', serial}));
    if (offer) serving.serve(offer);
    const context: Context = {
      builds: serving,
      store: NO_KEYS,
      limits,
      documents: new Map(),
      version: VERSION,
      startedAt,
      now: () => Date.now(),
      log,
      room: ownRoom,
      patience_ms: PATIENCE_MS,
    };
    const {fetch} = accountApp({origin, api, toolOrigins, proxies, database, limits, context});
    const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
      const made = serve({fetch, hostname: host, port, serverOptions: SERVER}, () => resolve(made));
      made.once('error', (cause: Error) =>
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
    tell({kind: 'listening'});
    const stop = () =>
      server.close(() => {
        limits.close();
        tell({kind: 'stopped'});
      });
    return {
      hear(message) {
        if (message.kind === 'stop') {
          stop();
          if ('closeIdleConnections' in server) server.closeIdleConnections();
          setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), STOP_MS).unref();
          return;
        }
        serving.serve(message.offer);
        tell({kind: 'serving', serial: message.offer.serial});
      },
    };
  };
