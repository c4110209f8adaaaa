/**
 * What response times reveal about a key: keys of every kind are requested in turn, through HTTP and in the
 * check alone, and compared with those that are unknown.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {Agent} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {dataPaths} from '../../builds/artefacts.ts';
import {type Database, openDatabase} from '../../server/accounts/database.ts';
import {cacheKeys} from '../../server/accounts/key_cache.ts';
import {keysTable} from '../../server/accounts/keys.ts';
import {COUNTED, get} from '../helpers/limited.ts';
import {startServer} from '../helpers/stack.ts';
import {atEnd} from './closing.ts';
import {scaled} from './effort.ts';
import {type Kind, keysByKind, SAID} from './key_kinds.ts';
import {mannWhitney, median} from './ranks.ts';
import {say} from './say.ts';

/** Rounds before those that count. */
const WARM = scaled(500, 20);

type Times = Record<Kind, number[]>;

const KINDS = Object.keys(SAID) as Kind[];

/** In another order every time, so that effects of the previous request affect all kinds equally. */
function shuffled<T>(values: readonly T[]): T[] {
  const all = [...values];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** A fresh copy of a text, like a header of a request. */
const received = (key: string): string => Buffer.from(key).toString('latin1');

/** Times in µs, of one key of each kind a round. */
async function timed(
  keys: Record<Kind, string[]>,
  ask: (key: string, kind: Kind) => unknown,
  before: (key: string, kind: Kind) => void = () => {},
): Promise<Times> {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Times;
  for (let round = 0; round < keys.right.length; round++) {
    for (const kind of shuffled(KINDS)) {
      const key = received(keys[kind][round]!);
      before(received(key), kind);
      const from = process.hrtime.bigint();
      const answer = ask(key, kind);
      if (answer instanceof Promise) await answer;
      const to = process.hrtime.bigint();
      if (round >= WARM) times[kind].push(Number(to - from) / 1000);
    }
  }
  return times;
}

/**
 * Medians, and how probable it is that each kind takes other times than keys that are unknown by chance
 * alone.
 */
function table(title: string, times: Times): void {
  const base = median(times.unknown);
  say(`| ${title} | median µs | against unknown, µs | p |`);
  say('|---|---:|---:|---:|');
  for (const kind of KINDS) {
    const middle = median(times[kind]);
    const [difference, p] =
      kind === 'unknown'
        ? ['', '']
        : [(middle - base).toFixed(2), mannWhitney(times.unknown, times[kind]).toPrecision(2)];
    say(`| ${SAID[kind]} | ${middle.toFixed(2)} | ${difference} | ${p} |`);
  }
  say('');
}

/** The check alone, with right keys remembered from just before or with nothing remembered. */
function inProcess(database: Database, keys: Record<Kind, string[]>, remembered: boolean): Promise<Times> {
  let now = 0;
  const store = {find: keysTable(database).find, healthy: () => true};
  const {find} = cacheKeys(store, undefined, () => now);
  return timed(keys, find, (key, kind) => {
    if (!remembered) now += 1000;
    else if (kind === 'right') find(key);
  });
}

async function throughHttp(base: string, keys: Record<Kind, string[]>): Promise<Times> {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const times = await timed(keys, async (key, kind) => {
    const {status} = await get(base, COUNTED, key, agent);
    // The right key is answered, here by 404 for a path that does not exist.
    if (status !== (kind === 'right' ? 404 : 401)) throw new Error(`a key of kind ${kind} got ${status}`);
  });
  agent.destroy();
  return times;
}

/**
 * Prints three tables: through HTTP, the check of keys that are not remembered, and of those that are. How
 * many rounds.
 */
export async function measureKeyTiming(rounds: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keytiming-'));
  const database = openDatabase(dataPaths(dataDir).accounts);
  const remove = atEnd(async () => {
    database.close();
    rmSync(dataDir, {recursive: true, force: true});
  });
  const keys = keysByKind(database, WARM + rounds);
  const server = await startServer(dataDir, {WORKERS: '1', LOG_LEVEL: 'silent'});
  const stop = atEnd(async () => {
    await server.stop();
  });
  say(`${rounds} rounds, a key of each kind in each, in random order`);
  say('');
  table('through HTTP, one connection', await throughHttp(server.base, keys));
  await stop();
  table('the check alone, nothing remembered', await inProcess(database, keys, false));
  table('the check alone, right keys remembered', await inProcess(database, keys, true));
  await remove();
  return rounds;
}
