/**
 * Program: the server in one thread, with keys and limits as they are or, by CHECKS=0, without: every request is that of
 * one account without limits, and nothing is looked up or counted.
 */
import pino from 'pino';
import {places} from '../../datasets/artefacts.ts';
import {settings} from '../../datasets/settings.ts';
import {attachBuild, loadBuild} from '../../engine/open.ts';
import type {Answer} from '../../engine/types.ts';
import {remembering} from '../../server/accounts/key_cache.ts';
import {openStore} from '../../server/accounts/store.ts';
import {windowsTable} from '../../server/accounts/windows.ts';
import type {Context} from '../../server/api/context.ts';
import type {ApiRequest} from '../../server/http/types.ts';
import {handle} from '../../server/api/dispatch.ts';
import {sharedRoom} from '../../server/http/buffers.ts';
import type {ApiResponse} from '../../server/http/types.ts';
import {listen} from '../../server/http/transport.ts';
import {localLimits} from '../../server/limits/counters.ts';
import {generation, viewOf} from '../../server/limits/memory.ts';
import {startKeeper} from '../../server/limits/persistence_loop.ts';
import type {Limits} from '../../server/limits/types.ts';
import {VERSION} from '../../server/version.ts';

const {DATA_DIR} = settings(process.env);
const log = pino({level: 'error', base: null}, pino.destination({fd: 2, sync: true}));
const keeper = startKeeper(places(DATA_DIR).accounts, log);
const memory = viewOf(keeper.counters);
const store = openStore(places(DATA_DIR).accounts);
const checked: Pick<Context, 'store' | 'limits'> = {
  store: remembering(store, () => generation(memory)),
  limits: localLimits(memory, windowsTable(store.database).of),
};

/** What is left of both when they do nothing. */
function unchecked(): Pick<Context, 'store' | 'limits'> {
  const holder = store.find(process.env['BENCH_KEY'] ?? '');
  if (!holder) throw new Error('BENCH_KEY names no key of the store');
  const admission = checked.limits.admit(holder, Date.now());
  const limits: Limits = {...checked.limits, admit: () => admission, giveBack() {}, record() {}};
  return {store: {find: () => holder, healthy: () => true}, limits};
}

const engine = attachBuild((await loadBuild(places(DATA_DIR).current)).shared);
const held = {engine, release: () => {}};
const context: Context = {
  builds: {info: () => engine.info, hold: () => held, readable: async () => true},
  ...(process.env['CHECKS'] === '0' ? unchecked() : checked),
  documents: new Map(),
  version: VERSION,
  startedAt: Date.now(),
  now: () => Date.now(),
  log,
  room: sharedRoom(),
  patience_ms: 10_000,
};
let answered = 0;

/** What the process took so far: of no interest to clients, and so without a key. */
function spent(): ApiResponse {
  const {user, system} = process.cpuUsage();
  const body = JSON.stringify({answered, cpu_us: user + system});
  return {status: 200, blocks: [], headers: {'Content-Type': 'application/json'}, body};
}

function treat(request: ApiRequest): Answer<ApiResponse> {
  if (request.target === '/spent') return spent();
  answered++;
  return handle(request, context);
}

const rim = {stall_ms: 60_000, broken: (error: unknown) => log.error({err: error}, 'answer broke off')};
const {port} = await listen('127.0.0.1', 0, treat, rim);
process.stdout.write(`listening on http://127.0.0.1:${port}\n`);
process.once('SIGTERM', () => {
  keeper.stop();
  process.exit(0);
});
