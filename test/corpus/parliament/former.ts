/** Members of long ago, whom only the Library of Parliament knows. */
import {dayOf} from '../dates.ts';
import {at} from '../lists.ts';
import {random} from '../prng.ts';
import type {Name} from './names.ts';
import {PARLIAMENTS, PARTIES} from './parliaments.ts';
import {defeated, elected, newcomer, type Politician} from './people.ts';
import {RIDINGS} from './ridings.ts';

/** Before that day the Library often has no count of votes. */
const COUNTED_SINCE = dayOf('1896-01-01');

/** Parties of the time; the newer ones come with the years. */
const OLD = [PARTIES.LIBERAL, PARTIES.CONSERVATIVE, PARTIES.INDEPENDENT] as const;

/**
 * The former member of that number: one to four mandates that end before parliament `first`, often a lost
 * election behind them.
 */
export function formerMember(
  seed: string,
  index: number,
  first: number,
  oldest: number,
  name: Name,
): Politician {
  const rng = random(seed, 'former', index);
  const person = newcomer(name);
  if (rng.chance(0.12)) person.honorific = 'Hon.';
  const riding = at(RIDINGS, rng.int(RIDINGS.length));
  const party = rng.pick(OLD);
  const times = rng.between(1, 4);
  const begin = rng.between(oldest, first - 1);
  for (let number = begin; number < Math.min(begin + times, first); number++) {
    const {election: day, end: to} = at(PARLIAMENTS, number - 1);
    // an acclamation counts no votes
    const votes = day < COUNTED_SINCE || rng.chance(0.03) ? 0 : rng.between(900, 28_000);
    elected(person, {day, parliament: number, riding, party, votes}, to);
  }
  const after = PARLIAMENTS[begin + times - 1];
  if (after && after.number < first && rng.chance(0.4)) {
    const votes = rng.between(700, 14_000);
    defeated(person, {day: after.election, parliament: after.number, riding, party, votes});
  }
  return person;
}
