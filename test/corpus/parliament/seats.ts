/** The House election by election: who wins a seat, keeps it, loses it, leaves it or changes the caucus. */
import {REFERENCE_DAY} from '../dates.ts';
import {type Random, random} from '../prng.ts';
import type {Name} from './names.ts';
import {PARLIAMENTS, PARTIES, type Parliament, type Party} from './parliaments.ts';
import {defeated, elected, newcomer, type Politician} from './people.ts';
import {RIDINGS, type Riding} from './ridings.ts';

interface House {
  seed: string;
  /** First parliament that is generated. */
  first: number;
  /** Seats, where there are fewer than in truth. */
  most: number;
  /** Gives the name of a new member. */
  name: () => Name;
}

/** Of sixty seats the one whose holder changes the caucus. */
const CROSSING = 17;

const WEST = new Set(['AB', 'SK', 'MB', 'BC']);

/** Chances of the parties in a riding, the largest first; they need not add up to one. */
function chances(riding: Riding, government: Party): readonly (readonly [Party, number])[] {
  const {LIBERAL, CONSERVATIVE, NDP, BLOC, GREEN, INDEPENDENT} = PARTIES;
  const code = riding.province.code;
  const swing = (party: Party) => (party === government ? 1.6 : 1);
  return [
    [LIBERAL, (WEST.has(code) ? 0.3 : 0.5) * swing(LIBERAL)],
    [CONSERVATIVE, (code === 'QC' ? 0.15 : WEST.has(code) ? 0.6 : 0.35) * swing(CONSERVATIVE)],
    [BLOC, code === 'QC' ? 0.4 : 0],
    [NDP, 0.12],
    [GREEN, 0.012],
    [INDEPENDENT, 0.006],
  ];
}

function partyOf(rng: Random, riding: Riding, government: Party): Party {
  const odds = chances(riding, government);
  let rest = rng.next() * odds.reduce((sum, [, chance]) => sum + chance, 0);
  for (const [party, chance] of odds) {
    if (rest < chance) return party;
    rest -= chance;
  }
  return government;
}

/**
 * The members of all parliaments since the first one generated, in the order in which they were first
 * elected.
 */
export function members(of: House): Politician[] {
  const all: Politician[] = [];
  const holders: (Politician | null)[] = [];
  const fresh = (): Politician => {
    const person = newcomer(of.name());
    // numbers rise with the years and leave gaps, as those of the House do
    person.house = 501 + 83 * all.length;
    all.push(person);
    return person;
  };
  for (const parliament of PARLIAMENTS.slice(of.first - 1)) {
    const seats = Math.min(parliament.seats, of.most);
    for (let seat = 0; seat < seats; seat++) {
      const rng = random(of.seed, 'seat', parliament.number, seat);
      holders[seat] = holderAfter(parliament, seat, holders[seat] ?? null, rng, fresh);
    }
    for (let seat = 0; seat < seats; seat++) {
      const rng = random(of.seed, 'life', parliament.number, seat);
      const holder = holders[seat];
      if (!holder) continue;
      if (rng.chance(0.035)) holders[seat] = replaced(parliament, seat, holder, rng, fresh);
      else if (seat % 60 === CROSSING) crosses(parliament, holder, rng);
    }
  }
  return all;
}

/** The holder of a seat after a general election. */
function holderAfter(
  {number, election: day, end, government}: Parliament,
  seat: number,
  holder: Politician | null,
  rng: Random,
  fresh: () => Politician,
): Politician {
  const riding = ridingOf(seat);
  const votes = rng.between(14_000, 36_000);
  if (holder && rng.chance(0.86)) {
    const party = holder.caucuses.at(-1)?.party ?? government;
    const contest = {day, parliament: number, riding, party};
    if (rng.chance(0.82)) {
      elected(holder, {...contest, votes}, end);
      return holder;
    }
    defeated(holder, {...contest, votes: Math.floor(votes * (0.5 + 0.45 * rng.next()))});
  }
  const party = partyOf(rng, riding, government);
  const winner = fresh();
  // some had stood before without success
  const before = PARLIAMENTS[number - 2];
  if (before && rng.chance(0.12)) {
    const lost = rng.between(3_000, 13_000);
    defeated(winner, {day: before.election, parliament: before.number, riding, party, votes: lost});
  }
  elected(winner, {day, parliament: number, riding, party, votes}, end);
  return winner;
}

/** The holder leaves within the parliament; a by-election gives the next one, unless it is still to come. */
function replaced(
  parliament: Parliament,
  seat: number,
  holder: Politician,
  rng: Random,
  fresh: () => Politician,
): Politician | null {
  const last = parliament.end ?? REFERENCE_DAY;
  const left = parliament.election + Math.floor((last - parliament.election) * (0.2 + 0.5 * rng.next()));
  for (const term of [holder.mandates.at(-1), holder.caucuses.at(-1)]) if (term) term.to = left;
  const day = left + rng.between(60, 170);
  if (day >= last) return null;
  const winner = fresh();
  const riding = ridingOf(seat);
  const party = partyOf(rng, riding, parliament.government);
  const votes = rng.between(6_000, 15_000);
  const contest = {day, parliament: parliament.number, riding, party, votes, byElection: true};
  elected(winner, contest, parliament.end);
  return winner;
}

/** The holder leaves the caucus in the middle of the mandate. */
function crosses(parliament: Parliament, holder: Politician, rng: Random): void {
  const caucus = holder.caucuses.at(-1);
  if (!caucus || caucus.party === PARTIES.INDEPENDENT) return;
  const last = caucus.to ?? REFERENCE_DAY;
  const day = caucus.from + Math.floor((last - caucus.from) * (0.2 + 0.6 * rng.next()));
  const party = rng.chance(0.5) ? PARTIES.INDEPENDENT : parliament.government;
  if (party === caucus.party) return;
  holder.caucuses.push({parliament: parliament.number, party, from: day, to: caucus.to});
  caucus.to = day - 1;
}

function ridingOf(seat: number): Riding {
  const riding = RIDINGS[seat];
  if (!riding) throw new Error(`there is no riding for seat ${seat}`);
  return riding;
}
