/**
 * What the time of an answer tells of a key: keys that are refused are asked for by turns, through HTTP and in the
 * check alone, and compared with those that are unknown.
 */
import {Agent} from 'node:http';
import {remembering} from '../../server/holders.ts';
import {COUNTED, get, ownStore, type Store} from '../helpers/limited.ts';
import {startServer} from '../helpers/stack.ts';
import {atEnd} from './closing.ts';
import {type Kind, keysByKind, SAID} from './key_kinds.ts';
import {mannWhitney, median} from './ranks.ts';

/** Rounds before those that count. */
const WARM = 500;

type Times = Record<Kind, number[]>;

const KINDS = Object.keys(SAID) as Kind[];

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** In another order every time: what a request leaves behind meets all kinds alike. */
function shuffled<T>(values: readonly T[]): T[] {
  const all = [...values];
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** Times in µs of one key of each kind a round. */
async function timed(
  keys: Record<Kind, string[]>,
  rounds: number,
  ask: (key: string, kind: Kind) => unknown,
): Promise<Times> {
  const times = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]])) as Times;
  for (let round = -WARM; round < rounds; round++) {
    for (const kind of shuffled(KINDS)) {
      const key = keys[kind][(round + WARM) % keys[kind].length]!;
      const from = process.hrtime.bigint();
      const answer = ask(key, kind);
      if (answer instanceof Promise) await answer;
      const to = process.hrtime.bigint();
      if (round >= 0) times[kind].push(Number(to - from) / 1000);
    }
  }
  return times;
}

/** Medians, and how probable it is that each kind takes other times than keys that are unknown by chance alone. */
function table(title: string, times: Times): void {
  const base = median(times.unknown);
  say(`| ${title} | median µs | against unknown, µs | p |`);
  say('|---|---:|---:|---:|');
  for (const kind of KINDS) {
    const middle = median(times[kind]);
    const difference = kind === 'unknown' ? '' : (middle - base).toFixed(2);
    const p = kind === 'unknown' ? '' : mannWhitney(times.unknown, times[kind]).toPrecision(2);
    say(`| ${SAID[kind]} | ${middle.toFixed(2)} | ${difference} | ${p} |`);
  }
  say('');
}

/** The check alone; `clock` stands still, or moves on so that nothing is remembered. */
function inProcess(store: Store, keys: Record<Kind, string[]>, rounds: number, step_ms: number) {
  let now = 0;
  const {find} = remembering({find: store.keys.find, healthy: () => true}, undefined, () => now);
  return timed(keys, rounds, (key) => {
    now += step_ms;
    return find(key);
  });
}

async function throughHttp(base: string, keys: Record<Kind, string[]>, rounds: number): Promise<Times> {
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const times = await timed(keys, rounds, async (key, kind) => {
    const {status} = await get(base, COUNTED, key, agent);
    // The right key is answered, here by 404 for a path that does not exist.
    if (status !== (kind === 'right' ? 404 : 401)) throw new Error(`a key of kind ${kind} got ${status}`);
  });
  agent.destroy();
  return times;
}

/** Prints three tables: through HTTP, the check of keys that are not remembered, and of those that are. */
export async function measureKeyTiming(rounds: number): Promise<void> {
  const store = ownStore();
  const closeStore = atEnd(async () => store.close());
  const keys = keysByKind(store);
  const server = await startServer(store.dataDir, {WORKERS: '1', LOG_LEVEL: 'silent'});
  const stopServer = atEnd(async () => {
    await server.stop();
  });
  say(`${rounds} rounds, a key of each kind in each, in random order`);
  say('');
  table('through HTTP, one connection', await throughHttp(server.base, keys, rounds));
  await stopServer();
  table('the check alone, nothing remembered', await inProcess(store, keys, rounds, 1000));
  table('the check alone, right keys remembered', await inProcess(store, keys, rounds, 0));
  await closeStore();
}
