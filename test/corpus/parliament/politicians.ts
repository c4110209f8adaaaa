/**
 * All politicians of the corpus: members of the House since one parliament, senators, and members of long
 * ago.
 */
import {dayOf, REFERENCE_DAY} from '../dates.ts';
import {once} from '../once.ts';
import type {Plan} from '../plan.ts';
import {govern} from './cabinet.ts';
import {formerMember} from './former.ts';
import {NAMES_OF_POLITICIANS, type Name, nameOf} from './names.ts';
import {PARLIAMENTS} from './parliaments.ts';
import {covers, type Politician} from './people.ts';
import {members} from './seats.ts';
import {senators} from './senators.ts';

/** The people of one plan and seed, in memory: a politician takes about a kilobyte. */
export interface Politicians {
  /** Told one by one by the House: those elected since the first parliament of the plan. */
  members: readonly Politician[];
  /** Everybody, each once. */
  all: readonly Politician[];
  /** Members who sit on a day. */
  sitting(day: number): readonly Politician[];
  /** Senators on a day. */
  senate(day: number): readonly Politician[];
}

/** The politicians of a plan; made once for a seed. */
export const politicians: (plan: Plan, seed: string) => Politicians = once(make);

function make(plan: Plan, seed: string): Politicians {
  const {first, seats, senate_seats, total, oldest} = plan.politicians;
  let named = 0;
  const fresh = (): Name => {
    if (named >= NAMES_OF_POLITICIANS) throw new Error(`${total} politicians need more names than they have`);
    return nameOf(named++);
  };
  // one in so many shares the name of somebody before: at once in the House, or years apart
  const names: Name[] = [];
  const memberName = () => {
    const twin = names.length % 97 === 41 ? names.at(-30) : undefined;
    names.push(twin ?? fresh());
    return names.at(-1) ?? fresh();
  };
  const house = members({seed, first, most: seats, name: memberName});
  for (const parliament of PARLIAMENTS.slice(first - 1)) govern(seed, parliament, house);

  let seated = 0;
  const chamber = senators({
    seed,
    since: oldest === 1 ? dayOf('1867-10-23') : (PARLIAMENTS[first - 1]?.election ?? 0),
    most: senate_seats,
    name: () => (seated++ % 30 === 11 ? (names[seated * 3] ?? fresh()) : fresh()),
    former: (day) =>
      house.find(({mandates, senate}) => {
        const last = mandates.at(-1)?.to;
        return senate === null && last !== undefined && last !== null && last < day;
      }) ?? null,
  });

  const rest = total - house.length - chamber.length;
  if (rest < 0) throw new Error(`${total} politicians are fewer than the seats of both chambers need`);
  const former = Array.from({length: rest}, (_, i) => {
    const name = i % 45 === 7 ? (names[i % names.length] ?? fresh()) : fresh();
    return formerMember(seed, i, first, oldest, name);
  });

  const all = [...former, ...house, ...chamber];
  for (const [i, person] of all.entries()) if (!isUnknown(person)) person.library = 17 + i;
  const senatorsOfAll = all.filter(({senate}) => senate !== null);
  return {members: house, all, sitting: byDay(house, sits), senate: byDay(senatorsOfAll, isSenator)};
}

/** Winners of the last by-elections have no profile at the Library yet. */
const isUnknown = ({mandates}: Politician): boolean => {
  const [first] = mandates;
  return mandates.length === 1 && first?.byElection === true && first.from > REFERENCE_DAY - 400;
};

const sits = ({mandates}: Politician, day: number): boolean => mandates.some((one) => covers(one, day));
const isSenator = ({senate}: Politician, day: number): boolean => senate !== null && covers(senate, day);

/** Those of the people for whom `holds` is true on a day, looked for once. */
function byDay(
  people: readonly Politician[],
  holds: (person: Politician, day: number) => boolean,
): (day: number) => readonly Politician[] {
  const known = new Map<number, readonly Politician[]>();
  return (day) => {
    const found = known.get(day) ?? people.filter((one) => holds(one, day));
    known.set(day, found);
    return found;
  };
}
