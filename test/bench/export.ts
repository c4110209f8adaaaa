/** Exports over HTTP with one client, and what single records and pages take beside one. */

import {scaled, WARM_S} from './effort.ts';
import {type Client, curl, node} from './export/clients.ts';
import {API} from './queries/kind.ts';
import {type Figures, findWrk, measure, warm} from './queries/load.ts';
import {get, type Server, startServer} from './queries/servers.ts';
import {servingOf} from './queries/serving.ts';
import {say} from './say.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  /** Folder of another checkout, installed, which is measured in turns with this one; empty for none. */
  before: string;
  connections: number;
  seconds: number;
}

const MEGABYTE = 1e6;
const ROUNDS = scaled(3, 1);
const CLIENTS: Record<string, Client> = {curl, node};
const FORMS = ['format=ndjson', 'format=csv', 'format=ndjson&detail=full', 'format=csv&detail=full'];
/** Exports beside which other requests are measured. */
const BESIDE = [null, 'format=ndjson', 'format=csv'];
const IDS = 1000;
const PAGE = 50;

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;

/** The dataset with most records. */
async function largestDataset(server: Server): Promise<{dataset: string; records: number}> {
  const {records}: {records: Record<string, number>} = JSON.parse((await get(server, '/health')).toString());
  const [dataset = '', count = 0] = Object.entries(records).sort((a, b) => b[1] - a[1])[0] ?? [];
  return {dataset, records: count};
}

/**
 * Prints megabytes a second by form and client, for each server in turns: what else the machine does falls on
 * all alike.
 */
async function measureSpeed(servers: Readonly<Record<string, Server>>, dataset: string): Promise<void> {
  say(`\n| export | client | ${Object.keys(servers).join(', MB/s | ')}, MB/s |`);
  say(`|---|---|${'---:|'.repeat(Object.keys(servers).length)}`);
  for (const form of FORMS) {
    for (const [name, client] of Object.entries(CLIENTS)) {
      const target = `${API}/export/${dataset}?${form}`;
      const speeds: number[][] = Object.values(servers).map(() => []);
      for (let round = 0; round < ROUNDS; round++) {
        for (const [at, server] of Object.values(servers).entries()) {
          const {bytes, seconds} = await client(server, target);
          speeds[at]!.push(bytes / MEGABYTE / seconds);
        }
      }
      const cells = speeds.map((all) => median(all).toFixed(0));
      say(`| \`${form}\` | ${name} | ${cells.join(' | ')} |`);
    }
  }
}

/** Downloads the target again and again until the function that it returns is called. */
function exportAlways(server: Server, target: string | null): () => Promise<number> {
  if (target === null) return async () => 0;
  let going = true;
  let [bytes, seconds] = [0, 0];
  const work = (async () => {
    while (going) {
      const download = await curl(server, target);
      bytes += download.bytes;
      seconds += download.seconds;
    }
  })();
  // Where the load beside it fails, that is told.
  work.catch(() => {});
  return async () => {
    going = false;
    await work;
    return bytes / MEGABYTE / seconds;
  };
}

/** Single records and pages of contracts. */
async function otherTargets(server: Server): Promise<Record<string, string[]>> {
  const body = await get(server, `${API}/contracts?limit=${IDS / 10}&fields=record_id`);
  const {meta}: {meta: {total: number}} = JSON.parse(body.toString());
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) {
    const offset = Math.floor((meta.total / 10) * i);
    const page = await get(server, `${API}/contracts?limit=${IDS / 10}&fields=record_id&offset=${offset}`);
    const {data}: {data: {record_id: string}[]} = JSON.parse(page.toString());
    ids.push(...data.map(({record_id}) => record_id));
  }
  return {
    'single record': ids.map((id) => `${API}/contracts/${id}`),
    'page of 50': ids.map((_, i) => `${API}/contracts?limit=${PAGE}&offset=${i * PAGE}`),
  };
}

/** Prints requests a second and latencies of other requests, alone and beside an export that never ends. */
async function measureBeside(
  servers: Readonly<Record<string, Server>>,
  dataset: string,
  pace: {connections: number; seconds: number},
): Promise<void> {
  say('\n| requests | beside | server | requests/s | p50 ms | p99 ms | max ms | export MB/s |');
  say('|---|---|---|---:|---:|---:|---:|---:|');
  const targets = await otherTargets(Object.values(servers)[0]!);
  for (const [kind, all] of Object.entries(targets)) {
    for (const form of BESIDE) {
      for (const [name, server] of Object.entries(servers)) {
        const load = {base: server.base, key: server.key, targets: all, ...pace};
        await warm({...load, seconds: WARM_S});
        const end = exportAlways(server, form && `${API}/export/${dataset}?${form}`);
        const figures: Figures = await measure(load);
        const speed = await end();
        const {requests_s, p50_ms, p99_ms, max_ms} = figures;
        const cells = [requests_s.toFixed(0), p50_ms.toFixed(2), p99_ms.toFixed(2), max_ms.toFixed(1)];
        say(
          `| ${kind} | ${form ?? 'nothing'} | ${name} | ${cells.join(' | ')} | ${form ? speed.toFixed(0) : ''} |`,
        );
      }
    }
  }
}

/**
 * Measures the exports of the largest dataset, of this checkout and of another one where it is named. How
 * many records these have.
 */
export async function measureExports({current, before, ...pace}: Options): Promise<number> {
  findWrk();
  const serving = await servingOf(current);
  const env = {DATA_DIR: serving.dataDir, HOST: '127.0.0.1', PORT: '0', ACCOUNT_PORT: '0'};
  const servers: Record<string, Server> = {
    ...(before ? {before: await startServer('dist/main.js', env, serving.key, before)} : {}),
    now: await startServer('dist/main.js', env, serving.key),
  };
  const {dataset, records} = await largestDataset(Object.values(servers)[0]!);
  say(`${dataset}, ${records.toLocaleString('en-CA')} records`);
  await measureSpeed(servers, dataset);
  await measureBeside(servers, dataset, pace);
  for (const server of Object.values(servers)) await server.stop();
  return records;
}
