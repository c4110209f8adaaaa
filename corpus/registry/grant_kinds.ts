/** How the rows of grants come about: a function for every kind of agreement. */
import {vendorKey} from '../../datasets/rules/text.ts';
import {dayOf, growingDay, REFERENCE_DAY} from '../dates.ts';
import {amount, type Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import type {QuirkOf, Schedule} from '../quirks.ts';
import {SCHOOLS} from '../vocabulary/people.ts';
import {postalOf} from '../vocabulary/towns.ts';
import {
  businessNumber,
  type Grant,
  type GrantReferences,
  type GrantVersion,
  nameOf,
  respelledName,
} from './grant_cells.ts';
import {CHANGING_PROGRAMS, COUNCIL_PROGRAMS, PROGRAMS, type Program, purpose} from './grant_texts.ts';
import {foreign, type Recipient, recipient} from './recipients.ts';

type Quirks = Schedule<QuirkOf<'proactive_grants'>>;

/** Everything a kind may draw on. */
export interface GrantMeans {
  random: Random;
  quirks: Quirks;
  next: GrantReferences;
  recipients: number;
  index: number;
  /** Records still to come. */
  room: number;
}

/** One record: its agreement and its rows, first version first. */
export interface GrantCase {
  grant: Grant;
  versions: GrantVersion[];
  /** The rows hold changes: the record's value is their sum. */
  changes?: true;
}

const FIRST_DAY = dayOf('2006-04-03');
const LEGACY_BY = dayOf('2018-03-31');
/** Agreements that are to be amended begin early enough. */
const AMENDED_BY = REFERENCE_DAY - 500;

interface Wishes {
  program?: Program;
  recipient?: Recipient;
  reference?: string;
  last?: number;
  legacy?: boolean;
}

/** A few recipients very often and most of them rarely. */
export function anyRecipient({random, recipients}: GrantMeans): Recipient {
  return recipient(Math.floor(recipients * random.next() ** 1.8));
}

export function single(means: GrantMeans, of: Wishes = {}): GrantCase & {versions: [GrantVersion]} {
  const {random, quirks, index} = means;
  const program = of.program ?? PROGRAMS[Math.floor(PROGRAMS.length * random.next() ** 1.6)];
  if (!program) throw new Error('no program at that rank: the list is empty');
  const legacy = of.legacy ?? (of.last === undefined && quirks.due('legacy_reference'));
  const start = growingDay(random, FIRST_DAY, legacy ? LEGACY_BY : (of.last ?? REFERENCE_DAY));
  const to = of.recipient ?? anyRecipient(means);
  const inCanada = to.country === 'CA';
  const texts = purpose(random, to.town, quirks.due('lines_in_cell'));
  if (random.chance(0.1)) {
    texts.descriptionEn = '';
    texts.descriptionFr = '';
  }
  return {
    grant: {
      program,
      recipient: to,
      town: to.town,
      organization: '',
      texts,
      postal: inCanada && random.chance(0.8) ? postalOf(random, to.town) : '',
      province: inCanada ? to.town.province.code : '',
      currency: '',
    },
    versions: [
      {
        reference: of.reference ?? means.next(program.institution, start, legacy),
        amendment: 0,
        amended: null,
        agreement: agreementNumber(Math.max(index, 0), random),
        name: nameOf(to),
        business: businessNumber(to, quirks, random),
        start,
        end: start + 90 + random.int(1_500),
        value: amount(random, 1_000_00),
      },
    ],
  };
}

/** Unlike for every unit, but for the program codes of the councils. */
function agreementNumber(index: number, random: Random): string {
  const number = String(index).padStart(7, '0');
  return random.pick([`GCXE${number}`, `${number}-${random.int(90) + 10}`, '', 'RGPIN', `8${number}`]);
}

/** The next row: the total after it, or in the institutions that publish changes the change alone. */
function amendment(means: GrantMeans, before: GrantVersion, changes: boolean): GrantVersion {
  const {random, quirks} = means;
  const value = before.value ?? 0;
  const part = Math.round(Math.abs(value) * 0.5 * random.next());
  const next = changes ? part : value + (random.chance(0.2) ? 0 : part);
  return {
    ...before,
    amendment: before.amendment + 1,
    amended: Math.min((before.amended ?? before.start ?? FIRST_DAY) + 40 + random.int(300), REFERENCE_DAY),
    end: before.end + random.int(200),
    value: quirks.due('negative_amendment') ? -part : next,
  };
}

/** Some rows later: one to six of them. Every fourth agreement begins later by its amendments than it did at first. */
export function amended(means: GrantMeans, of: Wishes = {}, changes = false): GrantCase {
  const {grant, versions} = single(means, {last: AMENDED_BY, ...of});
  const all: GrantVersion[] = [...versions];
  const shift = means.random.chance(0.25) ? 30 : 0;
  do {
    const before = all.at(-1);
    if (!before) break;
    const start = before.start === null || all.length > 1 ? before.start : before.start + shift;
    all.push({...amendment(means, before, changes), start});
  } while (all.length < 7 && means.random.chance(0.4));
  return {grant, versions: all, ...(changes ? {changes: true} : {})};
}

export function respelled(means: GrantMeans): GrantCase {
  const {grant, versions} = amended(means);
  const name = respelledName(grant.recipient, means.index);
  return {grant, versions: versions.map((version, i) => (i === 0 ? version : {...version, name}))};
}

/** A recipient whose name and number are its own; people have no number and do not count. */
function otherRecipient(means: GrantMeans, ...not: Recipient[]): Recipient {
  for (;;) {
    const found = anyRecipient(means);
    const key = vendorKey(found.en);
    const same = not.some((one) => vendorKey(one.en) === key || one.number === found.number);
    if (found.number !== '' && !same) return found;
  }
}

/** From the second row on another name stands there, of the same business number. */
export function renamed(means: GrantMeans): GrantCase {
  const before = otherRecipient(means);
  const after = otherRecipient(means, before);
  const {grant, versions} = amended(means, {recipient: before});
  const name = nameOf(after);
  return {
    grant,
    versions: versions.map((version, i) => ({
      ...version,
      business: before.number,
      ...(i === 0 ? {} : {name}),
    })),
  };
}

/** A and B share the name, B and C the business number; A and C share nothing. */
export function chained(means: GrantMeans): GrantCase {
  const one = otherRecipient(means);
  const two = otherRecipient(means, one);
  const {grant, versions} = single(means, {recipient: one, last: AMENDED_BY});
  const [first] = versions;
  const a = {...first, business: one.number};
  const b = {...amendment(means, a, false), business: two.number};
  const c = {...amendment(means, b, false), business: two.number, name: nameOf(two)};
  return {grant, versions: [a, b, c]};
}

/** The first rows were never reported. */
export function noOriginal(means: GrantMeans): GrantCase {
  const whole = amended(means);
  return {...whole, versions: whole.versions.slice(1)};
}

/** One agreement in many rows, each a change under a reference number of its own. */
export function changes(means: GrantMeans): GrantCase[] {
  const {random, room, next} = means;
  const program = random.pick(CHANGING_PROGRAMS);
  // the fifth of every twelve recipients is a First Nation
  const to = recipient(12 * random.int(Math.ceil(means.recipients / 12)) + 5);
  const start = single(means, {program, recipient: to, last: AMENDED_BY});
  const [first] = start.versions;
  const number = `20${10 + (means.index % 15)}-AT-${String(means.index).padStart(6, '0')}`;
  const code = `P${String(random.int(100_000)).padStart(6, '0')}`;
  const texts = {titleEn: number, titleFr: number, descriptionEn: code, descriptionFr: code};
  const rows = Math.min(room, random.chance(0.02) ? 40 + random.int(140) : 3 + random.int(14));
  let day = start.versions[0].start ?? FIRST_DAY;
  let version: GrantVersion = {...first, agreement: number};
  return Array.from({length: rows}, (_, i) => {
    if (i > 0) {
      day = Math.min(day + 1 + random.int(20), REFERENCE_DAY);
      const reference = next(program.institution, day, false);
      version = {...amendment(means, version, true), amended: day, reference};
    }
    const taken = (version.value ?? 0) < 0;
    version = {...version, value: taken ? version.value : amount(random, 1_000_00)};
    return {grant: {...start.grant, texts}, versions: [version], changes: true as const};
  });
}

/** Rows of one reference number that are changes. */
export const changesAmended = (means: GrantMeans): GrantCase =>
  amended(means, {program: means.random.pick(CHANGING_PROGRAMS)}, true);

/** Two or three recipients under one reference number of an institution. A dash for a number links nobody. */
export function sharedReference(means: GrantMeans): GrantCase[] {
  const {random} = means;
  // most of them differ in the amendment number too
  const way = random.pick([0, 1, 1, 1, 2]);
  const one = otherRecipient(means);
  const two = otherRecipient(means, one);
  const wish: Wishes = {recipient: one, legacy: random.chance(0.9)};
  const first = way === 2 ? amended(means, wish) : single(means, wish);
  const {program} = first.grant;
  const reference = first.versions[0]?.reference ?? '';
  const others = [two, ...(way === 2 ? [otherRecipient(means, one, two)] : [])].map((to) =>
    single(means, {program, recipient: to, reference, legacy: true}),
  );
  const dash = random.chance(0.5);
  for (const {versions} of [first, ...others]) {
    if (dash) for (const version of versions) version.business = '-';
  }
  if (way === 1) {
    for (const {versions} of others) {
      versions[0].amendment = 1;
      versions[0].amended = (versions[0].start ?? FIRST_DAY) + random.int(200);
    }
  }
  return [first, ...others];
}

/** Two agreements of one recipient under one reference number; the second has the higher number and later days. */
export function repeatedPair(means: GrantMeans): GrantCase[] {
  const {index, random} = means;
  const {grant, versions} = single(means, {last: AMENDED_BY});
  const [first] = versions;
  const way = random.int(3);
  const number = String(index).padStart(7, '0');
  const rows: GrantVersion[] = [{...first, agreement: `A${number}`}];
  if (way > 0) rows.push({...amendment(means, rows[0] ?? first, false), agreement: `A${number}`});
  const later = way === 1 ? rows : rows.slice(0, 1);
  const twins = later.map((version) => ({
    ...version,
    agreement: `B${number}`,
    amended: version.amended === null ? null : version.amended + 35,
    start: (version.start ?? FIRST_DAY) + 35,
    end: version.end + 35,
    value: (version.value ?? 0) + 1_111_11,
  }));
  return [
    {grant, versions: rows},
    {grant, versions: twins},
  ];
}

/** A total of many recipients that the institution does not name. */
export function batchReport(means: GrantMeans): GrantCase {
  const {grant, versions} = single(means);
  const [first] = versions;
  const name = {en: 'Batch report', fr: 'Rapport en lots'};
  return {
    grant: {...grant, recipient: {...grant.recipient, type: 'O'}, postal: ''},
    versions: [{...first, name, business: ''}],
  };
}

/** A person at a university, with or without a research council. */
export function scholar(means: GrantMeans, council: boolean): GrantCase {
  const {random, index} = means;
  const program = council ? random.pick(COUNCIL_PROGRAMS) : undefined;
  // the tenth of every twelve recipients is a person
  const to = recipient(12 * random.int(Math.ceil(means.recipients / 12)) + 10);
  const {grant, versions} = single(means, program ? {program, recipient: to} : {recipient: to});
  const school = SCHOOLS[index % SCHOOLS.length];
  return {grant: {...grant, organization: school?.en ?? ''}, versions};
}

export const abroad = (means: GrantMeans): GrantCase => single(means, {recipient: foreign(means.index)});

/** Sum of the rows where they are changes, else the last one's total. */
export function settledValue({versions, changes: summed}: GrantCase): Cents | null {
  if (!summed) return versions.at(-1)?.value ?? null;
  return versions.reduce((sum, {value}) => sum + (value ?? 0), 0);
}
