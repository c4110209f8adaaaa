/** Throughput of two checkouts over one build: every kind of query, asked in turns. */

import {scaled, WARM_S} from './effort.ts';
import {KINDS} from './queries/kinds.ts';
import {findWrk, type Load, measure, warm} from './queries/load.ts';
import {type Server, startServer} from './queries/servers.ts';
import {environmentOf, servingOf} from './queries/serving.ts';
import {targetsOf} from './queries/targets.ts';
import {drawValues} from './queries/values.ts';
import {say} from './say.ts';

export interface Options {
  /** Link to the build, or its folder. */
  current: string;
  /** Folder of the other checkout, installed. */
  before: string;
  /** As `current`, for the other checkout: the same rows where its format of the index is another. */
  currentBefore: string;
  connections: number;
  seconds: number;
  /** Names of the kinds to measure; empty for all. */
  kinds: readonly string[];
}

/** Measurements of each server; their median counts. */
const ROUNDS = scaled(3, 1);

/**
 * Prints, for each kind, the requests a second of one worker of either checkout and their ratio, the slowest
 * first. How many kinds.
 */
export async function measureBefore({
  current,
  before,
  currentBefore,
  connections,
  seconds,
  kinds,
}: Options): Promise<number> {
  findWrk();
  const serving = await servingOf(current);
  const servingBefore = await servingOf(currentBefore);
  const values = await drawValues(serving.build, '1');
  const servers = [
    await startServer('dist/main.js', environmentOf(servingBefore), servingBefore.key, before),
    await startServer('dist/main.js', environmentOf(serving), serving.key),
  ];
  const rows: {kind: string; older: number; newer: number; ratio: number}[] = [];
  for (const kind of KINDS) {
    if (kinds.length > 0 && !kinds.includes(kind.name)) continue;
    if (kind.targets(values).length === 0) continue;
    const loads: Load[] = [];
    for (const server of servers) {
      const {api} = await targetsOf(kind, values, server);
      loads.push(loadOf(server, api, {connections, seconds, headers: kind.headers}));
    }
    const [older = 0, newer = 0] = await inTurns(loads);
    rows.push({kind: kind.name, older, newer, ratio: newer / older});
    say(lineOf(rows.at(-1)!));
  }
  for (const server of servers) await server.stop();
  const slowest = rows.toSorted((a, b) => a.ratio - b.ratio).slice(0, 3);
  say(`\nslowest against ${before}:\n${slowest.map(lineOf).join('\n')}`);
  return rows.length;
}

function loadOf(
  {base, key}: Server,
  targets: readonly string[],
  {headers, ...pace}: Pick<Load, 'connections' | 'seconds'> & {headers: Load['headers'] | undefined},
): Load {
  return {base, key, targets, ...pace, ...(headers ? {headers} : {})};
}

/** Median requests a second of each load. What else the machine does falls on all of them alike. */
async function inTurns(loads: readonly Load[]): Promise<number[]> {
  for (const load of loads) await warm({...load, seconds: WARM_S});
  const figures: number[][] = loads.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, load] of loads.entries()) figures[at]!.push((await measure(load)).requests_s);
  }
  return figures.map((all) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!);
}

const lineOf = ({kind, older, newer, ratio}: {kind: string; older: number; newer: number; ratio: number}) =>
  `${kind.padEnd(20)} ${older.toFixed(0).padStart(8)} -> ${newer.toFixed(0).padStart(8)}  ${ratio.toFixed(3)}`;
