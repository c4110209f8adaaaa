/** Clients of the bench, each a process of its own. */
import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {setPriority} from 'node:os';
import {fileURLToPath} from 'node:url';
import {atEnd, endChild} from '../closing.ts';
import type {Server} from '../queries/servers.ts';
import type {Order, Outcome} from './client_program.ts';
import type {Load} from './load.ts';

const PROGRAM = fileURLToPath(new URL('client_program.ts', import.meta.url));

/** Far before everything else of the bench, where the system allows it. */
const FIRST = -15;

export interface Rate {
  /** Requests in a second. */
  rate: number;
  seconds: number;
  encoding?: string;
}

export interface Client {
  /** Whether its clock has the processor before all else. */
  isFirst: boolean;
  /** Sends requests at their times; rejects where one is not answered with 200. */
  atRate(server: Server, rate: Rate, target: (i: number) => string): Promise<Omit<Load, 'server'>>;
}

/** Whether the process has the processor before others now; without the right to it, it has not. */
function putFirst(child: ChildProcess): boolean {
  try {
    setPriority(child.pid!, FIRST);
    return true;
  } catch {
    return false;
  }
}

/** Starts a client, `first` one whose times are to be those of the server alone. It ends with the bench. */
export function startClient({first}: {first: boolean}): Client {
  const child = fork(PROGRAM, [], {execArgv: ['--disable-warning=ExperimentalWarning']});
  atEnd(() => endChild(child, 'SIGTERM'));
  const ended = once(child, 'exit').then(([code]): Outcome => ({error: `a client ended with ${code}`}));
  return {
    isFirst: first && putFirst(child),
    async atRate({base, key}, {rate, seconds, encoding = 'gzip'}, target) {
      const targets = Array.from({length: rate * seconds}, (_, i) => target(i));
      child.send({server: {base, key}, rate, encoding, targets} satisfies Order);
      const answered = once(child, 'message').then(([one]) => one as Outcome);
      const outcome = await Promise.race([answered, ended]);
      if ('error' in outcome) throw new Error(outcome.error);
      return outcome.load;
    },
  };
}
