/** Members of long ago, whom only the Library of Parliament knows. */
import {dayOf} from '../dates.ts';
import {at} from '../lists.ts';
import {random} from '../prng.ts';
import type {Name} from './names.ts';
import {PARLIAMENTS, PARTIES} from './parliaments.ts';
import {newcomer, type Politician} from './people.ts';
import {RIDINGS} from './ridings.ts';

/** Before that day the Library often has no count of votes. */
const COUNTED_SINCE = dayOf('1896-01-01');

/** Parties of the time; the newer ones come with the years. */
const OLD = [PARTIES.LIBERAL, PARTIES.CONSERVATIVE, PARTIES.INDEPENDENT] as const;

/** The former member of that number: one to four mandates that end before parliament `first`, often a lost election behind them. */
export function formerMember(
  seed: string,
  index: number,
  first: number,
  oldest: number,
  name: Name,
): Politician {
  const means = random(seed, 'former', index);
  const person = newcomer(name);
  if (means.chance(0.12)) person.honorific = 'Hon.';
  const riding = at(RIDINGS, means.int(RIDINGS.length));
  const party = means.pick(OLD);
  const times = means.between(1, 4);
  const begin = means.between(oldest, first - 1);
  for (let number = begin; number < Math.min(begin + times, first); number++) {
    const {election: day, end: to} = at(PARLIAMENTS, number - 1);
    // an acclamation counts no votes
    const votes = day < COUNTED_SINCE || means.chance(0.03) ? 0 : means.between(900, 28_000);
    person.mandates.push({parliament: number, riding, from: day, to, byElection: false});
    person.caucuses.push({parliament: number, party, from: day, to});
    person.candidacies.push({
      day,
      parliament: number,
      byElection: false,
      riding,
      party,
      elected: true,
      votes,
    });
  }
  const after = PARLIAMENTS[begin + times - 1];
  if (after && after.number < first && means.chance(0.4)) {
    const votes = means.between(700, 14_000);
    person.candidacies.push({
      day: after.election,
      parliament: after.number,
      byElection: false,
      riding,
      party,
      elected: false,
      votes,
    });
  }
  return person;
}
