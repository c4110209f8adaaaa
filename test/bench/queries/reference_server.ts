/** Program: the server of the project over the DuckDB reference instead of the index. */
import pino from 'pino';
import {dataPaths} from '../../../datasets/artefacts.ts';
import {settings} from '../../../datasets/settings.ts';
import {openAccountStore} from '../../../server/accounts/account_store.ts';
import {cacheKeys} from '../../../server/accounts/key_cache.ts';
import {windowsTable} from '../../../server/accounts/windows.ts';
import {READY} from '../../../server/api/context.ts';
import {handle} from '../../../server/api/dispatch.ts';
import {allocateMetrics, openMetrics} from '../../../server/api/metrics.ts';
import {allocateBuffer} from '../../../server/http/buffers.ts';
import {listen} from '../../../server/http/transport.ts';
import {allocateCounters, viewCounters} from '../../../server/limits/counter_memory.ts';
import {localLimits} from '../../../server/limits/local_limits.ts';
import {VERSION} from '../../../server/version.ts';
import {openReference} from '../../reference/open.ts';

const MEMORY_MB = 4096;
const PATIENCE_MS = 60_000;

const {DATA_DIR} = settings(process.env);
const log = pino({level: 'error', base: null}, pino.destination({fd: 2, sync: true}));
const bounds = {memory_mb: MEMORY_MB, timeout_ms: PATIENCE_MS};
const engine = await openReference(dataPaths(DATA_DIR).current, bounds);
const held = {engine, release: () => {}};
const store = openAccountStore(dataPaths(DATA_DIR).accounts);
const context = {
  state: () => READY,
  metrics: openMetrics(allocateMetrics(1), 0),
  metricsToken: '',
  origin: '',
  builds: {info: () => engine.info, acquire: () => held, isReadable: async () => true},
  store: cacheKeys(store),
  limits: localLimits(viewCounters(allocateCounters(0)), windowsTable(store.database).get),
  documents: new Map(),
  version: VERSION,
  code: VERSION,
  startedAt: Date.now(),
  now: () => Date.now(),
  log,
  allocate: allocateBuffer,
  timeout_ms: PATIENCE_MS,
};
const hooks = {
  send_timeout_ms: PATIENCE_MS,
  onStreamError: (error: unknown) => log.error({err: error}, 'answer broke off'),
};
const {port} = await listen('127.0.0.1', 0, (request) => handle(request, context), hooks);
process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
process.once('SIGTERM', () => process.exit(0));
