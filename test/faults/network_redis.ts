/**
 * Faults between a server and Redis: every request is decided in time, and once Redis answers, its counts
 * hold.
 */
import type {Principal} from '../../server/accounts/principal.ts';
import {windowNumbersAt} from '../../server/limits/calendar.ts';
import {allocateCounters, viewCounters} from '../../server/limits/counter_memory.ts';
import {connectRedis} from '../../server/limits/redis_connection.ts';
import {countCommand, type Evaluate, remoteLimits} from '../../server/limits/remote_limits.ts';
import type {Log} from '../../server/log.ts';
import {redisProgram, startRedis} from '../helpers/redis.ts';
import {type NetworkFault, startTcpProxy, type TcpProxy} from '../helpers/tcp_proxy.ts';
import type {Kind} from './kind.ts';
import {ending, faultNames, faultOf, pause} from './network_fault.ts';

const WAIT_MS = 150;
const NOW = Date.parse('2040-11-21T12:00:30Z');

const principalOf = (name: string): Principal => ({
  id: 1,
  account: `${name}@example.org`,
  tier: 'enterprise',
  quotas: {minute: null, day: null, month: null},
  key: {id: 1, line: 1, prefix: 'fpd_live_abcd', quotas: null, limits: null, expiresAt: null},
});

/** Answers of Redis are some 40 bytes. */
function small(fault: NetworkFault): NetworkFault {
  if (fault.kind === 'reset') return {...fault, after: fault.after % 200};
  return fault.kind === 'drip' ? {...fault, bytes: 1 + (fault.bytes % 8)} : fault;
}

/**
 * Waits until Redis says that it has counts. On a busy machine any answer may come later than a server waits
 * for it.
 */
async function stored(evaluate: Evaluate, principal: Principal): Promise<void> {
  const look = countCommand(principal, windowNumbersAt(NOW), 0, 1);
  for (;;) {
    const reply = await evaluate(...look).catch(() => null);
    if (Array.isArray(reply) && Number(reply[4]) > 0) return;
    if (reply !== null) throw new Error('Redis has no counts');
    await pause(20);
  }
}

async function runCase(name: string, proxy: TcpProxy): Promise<string> {
  const {fault: any, random} = faultOf(name);
  const fault = small(any);
  proxy.setFault(null);
  let [errors, recoveries, clock] = [0, 0, 0];
  const log: Log = {
    isLevelEnabled: () => false,
    debug() {},
    info: () => void recoveries++,
    error: () => void errors++,
  };
  const {evaluate, close} = await connectRedis(`redis://127.0.0.1:${proxy.port}`, WAIT_MS);
  try {
    const load = () => [0, 0, 0] as const;
    const memory = viewCounters(allocateCounters(1));
    let alone = 0;
    const limits = remoteLimits(memory, load, {
      evaluate,
      log,
      clock: () => clock,
      onLocal: () => void alone++,
    });
    const principal = principalOf(`${name}-${proxy.accepted()}`);
    const admit = async (count: number): Promise<void> => {
      const all = Array.from({length: count}, async () => limits.admit(principal, NOW));
      for (const {exhausted} of await ending('a request', Promise.all(all)))
        if (exhausted !== null) throw new Error('a request without a limit was refused');
    };
    const [before, during] = [1 + Math.floor(random() * 20), 1 + Math.floor(random() * 40)];
    await admit(before);
    proxy.setFault(fault);
    for (let left = during; left > 0; left -= 5) {
      await admit(Math.min(5, left));
      clock += 400;
    }
    proxy.setFault(null);
    // A connection is tried again every half second, a command once a second.
    let more = 0;
    for (let isCounted = false; !isCounted; more++) {
      if (more > 1000) throw new Error('Redis is not used again after the fault');
      clock += 1001;
      await admit(1);
      const {month} = await ending('a look', Promise.resolve(limits.peek(principal, NOW)));
      isCounted = errors === recoveries;
      // What was counted without Redis stays with the process, unless only the reply was lost.
      const sent = before + during + more + 1;
      if (isCounted && (month.used > sent || month.used < sent - alone))
        throw new Error(`${sent} requests, ${alone} of them without Redis, but ${month.used} are counted`);
      if (!isCounted) await pause(20);
    }
    const outages = errors;
    await ending('a look at the counts', stored(evaluate, principal));
    return outages === 0 ? 'not noticed' : 'counted here meanwhile';
  } finally {
    close();
  }
}

export const networkRedis: Kind = {
  name: 'network-redis',
  promise:
    'Whatever the network to Redis does, every request is decided in time, and Redis counts each at most once.',
  how: 'A proxy between the limits and Redis cuts, stalls, delays, garbles, resets or slows connections, for random spells.',
  full: 500,
  sample: 6,
  unmet: async () => (redisProgram ? null : 'no redis-server or valkey-server'),
  async open({seed, count}) {
    const redis = await startRedis(redisProgram!);
    const proxy = await startTcpProxy(Number(new URL(redis.url).port));
    return {
      names: faultNames(seed, count),
      run: (name) => runCase(name, proxy),
      async close() {
        await proxy.close();
        await redis.end();
      },
    };
  },
  mutants: [
    {
      what: 'the answer of a request that Redis does not count',
      file: 'server/limits/remote_limits.ts',
      find: '        return local.admit(principal, now);\n',
      replace: "        throw new Error('Redis does not answer');\n",
    },
  ],
};
