/**
 * Replicas behind a real balancer, which follow a real bucket: started, killed and walked through by tests.
 */
import {spawn} from 'node:child_process';
import {cpSync, existsSync, mkdtempSync, rmSync} from 'node:fs';
import {Agent, get} from 'node:http';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {dataPaths} from '../../builds/artefacts.ts';
import {findFreePort} from '../../server/process/find_free_port.ts';
import {currentTag, type Published, publishBuild} from '../../storage/publish_build.ts';
import {openS3} from '../../storage/s3_store.ts';
import {writeBuild} from './build.ts';
import {idOf} from './published.ts';
import type {Gateway} from './radosgw.ts';
import {makeKey, type Server, startServer} from './stack.ts';

export const HAPROXY_CONFIG = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

/** Debian installs it where only root's PATH looks. */
export const haproxy =
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'haproxy'))
    .find((path) => existsSync(path)) ?? null;

/** Rows of every build, and of every page of a walk. */
export const ROWS = 60;
export const PAGE = 7;

/** Writes build `n`, of which every row says so, and publishes it. */
export async function publishNumber(dataDir: string, n: number, quorum: number): Promise<Published> {
  const folder = dataPaths(dataDir).build(idOf(n));
  const contracts = Array.from({length: ROWS}, (_, row) => ({
    // Rows change their place from build to build.
    record_id: `c_${((row * 7 + n * 13) % ROWS).toString(16).padStart(16, '0')}`,
    vendor: `Build ${n} Ltd`,
    value: n,
    contract_date: `2025-01-${String(1 + ((row + n) % 28)).padStart(2, '0')}`,
  }));
  const manifest = await writeBuild(folder, {build_id: idOf(n), rows: {contracts}});
  const store = openS3('s3://builds/test', 'PUBLISH_TO');
  try {
    const expected = await currentTag(store);
    return await publishBuild(store, folder, manifest, {
      expected,
      quorum,
      quorumMs: 60_000,
      now: () => new Date(),
    });
  } finally {
    store.close();
  }
}

export interface Replicas {
  /** Address of the balancer. */
  base: string;
  key: string;
  servers: Server[];
  /** Kills a replica and starts it again on its port. */
  kill(at: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `count` replicas and the balancer; settles when all are ready. */
export async function startReplicas(gateway: Gateway, count: number): Promise<Replicas> {
  const root = mkdtempSync(join(tmpdir(), 'replicas-'));
  const folders = Array.from({length: count}, (_, at) => join(root, `replica-${at}`));
  const key = makeKey(folders[0]!);
  for (const folder of folders.slice(1)) cpSync(folders[0]!, folder, {recursive: true});
  const ports: number[] = [];
  for (let at = 0; at < count; at++) ports.push(await findFreePort('127.0.0.1', 0));
  const begin = (at: number): Promise<Server> =>
    startServer(folders[at]!, {
      ...gateway.env,
      FOLLOW: 's3://builds/test',
      FOLLOW_MS: '200',
      PORT: String(ports[at]),
      REPLICA: `replica${at + 1}`,
      WORKERS: '1',
      DRAIN_MS: '0',
    });
  const servers = await Promise.all(folders.map((_, at) => begin(at)));
  const api = await findFreePort('127.0.0.1', 0);
  const addresses = Object.fromEntries(ports.map((port, at) => [`REPLICA_${at + 1}`, `127.0.0.1:${port}`]));
  const balancer = spawn(haproxy!, ['-db', '-f', HAPROXY_CONFIG], {
    env: {...process.env, API_ADDRESS: `127.0.0.1:${api}`, ...addresses},
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const base = `http://127.0.0.1:${api}`;
  await Promise.all(servers.map(({base: own}) => untilReady(own)));
  await untilReady(base);
  return {
    base,
    key,
    servers,
    async kill(at) {
      await servers[at]!.kill();
      servers[at] = await begin(at);
    },
    async stop() {
      balancer.kill('SIGKILL');
      await Promise.all(servers.map((server) => server.stop()));
      rmSync(root, {recursive: true, force: true});
    },
  };
}

export async function untilReady(base: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (
    !(await fetch(`${base}/readyz`).then(
      ({ok}) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline) throw new Error(`${base} is not ready after a minute`);
    await setTimeout(50);
  }
}

export interface Answer {
  status: number;
  text: string;
}

export function ask(agent: Agent, url: string, key: string): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({status: 0, text: error.message});
    get(url, {agent, headers: {'x-api-key': key}}, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', failed);
      incoming.on('end', () =>
        resolve({status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString()}),
      );
    }).on('error', failed);
  });
}

export interface Walks {
  requests: number;
  /**
   * Requests whose connection broke, which were sent once more: a replica that is killed amid an answer
   * cannot finish it.
   */
  repeated: number;
  walks: number;
  /** What went wrong: failed requests, pages of two builds in one walk, gaps, repeats. */
  faults: string[];
}

/**
 * Walks through all contracts, page by page, until `isOver`; also asks for details and statistics. At most
 * `rate` requests a second.
 */
export async function walk(
  {base, key}: Replicas,
  rate: number,
  isOver: () => boolean,
  result: Walks,
): Promise<void> {
  let next = performance.now();
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const json = async (target: string) => {
    next = Math.max(next + 1000 / rate, performance.now() - 1000);
    await setTimeout(Math.max(0, next - performance.now()));
    let {status, text} = await ask(agent, base + target, key);
    if (status === 0) {
      result.repeated++;
      ({status, text} = await ask(agent, base + target, key));
    }
    result.requests++;
    if (status === 200) return JSON.parse(text);
    result.faults.push(`${target}: ${status} ${text.slice(0, 200)}`);
    return null;
  };
  while (!isOver()) {
    const ids = new Set<string>();
    const builds = new Set<number>();
    let target: string | null = `/api/v1/contracts?limit=${PAGE}`;
    let rows = 0;
    while (target !== null) {
      const page = await json(target);
      if (!page) break;
      for (const {record_id, value} of page.data) {
        ids.add(record_id);
        builds.add(value);
        rows++;
      }
      const cursor: string | null = page.meta.next_cursor;
      target = cursor === null ? null : `/api/v1/contracts?limit=${PAGE}&cursor=${cursor}`;
      if (cursor !== null) continue;
      result.walks++;
      if (builds.size !== 1 || rows !== ROWS || ids.size !== ROWS) {
        result.faults.push(
          `a walk of ${rows} rows, ${ids.size} of them different, over builds ${[...builds]}`,
        );
      }
    }
    const [first] = ids;
    if (first !== undefined) await json(`/api/v1/contracts/${first}`);
    await json('/api/v1/contracts/stats?group_by=vendor');
  }
  agent.destroy();
}
