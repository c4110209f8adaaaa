/** Threads that answer: builds switched under load, threads that die, taken ports. */
import {mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {Agent, get} from 'node:http';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {loadBuild, tableLoader} from '../../../engine/open.ts';
import {openAccountStore} from '../../../server/accounts/account_store.ts';
import {makeKey} from '../../../server/accounts/api_key.ts';
import {READY} from '../../../server/api/context.ts';
import {allocateMetrics} from '../../../server/api/metrics.ts';
import {allocateCounters} from '../../../server/limits/counter_memory.ts';
import {documentsOf} from '../../../server/process/build_documents.ts';
import {type BuildFollower, followBuilds, NO_POOL} from '../../../server/process/build_follower.ts';
import {findFreePort} from '../../../server/process/find_free_port.ts';
import {
  type Spawn,
  spawnApiInProcess,
  spawnThread,
  type WorkerHandle,
} from '../../../server/process/spawn.ts';
import {startWorkerPool, type WorkerPool} from '../../../server/process/worker_pool.ts';
import {writeBuild} from '../../helpers/build.ts';
import {bytesReserved, canCountReserved, RESERVED} from '../../helpers/reserved.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'crew-'));
const key = makeKey();
const AS_OF: Record<string, string> = {one: '2026-01-01T00:00:00', two: '2026-02-02T00:00:00'};

beforeAll(async () => {
  for (const [id, data_as_of] of Object.entries(AS_OF)) {
    const contracts = Array.from({length: 80}, (_, i) => ({
      vendor: `${id} ${i}`,
      value: i,
      description: 'x'.repeat(200),
    }));
    await writeBuild(dataPaths(dataDir).build(id), {build_id: id, data_as_of, rows: {contracts}});
  }
  const store = openAccountStore(dataPaths(dataDir).accounts);
  store.issue('tester', 'enterprise', key, new Date());
  store.close();
});
afterAll(() => rmSync(dataDir, {recursive: true}));

function publish(id: string): void {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

interface Logged {
  text: string;
  build?: string;
}

let logged: Logged[];
let lost: Error[];
let handles: WorkerHandle[];
let builds: BuildFollower;
let pool: WorkerPool | null;
let port: number;
/** Bytes reserved with each build. */
let reserved: number;
beforeEach(() => {
  [logged, lost, handles, pool, reserved] = [[], [], [], null, 0];
});
afterEach(() => pool?.stop());

/** Makes no document of a build, which takes longer than loading it. */
const noDocuments: typeof documentsOf = async () => ({});

async function start(workers: number, spawn: Spawn = spawnThread, documents = noDocuments): Promise<void> {
  const collect = (logFields: object, text: string) => {
    logged.push({...logFields, text});
  };
  const log = {isLevelEnabled: () => false, debug() {}, info: collect, error: collect};
  builds = followBuilds({
    dataDir,
    load: async (dir, earlier) => {
      const loaded = await loadBuild(dir, true, earlier);
      // Never touched: as long as a thread has the build, it has this too.
      return {...loaded, shared: Object.assign(loaded.shared, {reserved: new SharedArrayBuffer(reserved)})};
    },
    loadTables: (folder) => tableLoader(folder, true),
    documents,
    log,
  });
  await builds.poll(NO_POOL);
  port = await findFreePort('127.0.0.1', 0);
  const begin = () => ({
    dataDir,
    host: '127.0.0.1',
    port,
    origin: 'http://127.0.0.1',
    ocidPrefix: '',
    accounts: {toolOrigins: [], proxies: 0},
    logLevel: 'silent',
    startedAt: Date.now(),
    code: 'one',
    counters: allocateCounters(1),
    redis: null,
    queryMs: 10_000,
    offer: builds.offer(),
    others: [],
    state: READY,
    metrics: {memory: allocateMetrics(1), thread: 0, token: ''},
  });
  const watched: Spawn = (init, onEvent) => {
    const worker = spawn(init, onEvent);
    handles.push(worker);
    return worker;
  };
  const failed = (error: Error) => {
    lost.push(error);
  };
  pool = await startWorkerPool(Array(workers).fill(watched), begin, {
    log,
    onReleased: builds.release,
    onFatal: failed,
  });
}

interface Got {
  status: number;
  tag: string;
  asOf: string;
  text: string;
}

function ask(agent: Agent, target: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = get({agent, port, path: target, headers: {'x-api-key': key, ...headers}}, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const body = Buffer.concat(chunks);
        const coded = incoming.headers['content-encoding'] === 'gzip';
        resolve({
          status: incoming.statusCode ?? 0,
          tag: String(incoming.headers.etag),
          asOf: String(incoming.headers['x-data-as-of']),
          text: (coded ? gunzipSync(body) : body).toString(),
        });
      });
    });
    sent.on('error', reject);
  });
}

/** What is wrong with an answer: everything in it must be of one build. */
function fault({status, tag, asOf, text}: Got): string | null {
  if (status !== 200) return `${status} ${text}`;
  const id = /^"(\w+)-/.exec(tag)?.[1] ?? '';
  const vendors = new Set([...text.matchAll(/"vendor":"(\w+) /g)].map(([, build]) => build));
  const whole = AS_OF[id] === asOf && vendors.size === 1 && vendors.has(id);
  return whole ? null : `${tag} ${asOf} ${[...vendors]}`;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const TARGETS = ['/api/v1/contracts', '/api/v1/contracts?vendor=7&limit=5', '/api/v1/vendors?limit=200'];

/** Sends requests on one connection until `over`; returns the number of answers and every fault. */
async function client(n: number, over: () => boolean): Promise<{answers: number; faults: string[]}> {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const faults: string[] = [];
  let answers = 0;
  for (; !over(); answers++) {
    const headers = (answers + n) % 3 === 0 ? {'accept-encoding': 'gzip'} : {};
    const problem = await ask(agent, TARGETS[answers % 3]!, headers as Record<string, string>).then(
      fault,
      String,
    );
    if (problem) faults.push(problem);
    // Requests come all the time, but leave the switches most of the processor.
    await pause(8);
  }
  agent.destroy();
  return {answers, faults};
}

describe.each([
  ['two threads', 2, spawnThread],
  ['this thread', 1, spawnApiInProcess],
] as const)('%s', (_, workers, spawn) => {
  test('no request fails or mixes builds while builds are switched, and old ones are closed', async () => {
    publish('one');
    await start(workers, spawn);
    let over = false;
    const clients = Array.from({length: 6}, (_none, n) => client(n, () => over));
    // Each loads a build: twelve are enough for requests of every kind to meet one.
    const switches = 12;
    for (let i = 0; i < switches; i++) {
      publish(i % 2 === 0 ? 'two' : 'one');
      await builds.poll(pool!);
      await pause(20);
    }
    over = true;
    const all = await Promise.all(clients);
    expect(all.flatMap(({faults}) => faults)).toEqual([]);
    expect(all.reduce((sum, {answers}) => sum + answers, 0)).toBeGreaterThan(switches);
    await expect.poll(() => logged.filter(({text}) => text === 'closed build').length).toBe(switches);
    expect(logged.filter(({text}) => text === 'serving build')).toHaveLength(switches + 1);
    await pool!.stop();
    builds.close();
    expect(logged.filter(({text}) => text === 'closed build')).toHaveLength(switches + 1);
  });

  test('stopping answers open requests, then nothing listens', async () => {
    publish('one');
    await start(workers, spawn);
    const agent = new Agent();
    const answers = Array.from({length: 20}, () =>
      ask(agent, '/api/v1/contracts', {'accept-encoding': 'gzip'}),
    );
    // Some end with ECONNRESET while the pool stops: a rejection without a handler would fail the run.
    const settled = Promise.allSettled(answers);
    await answers[0];
    await pool!.stop();
    const late = await settled;
    for (const one of late) if (one.status === 'fulfilled') expect(fault(one.value)).toBeNull();
    expect(late.filter(({status}) => status === 'fulfilled').length).toBeGreaterThan(0);
    await expect(ask(agent, '/api/v1/contracts')).rejects.toThrow('ECONNREFUSED');
    expect(logged.filter(({text}) => text.includes('died'))).toEqual([]);
  });

  test('a taken port is reported, and nothing is left running', async () => {
    publish('one');
    const taker = createServer();
    await new Promise<void>((resolve) => taker.listen(0, '127.0.0.1', resolve));
    const address = taker.address();
    const taken = typeof address === 'object' ? address!.port : 0;
    await expect(findFreePort('127.0.0.1', taken)).rejects.toThrow(
      `cannot listen on 127.0.0.1:${taken}: the port is taken`,
    );
    const begin = () => ({
      dataDir,
      host: '127.0.0.1',
      port: taken,
      origin: 'http://127.0.0.1',
      ocidPrefix: '',
      accounts: {toolOrigins: [], proxies: 0},
      logLevel: 'silent',
      startedAt: 0,
      code: 'one',
      counters: allocateCounters(1),
      redis: null,
      queryMs: 10_000,
      offer: null,
      others: [],
      state: READY,
      metrics: {memory: allocateMetrics(1), thread: 0, token: ''},
    });
    const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
    const starting = startWorkerPool(Array(workers).fill(spawn), begin, {
      log,
      onReleased() {},
      onFatal() {},
    });
    await expect(starting).rejects.toThrow('the port is taken');
    taker.close();
  });
});

test.runIf(canCountReserved)(
  'builds that are closed leave memory, also that in which the threads began',
  async () => {
    reserved = RESERVED;
    const before = bytesReserved();
    publish('one');
    await start(2);
    const agent = new Agent({keepAlive: true, maxSockets: 4});
    const askSome = () => Promise.all(Array.from({length: 8}, () => ask(agent, '/api/v1/contracts?limit=2')));
    await askSome();
    expect(bytesReserved() - before).toBeGreaterThanOrEqual(RESERVED);
    for (const id of ['two', 'one', 'two', 'one', 'two']) {
      publish(id);
      await builds.poll(pool!);
      await askSome();
    }
    await expect.poll(() => logged.filter(({text}) => text === 'closed build').length).toBe(5);
    // Memory is given back when a thread collects its garbage: of the six builds those before the last ones
    // are gone.
    const buildsLeft = async () => {
      await askSome();
      return (bytesReserved() - before) / RESERVED;
    };
    await expect.poll(buildsLeft, {timeout: 20_000}).toBeLessThanOrEqual(4);
    agent.destroy();
  },
);

test('documents are those of the build from its first moment on', async () => {
  publish('one');
  await start(2, spawnThread, documentsOf);
  const agent = new Agent();
  for (const id of ['two', 'one', 'two']) {
    publish(id);
    await builds.poll(pool!);
    for (let i = 0; i < 6; i++)
      expect((await ask(agent, '/openapi.json')).text).toContain(`"vendor":"${id} `);
  }
});

test('other work has its turn while documents are made', async () => {
  const loaded = await loadBuild(dataPaths(dataDir).build('one'));
  const log = {isLevelEnabled: () => false, debug() {}, info() {}, error() {}};
  let [turns, isOver] = [0, false];
  const other = () => {
    turns++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await documentsOf(loaded.shared, log);
  isOver = true;
  loaded.close();
  expect(turns).toBeGreaterThan(20);
});

const BAD = {kind: 'serve', offer: {serial: -1, shared: null, files: [], documents: {}}} as never;

const died = () => logged.filter(({text}) => text === 'a thread that answers died').length;

test('a thread that dies is replaced; the others answer meanwhile, and its builds are released', async () => {
  publish('one');
  await start(2);
  handles[0]!.post(BAD);
  await expect.poll(() => handles.length).toBe(3);
  expect(died()).toBe(1);
  publish('two');
  await builds.poll(pool!);
  await expect.poll(() => logged.filter(({text}) => text === 'closed build').length).toBe(1);
  const agent = new Agent();
  for (let i = 0; i < 20; i++) {
    const got = await ask(agent, '/api/v1/contracts');
    expect([fault(got), got.asOf]).toEqual([null, AS_OF['two']]);
  }
  expect(lost).toEqual([]);
});

/** A worker that does nothing but listen, until it is told to serve: then it is dead. */
const spawnMortal: Spawn = (_init, onEvent) => {
  const {promise: exited, resolve} = Promise.withResolvers<string>();
  queueMicrotask(() => onEvent({kind: 'listening'}));
  return {
    post: ({kind}) => (kind === 'serve' || kind === 'stop') && resolve(`it was told to ${kind}`),
    exited,
  };
};

// Real threads take longer to start than the window on a loaded machine; that they are replaced is tested
// above.
test('the pool stops replacing threads that die repeatedly', async () => {
  publish('one');
  await start(1, spawnMortal);
  for (let i = 0; i < 6; i++) {
    const before = handles.length;
    handles.at(-1)!.post(BAD);
    await expect.poll(() => (i < 5 ? handles.length > before : lost.length === 1)).toBe(true);
  }
  expect(died()).toBe(6);
  expect(lost[0]!.message).toContain('6 threads died within a minute');
});
