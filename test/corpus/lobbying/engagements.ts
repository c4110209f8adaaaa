/** Who reports for whom on which day, and the registration behind that. */
import {REFERENCE_DAY} from '../dates.ts';
import type {Random} from '../prng.ts';
import type {Chain, Registry, Version} from './chains.ts';
import {type Client, client} from './clients.ts';

export interface Engagement {
  day: number;
  chain: Chain;
  client: Client;
  /** The registration behind it; null where there is none. */
  registration: Version | null;
}

/** Picks a chain that runs on a day, from a table of their first and last days. */
export function chainPicker({chains, chain}: Registry): (day: number, rng: Random) => number {
  const from = new Int32Array(chains);
  const to = new Int32Array(chains);
  for (let index = 0; index < chains; index++) {
    const {versions} = chain(index);
    from[index] = Math.min(...versions.map(({effective}) => effective));
    to[index] = Math.max(...versions.map(({end}) => end ?? REFERENCE_DAY));
  }
  return (day, rng) => {
    for (let tries = 0; ; tries++) {
      const index = Math.floor(chains * rng.next() ** 1.4);
      const begun = (from[index] ?? 0) <= day;
      // where hardly any chain runs, one that has begun will do
      if ((begun && day <= (to[index] ?? 0)) || (tries > 400 && begun) || tries > 4_000) return index;
    }
  };
}

/** The engagement of a chain on a day, or as a quirk changes it. */
export function engagement(chain: Chain, day: number, quirk: string | null, registry: Registry): Engagement {
  // a client of nobody: numbers above those of all registrations
  if (quirk === 'no_registration') {
    return {day, chain, client: client(60_000 + chain.index), registration: null};
  }
  const versions = registry.versionsLike(chain.index);
  const first = Math.min(...versions.map(({effective}) => effective));
  const actual = quirk === 'before_registration' ? first - 20 : day;
  // the latest version in force on the day; of several on one day the one with the larger number
  const [registration = null] = versions
    .filter(({effective, end}) => effective <= actual && actual <= (end ?? actual))
    .toSorted((a, b) => b.effective - a.effective || b.regId - a.regId);
  return {day: actual, chain, client: chain.client, registration};
}
