/** A context for handle() with an engine in memory and one key, for tests without files and sockets. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type AccountStore, openAccountStore} from '../../server/accounts/account_store.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import {cacheKeys} from '../../server/accounts/key_cache.ts';
import {type ApiContext, READY} from '../../server/api/context.ts';
import {allocateMetrics, openMetrics} from '../../server/api/metrics.ts';
import {keepDocuments, shareDocuments} from '../../server/api/static_documents.ts';
import {allocateBuffer} from '../../server/http/buffers.ts';
import {allocateCounters, viewCounters} from '../../server/limits/counter_memory.ts';
import {localLimits} from '../../server/limits/local_limits.ts';
import {storedWindows} from '../../server/limits/stored_windows.ts';
import type {Log} from '../../server/log.ts';
import {type ScanEngine, scanEngine, type Tables} from './engine.ts';
import {exampleTables} from './rows.ts';

export interface Service {
  context: ApiContext;
  engine: ScanEngine;
  store: AccountStore;
  key: string;
  /** What was logged as an error. */
  errors: object[];
  /** Whether the files of the build are there. */
  files: {readable: boolean};
  /** How often the build is in use now. */
  held: {count: number};
  close(): void;
}

export const NOW = new Date('2026-11-21T12:00:00Z');

export async function testService(tables: Tables = exampleTables()): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const engine = scanEngine(tables);
  const store = openAccountStore(join(folder, 'accounts.db'));
  const key = makeKey();
  store.issue('tester', 'enterprise', key, NOW);
  const errors: object[] = [];
  const held = {count: 0};
  const log: Log = {isLevelEnabled: () => true, debug() {}, info() {}, error: (facts) => errors.push(facts)};
  const files = {readable: true};
  const builds: ApiContext['builds'] = {
    info: () => engine.info,
    acquire: () => {
      held.count++;
      return {engine, release: () => held.count--};
    },
    isReadable: () => files.readable,
  };
  const documents = keepDocuments(
    shareDocuments({'/llms.txt': {type: 'text/plain', text: 'operations '.repeat(200)}}),
  );
  const context: ApiContext = {
    builds,
    state: () => READY,
    metrics: openMetrics(allocateMetrics(1), 0),
    metricsToken: '',
    ocidPrefix: '',
    store: cacheKeys(store),
    proxies: 0,
    limits: localLimits(viewCounters(allocateCounters(1)), storedWindows(store.database)),
    documents,
    version: '9.9.9',
    code: '0123456789abcdef',
    origin: 'https://data.example.org',
    startedAt: NOW.getTime() - 5000,
    now: () => NOW.getTime(),
    log,
    allocate: allocateBuffer,
    timeout_ms: 1000,
  };
  const close = () => {
    store.close();
    rmSync(folder, {recursive: true});
  };
  return {context, engine, store, key, errors, files, held, close};
}
