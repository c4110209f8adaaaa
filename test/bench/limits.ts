/**
 * What keys and limits cost: the same server with and without them, by turns, over the cheapest answers there
 * are.
 */
import {dataPaths} from '../../builds/artefacts.ts';
import {accountsTable} from '../../server/accounts/accounts.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import {openDatabase} from '../../server/accounts/database.ts';
import {keysTable} from '../../server/accounts/keys.ts';
import {scaled, WARM_S} from './effort.ts';
import {findWrk, type Load, warm} from './queries/load.ts';
import {get, type Server, startServer} from './queries/servers.ts';
import {servingOf} from './queries/serving.ts';
import {say} from './say.ts';

const PROGRAM = 'test/bench/limits_server.ts';

/**
 * Loads of each, by turns that begin with another one every time: what else the machine does meets all of
 * them.
 */
const ROUNDS = scaled(15, 1);

/** Quotas that no load uses up. */
const AMPLE = 1_000_000_000;

interface Options {
  current: string;
  connections: number;
  seconds: number;
}

/** A key of a second account, whose responses have rate headers. */
function limitedKey(dataDir: string): string {
  const database = openDatabase(dataPaths(dataDir).accounts);
  const accounts = accountsTable(database);
  const {id} = accounts.add('bench-limited', 'enterprise', new Date());
  accounts.setQuotas(id, {month: AMPLE, day: AMPLE, minute: AMPLE});
  const key = makeKey();
  keysTable(database).replace(id, key, new Date());
  database.close();
  return key;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Targets by kind. */
async function targetsOf(server: Server): Promise<Record<string, string[]>> {
  const page = JSON.parse((await get(server, '/api/v1/contracts?limit=100')).toString());
  const ids: string[] = page.data.map(({record_id: id}: {record_id: string}) => id);
  return {
    'single record': ids.map((id) => `/api/v1/contracts/${id}`),
    'page of 20': ids.map((_, i) => `/api/v1/contracts?limit=20&offset=${i}`),
  };
}

/** Processor time of the server for a request of the load, in µs. */
async function costOf(load: Load, server: Server): Promise<number> {
  const spent = async () => JSON.parse((await get(server, '/spent')).toString());
  const before = await spent();
  await warm(load);
  const after = await spent();
  return (after.cpu_us - before.cpu_us) / (after.answered - before.answered);
}

/**
 * Prints the processor time of a request and what it means for requests a second, which a thread makes of it:
 * time on the clock would tell of what else the machine does. How many kinds of answers.
 */
export async function measureLimits({current, connections, seconds}: Options): Promise<number> {
  findWrk();
  const {dataDir, key} = await servingOf(current);
  const limited = limitedKey(dataDir);
  const env = {DATA_DIR: dataDir, BENCH_KEY: key};
  const without = await startServer(PROGRAM, {...env, CHECKS: '0'}, key);
  const checked = await startServer(PROGRAM, env, key);
  const cases = [
    {name: 'without', server: without, key},
    {name: 'unlimited account', server: checked, key},
    {name: 'limited account', server: checked, key: limited},
  ];
  say('answers         account              µs a request   requests/s');
  const groups = Object.entries(await targetsOf(checked));
  for (const [group, targets] of groups) {
    const figures = cases.map(() => [] as number[]);
    for (const {server, key: givenKey} of cases) {
      await warm({base: server.base, key: givenKey, targets, connections, seconds: WARM_S});
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < cases.length; turn++) {
        const i = (round + turn) % cases.length;
        const {server, key: requestKey} = cases[i]!;
        const load = {base: server.base, key: requestKey, targets, connections, seconds};
        figures[i]!.push(await costOf(load, server));
      }
    }
    // Each round by itself: a moment in which the machine was slow is one for all three.
    const shares = figures.map((rounds) => median(rounds.map((cost, i) => figures[0]![i]! / cost)));
    for (const [i, {name}] of cases.entries()) {
      const cost = median(figures[i]!).toFixed(1).padStart(12);
      say(`${group.padEnd(16)}${name.padEnd(20)}${cost}${(100 * shares[i]!).toFixed(1).padStart(13)}%`);
    }
  }
  await Promise.all([without.stop(), checked.stop()]);
  return groups.length;
}
