/**
 * Officials named in communications: members as filers spell them, ministers, senators, their staff, public
 * servants.
 */
import {fold} from '../../../datasets/rules/text.ts';
import type {Cells} from '../files/csv.ts';
import {at} from '../lists.ts';
import {NAMES_OF_POLITICIANS, nameOf} from '../parliament/names.ts';
import {covers, type Politician} from '../parliament/people.ts';
import type {Politicians} from '../parliament/politicians.ts';
import {knownPoliticians} from '../parliament/slugs.ts';
import type {Random} from '../prng.ts';
import type {Schedule} from '../quirks.ts';
import {HOUSE, OFFICES, pickInstitution, SENATE, STAFF} from './institutions.ts';
import type {LOBBYING_QUIRKS} from './quirks.ts';

export type Quirks = Schedule<keyof (typeof LOBBYING_QUIRKS)['lobbying_communications']>;

/** One official of a communication, and the politician who is meant. */
export interface Official {
  cells: Cells;
  name: string;
  title: string | null;
  branch: string | null;
  institution: string | null;
  slug: string | null;
  /** The quirk that it shows. */
  shows: string;
}

/** Who else than a sitting member is named; tried in this order. */
const KINDS = [
  'staff_namesake',
  'staff',
  'minister',
  'senator',
  'former_member',
  'unknown_member',
  'other_institution',
] as const;

interface Spelled {
  shows: string;
  first: string;
  last: string;
  title: string;
  branch?: string;
  institution: string;
  other?: string;
}

/** An official on a day. A share of all are public servants; most others sit in the House. */
export function official(world: Politicians, day: number, rng: Random, quirks: Quirks): Official {
  const people = knownPoliticians(world);
  const spelled = named(world, day, rng, quirks);
  const name = `${spelled.first} ${spelled.last}`;
  // what the rule of links makes of it: staff and public servants are no politicians
  const political =
    /^(Member of Parliament|MP|Député|Députée|Senator|Sénateur|Minister|Prime Minister|President of|ministre|premier ministre|président)/;
  const whose = spelled.shows === 'swapped' ? people.exchanged : people.meant;
  const slug = political.test(spelled.title) ? whose(name, day) : null;
  const trail = quirks.due('trailing_blanks') ? ' ' : '';
  return {
    cells: {
      DPOH_LAST_NM_TCPD: spelled.last,
      DPOH_FIRST_NM_PRENOM_TCPD: spelled.first,
      DPOH_TITLE_TITRE_TCPD: spelled.title,
      BRANCH_UNIT_DIRECTION_SERVICE: spelled.branch ?? 'null',
      OTHER_INSTITUTION_AUTRE: spelled.other ?? 'null',
      INSTITUTION: spelled.other ? 'null' : `${spelled.institution}${trail}`,
    },
    name,
    title: spelled.title,
    branch: spelled.branch ?? null,
    institution: spelled.other ?? spelled.institution,
    slug,
    shows: spelled.shows,
  };
}

function named(world: Politicians, day: number, rng: Random, quirks: Quirks): Spelled {
  const french = quirks.due('french_title');
  const sitting = world.sitting(day);
  if (sitting.length === 0 || rng.chance(0.45)) {
    quirks.due('official');
    return servant(rng, french);
  }
  const kind = quirks.one(KINDS);
  const shows = kind ?? 'house';
  const member = rng.pick(sitting);
  const mp = french ? rng.pick(['Député', 'MP']) : rng.pick(['Member of Parliament', 'MP']);
  switch (kind) {
    case 'staff':
      return {shows, ...plain(outsider(rng)), title: staffTitle(rng, french), institution: HOUSE};
    case 'staff_namesake':
      return {shows, ...plain(member), title: staffTitle(rng, french), institution: HOUSE};
    case 'minister': {
      const [holder, office] = minister(sitting, day, rng) ?? [];
      if (!holder || !office) break;
      const title = french ? office.titleFr : office.titleEn;
      return {
        shows,
        ...plain(holder),
        title,
        ...(rng.chance(0.5) ? {branch: "Minister's Office"} : {}),
        institution: office.institution,
      };
    }
    case 'senator': {
      const chamber = world.senate(day);
      if (chamber.length === 0) break;
      return {
        shows,
        ...plain(rng.pick(chamber)),
        title: french ? 'Sénateur' : 'Senator',
        institution: SENATE,
      };
    }
    case 'former_member': {
      const gone = world.members.filter(({mandates}) => (mandates.at(-1)?.to ?? day) < day);
      if (gone.length === 0) break;
      return {shows, ...plain(rng.pick(gone)), title: mp, institution: HOUSE};
    }
    case 'unknown_member':
      return {shows, ...plain(outsider(rng)), title: mp, institution: HOUSE};
    case 'other_institution':
      return {...servant(rng, french), shows, other: 'Great Lakes Pilotage Council'};
    default:
  }
  quirks.due('house');
  return {...misspelled(member, rng, quirks), title: mp, institution: HOUSE};
}

const plain = ({name}: Pick<Politician, 'name'>) => ({first: name.given, last: name.family});

/** Somebody with a name that no politician has. */
const outsider = (rng: Random): Pick<Politician, 'name'> => ({
  name: nameOf(NAMES_OF_POLITICIANS + rng.int(950)),
});

const staffTitle = (rng: Random, french: boolean): string => rng.pick(STAFF)[french ? 1 : 0] ?? '';

function servant(rng: Random, french: boolean): Spelled {
  const [en = '', fr = '', branch = ''] = rng.pick(OFFICES);
  const person = outsider(rng);
  let institution = pickInstitution(rng);
  // public servants work for departments
  while (institution === HOUSE || institution === SENATE) institution = pickInstitution(rng);
  return {shows: 'official', ...plain(person), title: french ? fr : en, branch, institution};
}

function minister(sitting: readonly Politician[], day: number, rng: Random) {
  const holders = sitting.flatMap((one) =>
    one.positions
      .filter((office) => office.institution !== '' && covers(office, day))
      .map((office) => [one, office] as const),
  );
  return holders.length > 0 ? at(holders, rng.int(holders.length)) : null;
}

/** A member's name as filers type it: mostly as it is. */
function misspelled(
  member: Politician,
  rng: Random,
  quirks: Quirks,
): Pick<Spelled, 'shows' | 'first' | 'last'> {
  const {first, last} = plain(member);
  if (quirks.due('capitals')) return {shows: 'capitals', first, last: last.toUpperCase()};
  if (quirks.due('honorific')) return {shows: 'honorific', ...honoured(member, rng)};
  if (quirks.due('accents_lost')) return {shows: 'accents_lost', first: bare(first), last: bare(last)};
  if (quirks.due('swapped')) return {shows: 'swapped', first: last, last: first};
  const {nickname} = member.name;
  if (nickname !== null && quirks.due('nickname')) return {shows: 'nickname', first: nickname, last};
  return {shows: 'house', first, last};
}

function honoured(member: Politician, rng: Random): {first: string; last: string} {
  const {first, last} = plain(member);
  const title = member.honorific === '' ? 'Mr.' : `The ${member.honorific}`;
  return rng.chance(0.5) ? {first: `${title} ${first}`, last} : {first, last: `${last}, MP`};
}

/** Without accents, as typed on a foreign keyboard. */
const bare = (text: string): string =>
  fold(text) === text.toLowerCase() ? text : text.normalize('NFD').replace(/\p{M}/gu, '');
