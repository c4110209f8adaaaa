/** A context for handle() with an engine in memory and one key, for tests without files and sockets. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {makeKey} from '../../server/accounts/api_key.ts';
import {remembering} from '../../server/accounts/key_cache.ts';
import {openStore, type Store} from '../../server/accounts/store.ts';
import {windowsTable} from '../../server/accounts/windows.ts';
import type {Context} from '../../server/api/context.ts';
import {holdDocuments} from '../../server/api/static_documents.ts';
import {ownRoom} from '../../server/http/buffers.ts';
import {localLimits} from '../../server/limits/counters.ts';
import {countersMemory, viewOf} from '../../server/limits/memory.ts';
import type {Log} from '../../server/log.ts';
import {type ScanEngine, scanEngine} from './engine.ts';
import {exampleTables} from './rows.ts';

export interface Service {
  context: Context;
  engine: ScanEngine;
  store: Store;
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

export async function testService(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const engine = scanEngine(exampleTables());
  const store = openStore(join(folder, 'accounts.db'));
  const key = makeKey();
  store.issue('tester', 'enterprise', key, NOW);
  const errors: object[] = [];
  const held = {count: 0};
  const log: Log = {isLevelEnabled: () => true, debug() {}, info() {}, error: (facts) => errors.push(facts)};
  const files = {readable: true};
  const builds: Context['builds'] = {
    info: () => engine.info,
    hold: () => {
      held.count++;
      return {engine, release: () => held.count--};
    },
    readable: async () => files.readable,
  };
  const documents = await holdDocuments({'/llms.txt': {type: 'text/plain', text: 'operations '.repeat(200)}});
  const context: Context = {
    builds,
    store: remembering(store),
    limits: localLimits(viewOf(countersMemory(1)), windowsTable(store.database).of),
    documents,
    version: '9.9.9',
    startedAt: NOW.getTime() - 5000,
    now: () => NOW.getTime(),
    log,
    room: ownRoom,
    patience_ms: 1000,
  };
  const close = () => {
    store.close();
    rmSync(folder, {recursive: true});
  };
  return {context, engine, store, key, errors, files, held, close};
}
