/** The House election by election: who wins a seat, keeps it, loses it, leaves it or changes the caucus. */
import {REFERENCE_DAY} from '../dates.ts';
import {type Random, random} from '../prng.ts';
import type {Name} from './names.ts';
import {PARLIAMENTS, PARTIES, type Parliament, type Party} from './parliaments.ts';
import {newcomer, type Politician} from './people.ts';
import {RIDINGS, type Riding} from './ridings.ts';

interface House {
  seed: string;
  /** First parliament that is told. */
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

function partyOf(means: Random, riding: Riding, government: Party): Party {
  const odds = chances(riding, government);
  let rest = means.next() * odds.reduce((sum, [, chance]) => sum + chance, 0);
  for (const [party, chance] of odds) {
    if (rest < chance) return party;
    rest -= chance;
  }
  return government;
}

/** The members of all parliaments since the first one told, in the order in which they were first elected. */
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
      const means = random(of.seed, 'seat', parliament.number, seat);
      holders[seat] = elected(parliament, seat, holders[seat] ?? null, means, fresh);
    }
    for (let seat = 0; seat < seats; seat++) {
      const means = random(of.seed, 'life', parliament.number, seat);
      const holder = holders[seat];
      if (!holder) continue;
      if (means.chance(0.035)) holders[seat] = replaced(parliament, seat, holder, means, fresh);
      else if (seat % 60 === CROSSING) crosses(parliament, holder, means);
    }
  }
  return all;
}

/** The holder of a seat after a general election. */
function elected(
  parliament: Parliament,
  seat: number,
  holder: Politician | null,
  means: Random,
  fresh: () => Politician,
): Politician {
  const riding = ridingOf(seat);
  const {number, election: day} = parliament;
  const votes = means.between(14_000, 36_000);
  const stands = holder !== null && means.chance(0.86);
  if (holder && stands && means.chance(0.82)) {
    const party = holder.caucuses.at(-1)?.party ?? parliament.government;
    seated(holder, parliament, riding, {day, party, votes, byElection: false});
    return holder;
  }
  if (holder && stands) {
    const party = holder.caucuses.at(-1)?.party ?? parliament.government;
    const lost = Math.floor(votes * (0.5 + 0.45 * means.next()));
    holder.candidacies.push({
      day,
      parliament: number,
      byElection: false,
      riding,
      party,
      elected: false,
      votes: lost,
    });
  }
  const party = partyOf(means, riding, parliament.government);
  const winner = fresh();
  // some had stood before without success
  const before = PARLIAMENTS[number - 2];
  if (before && means.chance(0.12)) {
    const lost = means.between(3_000, 13_000);
    const {election, number: earlier} = before;
    winner.candidacies.push({
      day: election,
      parliament: earlier,
      byElection: false,
      riding,
      party,
      elected: false,
      votes: lost,
    });
  }
  seated(winner, parliament, riding, {day, party, votes, byElection: false});
  return winner;
}

function seated(
  person: Politician,
  {number: parliament, end: to}: Parliament,
  riding: Riding,
  {day, party, votes, byElection}: {day: number; party: Party; votes: number; byElection: boolean},
): void {
  person.mandates.push({parliament, riding, from: day, to, byElection});
  person.caucuses.push({parliament, party, from: day, to});
  person.candidacies.push({day, parliament, byElection, riding, party, elected: true, votes});
}

/** The holder leaves within the parliament; a by-election gives the next one, unless it is still to come. */
function replaced(
  parliament: Parliament,
  seat: number,
  holder: Politician,
  means: Random,
  fresh: () => Politician,
): Politician | null {
  const last = parliament.end ?? REFERENCE_DAY;
  const left = parliament.election + Math.floor((last - parliament.election) * (0.2 + 0.5 * means.next()));
  for (const term of [holder.mandates.at(-1), holder.caucuses.at(-1)]) if (term) term.to = left;
  const day = left + means.between(60, 170);
  if (day >= last) return null;
  const winner = fresh();
  const party = partyOf(means, ridingOf(seat), parliament.government);
  const votes = means.between(6_000, 15_000);
  seated(winner, parliament, ridingOf(seat), {day, party, votes, byElection: true});
  return winner;
}

/** The holder leaves the caucus in the middle of the mandate. */
function crosses(parliament: Parliament, holder: Politician, means: Random): void {
  const caucus = holder.caucuses.at(-1);
  if (!caucus || caucus.party === PARTIES.INDEPENDENT) return;
  const last = caucus.to ?? REFERENCE_DAY;
  const day = caucus.from + Math.floor((last - caucus.from) * (0.2 + 0.6 * means.next()));
  const party = means.chance(0.5) ? PARTIES.INDEPENDENT : parliament.government;
  if (party === caucus.party) return;
  holder.caucuses.push({parliament: parliament.number, party, from: day, to: caucus.to});
  caucus.to = day - 1;
}

function ridingOf(seat: number): Riding {
  const riding = RIDINGS[seat];
  if (!riding) throw new Error(`there is no riding for seat ${seat}`);
  return riding;
}
