/** Seeded faults of a network, and waits that end: a hang is a broken promise. */
import {seededRandom} from '../helpers/seeded_random.ts';
import type {NetworkFault} from '../helpers/tcp_proxy.ts';

/** Far longer than any wait that the documents allow, so that a busy machine breaks nothing. */
const HANG_MS = 100_000;

const KINDS = ['cut', 'silence', 'delay', 'garbage', 'reset', 'drip'] as const;

/** Case names such as `3-drip`: every kind of fault by turns. */
export const faultNames = (seed: number, count: number): string[] =>
  Array.from({length: count}, (_, at) => `${seed + at}-${KINDS[(seed + at) % KINDS.length]}`);

/** The fault of a case, with sizes and times by its number, and the numbers of the case for other choices. */
export function faultOf(name: string): {fault: NetworkFault; random: () => number} {
  const [number = '0', kind = 'cut'] = name.split('-');
  const random = seededRandom(Math.imul(Number(number) + 1, 0x9e3779b1));
  const faults: Record<string, NetworkFault> = {
    cut: {kind: 'cut'},
    silence: {kind: 'silence'},
    delay: {kind: 'delay', ms: 20 + Math.floor(random() * 300)},
    garbage: {kind: 'garbage'},
    reset: {kind: 'reset', after: Math.floor(random() ** 3 * 100_000)},
    drip: {kind: 'drip', bytes: 1 + Math.floor(random() * 1000), ms: 1 + Math.floor(random() * 20)},
  };
  return {fault: faults[kind]!, random};
}

/** Rejects where the work takes as if it never ended. */
export async function ending<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} hangs`)), HANG_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
