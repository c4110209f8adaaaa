/**
 * Web threads: connected with those that have sockets, in the build of the moment, replaced when they die,
 * stopped last.
 */
import {mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, expect, test} from 'vitest';
import {dataPaths} from '../../../builds/artefacts.ts';
import {loadBuild, tableLoader} from '../../../engine/open.ts';
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
  spawnWebThread,
  type WorkerHandle,
  withRegion,
} from '../../../server/process/spawn.ts';
import {webChannels} from '../../../server/process/web_channels.ts';
import {startWorkerPool, type WorkerPool} from '../../../server/process/worker_pool.ts';
import {allocateAddressLimits} from '../../../server/site/address_limits.ts';
import {writeBuild} from '../../helpers/build.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'pages-'));
const IDS = ['one', 'two'];

beforeAll(async () => {
  for (const id of IDS) {
    const contracts = Array.from({length: 30}, (_, i) => ({vendor: `${id} ${i}`, value: i}));
    await writeBuild(dataPaths(dataDir).build(id), {build_id: id, rows: {contracts}});
  }
});
afterAll(() => rmSync(dataDir, {recursive: true}));

function publish(id: string): void {
  const {current} = dataPaths(dataDir);
  symlinkSync(`builds/${id}`, `${current}.next`);
  renameSync(`${current}.next`, current);
}

let told: string[];
let makers: WorkerHandle[];
let lost: Error[];
let builds: BuildFollower;
let pool: WorkerPool;
let port: number;
beforeEach(() => {
  [told, makers, lost] = [[], [], []];
});
afterEach(() => pool?.stop());

async function start(answering: readonly Spawn[], webThreads: number): Promise<void> {
  publish('one');
  const collect = (_: object, text: string) => {
    told.push(text);
  };
  const log = {isLevelEnabled: () => false, debug() {}, info: collect, error: collect};
  builds = followBuilds({
    dataDir,
    load: (dir, earlier) => loadBuild(dir, true, earlier),
    loadTables: (folder) => tableLoader(folder, true),
    documents: documentsOf,
    log,
  });
  await builds.poll(NO_POOL);
  port = await findFreePort('127.0.0.1', 0);
  const origin = `http://127.0.0.1:${port}`;
  const begin = () => ({
    dataDir,
    host: '127.0.0.1',
    port,
    origin,
    ocidPrefix: '',
    logLevel: 'silent',
    startedAt: Date.now(),
    code: 'one',
    counters: allocateCounters(1),
    redis: null,
    queryMs: 10_000,
    offer: builds.offer(),
    others: builds.others(),
    state: READY,
    metrics: {memory: allocateMetrics(1), thread: 0, token: ''},
    accounts: {toolOrigins: [], proxies: 0},
    site: {
      origin,
      perMinute: 0,
      proxies: 0,
      limits: allocateAddressLimits(),
      keptBytes: 1e6,
    },
  });
  const watched: Spawn = (init, onEvent) => {
    const maker = spawnWebThread(init, onEvent);
    makers.push(maker);
    return maker;
  };
  const connected = webChannels();
  pool = await startWorkerPool(
    [
      ...answering.map((spawn) => connected('socket', spawn)),
      ...Array(webThreads - 1).fill(connected('web', watched)),
      connected('accounts', watched),
    ],
    begin,
    {log, onReleased: builds.release, onFatal: (error) => lost.push(error)},
  );
}

/** The page of contracts, and the build that it is from; null where it is refused. */
async function buildOfPage(): Promise<string | null> {
  const answer = await fetch(`http://127.0.0.1:${port}/en/contracts`, {headers: {connection: 'close'}});
  const text = await answer.text();
  if (answer.status === 503) return null;
  return IDS.find((id) => text.includes(`>${id} 1<`)) ?? `${answer.status} ${text.slice(0, 200)}`;
}

test.each([
  ['this thread', [spawnApiInProcess], 1],
  ['two threads', [spawnThread, spawnThread], 2],
] as const)('%s: pages are of the build of the moment', async (_, answering, webThreads) => {
  await start(answering, webThreads);
  await expect.poll(buildOfPage).toBe('one');
  for (const id of ['two', 'one', 'two']) {
    publish(id);
    await builds.poll(pool);
    for (let i = 0; i < 8; i++) expect(await buildOfPage()).toBe(id);
  }
  await expect.poll(() => told.filter((text) => text === 'closed build').length).toBe(3);
  await pool.stop();
  expect(told.filter((text) => text.includes('died'))).toEqual([]);
});

/** More than may die within a minute of those that answer the API. */
const KILLS = 6;

const BAD = {kind: 'serve', offer: {serial: -1, shared: null, files: [], documents: {}}} as never;

test('a thread that dies is replaced, and pages are made again', async () => {
  await start([spawnApiInProcess], 1);
  await expect.poll(buildOfPage).toBe('one');
  makers[0]!.post(BAD);
  await expect.poll(() => makers.length).toBe(2);
  await expect.poll(buildOfPage).toBe('one');
  expect(told.filter((text) => text === 'a thread that answers died')).toHaveLength(1);
});

test('web threads die one after the other, faster than is sound: the API answers every request, and so do pages in the end', async () => {
  await start([spawnApiInProcess], 1);
  await expect.poll(buildOfPage).toBe('one');
  const counts: Record<number, number> = {};
  let isKilling = true;
  const asking = (async () => {
    while (isKilling) {
      const {status} = await fetch(`http://127.0.0.1:${port}/health`);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  })();
  const pages: (string | null)[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const waiting = buildOfPage();
    makers[kill]!.post(BAD);
    await expect.poll(() => makers.length).toBe(kill + 2);
    pages.push(await waiting);
  }
  isKilling = false;
  await asking;
  expect(Object.keys(counts)).toEqual(['200']);
  expect(lost).toEqual([]);
  expect(pages).toEqual(Array(KILLS).fill('one'));
});

test('pages that were asked for before the end are answered', async () => {
  await start([spawnApiInProcess], 1);
  await expect.poll(buildOfPage).toBe('one');
  const pages = Array.from({length: 10}, buildOfPage);
  await pages[0];
  const settled = Promise.allSettled(pages);
  await pool.stop();
  // A connection that the server had not accepted yet is refused.
  const answered = (await settled).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(new Set(answered)).toEqual(new Set(['one']));
});

test('a thread that replaces another counts in the region of metrics of that one', () => {
  const regions: number[] = [];
  const spawn: Spawn = ({metrics}) => {
    regions.push(metrics.thread);
    return {post() {}, exited: Promise.resolve('')};
  };
  const spawns = [spawn, spawn, spawn].map(withRegion);
  const init = {metrics: {memory: allocateMetrics(3), thread: 9, token: ''}} as never;
  for (const one of [...spawns, spawns[1]!, spawns[1]!]) one(init, () => {});
  expect(regions).toEqual([0, 1, 2, 1, 1]);
});
