/** Slugs of politicians, and whom a name may mean on a day. */
import {personKey, slugOf} from '../../../datasets/rules/text.ts';
import {covers, fullName, type Politician, politicianId} from './people.ts';
import type {Politicians} from './politicians.ts';

export interface Known {
  slug(of: Politician): string;
  /** Slug of the one politician of that name who was in office on the day; null for none or several. */
  meant(name: string, day: number): string | null;
  /** The same of a name whose last word is typed first, which no name of anybody and no first name may be. */
  exchanged(name: string, day: number): string | null;
}

const known = new WeakMap<Politicians, Known>();

/** Looked up over everybody, once. */
export function knownPoliticians(world: Politicians): Known {
  const found = known.get(world) ?? make(world.all);
  known.set(world, found);
  return found;
}

function make(all: readonly Politician[]): Known {
  const slugs = new Map<Politician, string>();
  for (const [slug, people] of Map.groupBy(all, (one) => slugOf(fullName(one)))) {
    const [first, ...others] = people.toSorted((a, b) => politicianId(a) - politicianId(b));
    if (first) slugs.set(first, slug);
    for (const one of others) slugs.set(one, `${slug}-${politicianId(one)}`);
  }
  const people = new Map<string, Set<Politician>>();
  for (const one of all) {
    for (const name of namesOf(one)) {
      const key = personKey(name);
      people.set(key, (people.get(key) ?? new Set()).add(one));
    }
  }
  const slug = (person: Politician): string => {
    const found = slugs.get(person);
    if (found === undefined) throw new Error(`${fullName(person)} is nobody of these politicians`);
    return found;
  };
  const meant = (key: string, day: number): string | null => {
    const inOffice = [...(people.get(key) ?? [])].filter((one) => served(one, day));
    const [only] = inOffice;
    return only && inOffice.length === 1 ? slug(only) : null;
  };
  const firstNames = new Set([...people.keys()].map((key) => key.split(' ')[0]));
  return {
    slug,
    meant: (name, day) => meant(personKey(name), day),
    exchanged: (name, day) => {
      const [family = '', ...given] = personKey(name).split(' ');
      if (people.has(personKey(name)) || firstNames.has(family)) return null;
      return meant([...given, family].join(' '), day);
    },
  };
}

const served = ({mandates, senate}: Politician, day: number): boolean =>
  mandates.some((one) => covers(one, day)) || (senate !== null && covers(senate, day));

/** The full name, and the one on ballots, which the Library gives for those whom it knows. */
function namesOf(person: Politician): string[] {
  const {nickname, family} = person.name;
  const onBallots = nickname !== null && person.library !== null && person.candidacies.length > 0;
  return onBallots ? [fullName(person), `${nickname} ${family}`] : [fullName(person)];
}
