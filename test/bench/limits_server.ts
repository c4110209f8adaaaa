/**
 * Program: the server in one thread, with keys and limits as they are or, by CHECKS=0, without: every request
 * is that of one account without limits, and nothing is looked up or counted.
 */
import pino from 'pino';
import {dataPaths} from '../../builds/artefacts.ts';
import {settings} from '../../datasets/settings.ts';
import {attachBuild, loadBuild} from '../../engine/open.ts';
import {openAccountStore} from '../../server/accounts/account_store.ts';
import {cacheKeys} from '../../server/accounts/key_cache.ts';
import type {Ready} from '../../server/api/context.ts';
import {type ApiContext, READY} from '../../server/api/context.ts';
import {prepare} from '../../server/api/dispatch.ts';
import {allocateMetrics, openMetrics} from '../../server/api/metrics.ts';
import {reusableBuffer} from '../../server/http/buffers.ts';
import {listen} from '../../server/http/transport.ts';
import type {HttpRequest, HttpResponse} from '../../server/http/types.ts';
import {generation, viewCounters} from '../../server/limits/counter_memory.ts';
import {localLimits} from '../../server/limits/local_limits.ts';
import {startPersistenceLoop} from '../../server/limits/persistence_loop.ts';
import {storedWindows} from '../../server/limits/stored_windows.ts';
import type {Limits} from '../../server/limits/types.ts';
import {VERSION} from '../../server/version.ts';

const {DATA_DIR} = settings(process.env);
const log = pino({level: 'error', base: null}, pino.destination({fd: 2, sync: true}));
const keeper = startPersistenceLoop(dataPaths(DATA_DIR).accounts, log);
const memory = viewCounters(keeper.counters);
const store = openAccountStore(dataPaths(DATA_DIR).accounts);
const checked: Pick<ApiContext, 'store' | 'limits'> = {
  store: cacheKeys(store, () => generation(memory)),
  limits: localLimits(memory, storedWindows(store.database)),
};

/** What is left of both when they do nothing. */
function unchecked(): Pick<ApiContext, 'store' | 'limits'> {
  const principal = store.find(process.env['BENCH_KEY'] ?? '');
  if (!principal) throw new Error('BENCH_KEY names no key of the store');
  const admission = checked.limits.admit(principal, Date.now());
  const limits: Limits = {...checked.limits, admit: () => admission, refund() {}, record() {}};
  return {store: {find: () => principal, healthy: () => true}, limits};
}

const engine = attachBuild((await loadBuild(dataPaths(DATA_DIR).current)).shared);
const held = {engine, release: () => {}};
const context: ApiContext = {
  state: () => READY,
  metrics: openMetrics(allocateMetrics(1), 0),
  metricsToken: '',
  ocidPrefix: '',
  proxies: 0,
  origin: '',
  builds: {info: () => engine.info, acquire: () => held, isReadable: () => true},
  ...(process.env['CHECKS'] === '0' ? unchecked() : checked),
  documents: new Map(),
  version: VERSION,
  code: VERSION,
  startedAt: Date.now(),
  now: () => Date.now(),
  log,
  allocate: reusableBuffer(),
  timeout_ms: 10_000,
};
let answered = 0;

/** What the process took so far: of no interest to clients, and so without a key. */
function spent(): HttpResponse {
  const {user, system} = process.cpuUsage();
  const body = JSON.stringify({answered, cpu_us: user + system});
  return {status: 200, blocks: [], headers: {'Content-Type': 'application/json'}, body};
}

async function treat(request: HttpRequest): Promise<Ready> {
  if (request.target === '/spent') return spent;
  answered++;
  return prepare(request, context);
}

const hooks = {
  send_timeout_ms: 60_000,
  onStreamError: (error: unknown) => log.error({err: error}, 'answer broke off'),
};
const {port} = await listen('127.0.0.1', 0, treat, hooks);
process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
process.once('SIGTERM', () => {
  keeper.stop();
  process.exit(0);
});
