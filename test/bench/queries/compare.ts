/**
 * One kind of work on every server: checked for equal answers first, then loaded one server after the other.
 */
import {availableParallelism} from 'node:os';
import {IS_SMALLEST, scaled, WARM_S} from '../effort.ts';
import type {Row, ServerName} from './figures.ts';
import type {Kind} from './kind.ts';
import {type Figures, measure, warm} from './load.ts';
import {get, type Server, startServer} from './servers.ts';
import {type Targets, targetsOf} from './targets.ts';
import type {Values} from './values.ts';
import {verify} from './verify.ts';

export interface Pace {
  /** Connections of the closed loop that keep this server busy. */
  connections: number;
  seconds: number;
}

export type Running = Partial<Record<ServerName, Server>> & {one: Server};

/** The databases are measured with each; the better throughput counts. */
const DATABASE_CONNECTIONS = scaled([4, 16], [4]);
/** More only wait in line before a database that works on few statements at a time. */
const SAMPLE = scaled(20, 3);

/** Throws when two servers differ in an answer, or an answer fails under load. */
export async function compare(kind: Kind, values: Values, running: Running, pace: Pace): Promise<Row> {
  const targets = await targetsOf(kind, values, running.one);
  if (kind.compared) await checkAnswers(targets, running, kind.clickhouse === true);
  const bytes = await meanBytes(running.one, targets.api, kind.headers);
  const figures: Row['figures'] = {};
  const run = (server: Server, requests: string[], connections: number) =>
    loaded(server, requests, {...pace, connections}, kind.headers);
  const row = {kind: kind.name, title: kind.title, targets: targets.api.length, bytes, figures};
  figures.one = await run(running.one, targets.api, pace.connections);
  // A check, which has compared the answers of all, loads all for some kinds.
  if (IS_SMALLEST && !kind.clickhouse) return row;
  if (running.all) figures.all = await run(running.all, targets.api, pace.connections);
  if (!kind.compared) return row;
  for (const name of ['postgres', 'names'] as const) {
    const server = running[name];
    if (server) figures[name] = await best(server, targets.postgres, run);
  }
  if (running.clickhouse && kind.clickhouse)
    figures.clickhouse = await best(running.clickhouse, targets.api, run);
  figures.limit_one = await limit(bytes, 1, pace);
  figures.limit_all = await limit(bytes, availableParallelism(), pace);
  return row;
}

async function best(
  server: Server,
  targets: string[],
  run: (server: Server, targets: string[], connections: number) => Promise<Figures>,
): Promise<Figures> {
  const all: Figures[] = [];
  for (const connections of DATABASE_CONNECTIONS) all.push(await run(server, targets, connections));
  return all.reduce((a, b) => (b.requests_s > a.requests_s ? b : a));
}

/**
 * Every target against PostgreSQL and ClickHouse, whose statements are the bench's own; a sample against the
 * others.
 */
async function checkAnswers({api, postgres}: Targets, running: Running, columnar: boolean): Promise<void> {
  const {one, names, clickhouse} = running;
  if (clickhouse && columnar) await verify(one, api, clickhouse, api);
  if (running.postgres) await verify(one, api, running.postgres, postgres);
  const some = <T>(list: T[]): T[] => list.slice(0, SAMPLE);
  if (names) await verify(one, some(api), names, some(postgres));
}

/** Warmed first, then measured. */
async function loaded(
  {base, key}: Server,
  targets: string[],
  {connections, seconds}: Pace,
  headers: Kind['headers'],
): Promise<Figures> {
  const load = {base, key, targets, connections, ...(headers ? {headers} : {})};
  await warm({...load, seconds: WARM_S});
  return measure({...load, seconds});
}

async function meanBytes(server: Server, targets: string[], headers: Kind['headers']): Promise<number> {
  const step = Math.max(1, Math.floor(targets.length / SAMPLE));
  const some = targets.filter((_, i) => i % step === 0);
  let sum = 0;
  for (const target of some) sum += (await get(server, target, {...headers})).length;
  return Math.round(sum / some.length);
}

/** The transport with a body of that size. */
async function limit(bytes: number, workers: number, {connections, seconds}: Pace): Promise<Figures> {
  const env = {BODY_BYTES: String(bytes), WORKERS: String(workers)};
  const server = await startServer('test/bench/queries/limit_server.ts', env, null);
  try {
    return await loaded(server, ['/fixed'], {connections, seconds}, undefined);
  } finally {
    await server.stop();
  }
}
