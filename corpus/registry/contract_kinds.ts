/** How the versions of a registry contract come about: a function for every kind. */
import {dayOf, growingDay, REFERENCE_DAY} from '../dates.ts';
import {amount, type Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import type {QuirkOf, Schedule} from '../quirks.ts';
import {type Body, institution} from '../vocabulary/institutions.ts';
import {PLACES, SUBJECTS} from '../vocabulary/texts.ts';
import {spelling, type Vendor, vendor, vendorNumber} from '../vocabulary/vendors.ts';
import {type Contract, type references, texts, type Version} from './contract_cells.ts';

type Quirks = Schedule<QuirkOf<'proactive_contracts'>>;

/** Everything a kind may draw on. */
export interface Means {
  random: Random;
  quirks: Quirks;
  next: ReturnType<typeof references>;
  vendors: number;
  index: number;
}

/** One record: its contract and its rows, first version first. */
export interface Case {
  contract: Contract;
  versions: Version[];
}

const FIRST_DAY = dayOf('2004-01-05');
/** Contracts that are to be amended are awarded early enough. */
const AMENDED_BY = REFERENCE_DAY - 500;
const PROCEDURES = ['OB', 'OB', 'ST', 'TC', 'TN', 'TN', 'AC'] as const;

export function base(
  means: Means,
  of: {last?: number; institution?: Body; number?: string; not?: Vendor} = {},
) {
  const {random, quirks, vendors, index} = means;
  const day = growingDay(random, FIRST_DAY, of.last ?? REFERENCE_DAY);
  const buyer = of.institution ?? institution(random);
  const seller = otherVendor(random, vendors, of.not);
  const subject = random.pick(SUBJECTS);
  const place = random.pick(PLACES);
  const thin = day < dayOf('2016-01-01');
  const contract: Contract = {
    institution: buyer,
    number: of.number ?? procurementNumber(index, random),
    vendor: seller,
    subject,
    place,
    procedure: thin && random.chance(0.6) ? '' : random.pick(PROCEDURES),
    texts: texts(random, subject, place, quirks.due('lines_in_cell')),
  };
  return {contract, day, value: amount(random)};
}

function otherVendor(random: Random, vendors: number, not?: Vendor): Vendor {
  const found = vendor(vendorNumber(random, vendors));
  return found === not ? vendor(found === vendor(0) ? 1 : 0) : found;
}

/** Unlike for every unit; the shapes are those of several departments' systems. */
function procurementNumber(index: number, random: Random): string {
  const number = String(index).padStart(7, '0');
  return random.pick([`45${number}`, `H${number}-001`, `${number}/${random.int(90) + 10}`, `PO ${number}`]);
}

/** The first row of a contract. */
export function original(means: Means, {contract, day, value}: ReturnType<typeof base>): Version {
  return {
    ...means.next(contract.institution, day),
    instrument: 'C',
    vendor: spelling(means.random, contract.vendor),
    day,
    start: day,
    original: value,
    value,
    change: 0,
  };
}

/** A later row that changes the total by `change`, reported at `reported`. */
export function amendment(
  means: Means,
  contract: Contract,
  before: Version,
  {reported, change, vendor: named}: {reported: number; change: Cents; vendor?: string},
): Version {
  return {
    ...before,
    ...means.next(contract.institution, reported),
    instrument: 'A',
    vendor: named ?? before.vendor,
    value: (before.value ?? 0) + change,
    change,
  };
}

function change(means: Means, before: Version): Cents {
  const {random, quirks} = means;
  const total = before.value ?? 0;
  if (quirks.due('negative_amendment')) return -Math.floor(total * (0.05 + 0.4 * random.next()));
  return random.chance(0.15) ? 0 : Math.round(total * 0.6 * random.next());
}

/** Later versions of a contract, one to eleven of them, in rising quarters up to the reference day. */
export function amendments(means: Means, contract: Contract, first: Version, reported: number): Version[] {
  const {random} = means;
  const versions: Version[] = [];
  let before = first;
  let day = reported;
  do {
    day += 60 + random.int(200);
    before = amendment(means, contract, before, {reported: day, change: change(means, before)});
    versions.push(before);
  } while (versions.length < 11 && day < REFERENCE_DAY - 300 && random.chance(0.45));
  return versions;
}

/** Contract with amendments in later quarters; `bend` changes the later rows. */
export function amended(
  means: Means,
  bend: (versions: Version[], contract: Contract) => Version[] = (v) => v,
): Case {
  const start = base(means, {last: AMENDED_BY});
  const first = original(means, start);
  const later = amendments(means, start.contract, first, start.day);
  return {contract: start.contract, versions: [first, ...bend(later, start.contract)]};
}

export function sameQuarter(means: Means): Case {
  const start = base(means);
  const first = original(means, start);
  const second = amendment(means, start.contract, first, {reported: start.day, change: change(means, first)});
  return {contract: start.contract, versions: [first, second]};
}

/** From the second row on the vendor is written otherwise; the key stays. */
export const respelled = (means: Means): Case =>
  amended(means, (later, {vendor: {spellings}}) =>
    later.map((version, i) => ({...version, vendor: spellings[(i % (spellings.length - 1)) + 1] ?? ''})),
  );

/** From the second row on another vendor stands there; date and original value still link the rows. */
export const renamed = (means: Means): Case =>
  amended(means, (later, {vendor: before}) => {
    const after = otherVendor(means.random, means.vendors, before);
    return later.map((version) => ({...version, vendor: after.spellings[0] ?? ''}));
  });

/** The award was never reported: only amendment rows. */
export function noOriginal(means: Means): Case {
  const start = base(means, {last: AMENDED_BY});
  const unreported = original(means, start);
  return {contract: start.contract, versions: amendments(means, start.contract, unreported, start.day)};
}

/** A and B share the vendor, B and C contract date and original value; A and C share nothing. */
export function chained(means: Means): Case {
  const start = base(means, {last: AMENDED_BY});
  const {contract, day} = start;
  const other = otherVendor(means.random, means.vendors, contract.vendor);
  const a = original(means, start);
  const b: Version = {
    ...amendment(means, contract, a, {reported: day + 100, change: 5_000_00}),
    day: day + 3,
    original: a.original + 1_00,
  };
  const c = amendment(means, contract, b, {
    reported: day + 200,
    change: 7_000_00,
    vendor: other.spellings[0] ?? '',
  });
  return {contract, versions: [a, b, c]};
}

/** Beginnings of names that a field of 30 characters cuts inside a word. */
const LONG_NAMES = [
  'Laboratories and Field Services of',
  'Consultants in Coastal Engineering with',
  'Société des arpenteurs-géomètres de',
  'The Harbour Pilotage Society of',
] as const;
const WIDTH = 30;

/** A row of the same contract whose day and original value differ; the start of the period stays. */
function elsewhere(means: Means, {contract, versions: [first]}: Case, vendor: string): Version {
  if (!first) throw new Error('a contract has a first row');
  const reported = (first.day ?? 0) + 400;
  const later = amendment(means, contract, first, {reported, change: 3_000_00, vendor});
  return {...later, day: (first.day ?? 0) + 370, original: first.original + 2_00};
}

/** The vendor's name is cut in the first row or in the second. */
export function cutName(means: Means): Case {
  const start = base(means, {last: AMENDED_BY});
  const whole = `${means.random.pick(LONG_NAMES)} ${start.contract.vendor.spellings[0] ?? ''}`;
  const names = [whole.slice(0, WIDTH), whole];
  if (means.index % 2) names.reverse();
  const [one = '', other = ''] = names;
  const first = {...original(means, start), vendor: one};
  const {contract} = start;
  return {contract, versions: [first, elsewhere(means, {contract, versions: [first]}, other)]};
}

/** Two contracts under one number and start, of vendors whose names begin alike. */
export function alikeName(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract} = start;
  const name = `${means.random.pick(LONG_NAMES)} ${means.random.pick(PLACES).en}`;
  const first = {...original(means, start), vendor: `${name} Inc.`};
  const second = elsewhere(means, {contract, versions: [first]}, `${name} Incubator Ltd.`);
  return [first, second].map((version) => ({contract, versions: [version]}));
}

/** Two contracts under one procurement number that share one of date and original value, or none. */
export function numberReused(means: Means): Case[] {
  const one = base(means, {last: AMENDED_BY});
  const {institution: buyer, number, vendor: not} = one.contract;
  const two = base(means, {institution: buyer, number, not, last: AMENDED_BY});
  if (means.index % 3 === 0) {
    two.day = one.day;
    two.value = one.value + 500_00;
  } else if (means.index % 3 === 1) {
    two.value = one.value;
    two.day = one.day === two.day ? one.day + 1 : two.day;
  } else if (one.day === two.day) {
    two.day++;
  }
  const [first, second] = [original(means, one), original(means, two)];
  return [
    {contract: one.contract, versions: [first]},
    {contract: two.contract, versions: [second, ...amendments(means, two.contract, second, two.day)]},
  ];
}

/** Two rows under one number without vendors and readable dates: equal original values alone link nothing. */
export function nullsShareNothing(means: Means): Case[] {
  const start = base(means);
  return [0, 1].map(() => ({
    contract: start.contract,
    versions: [{...original(means, start), vendor: '', day: null, dateText: ''}],
  }));
}

/** Two rows of one vendor and day without a procurement number: each stands alone. */
export function noNumber(means: Means): Case[] {
  const start = base(means);
  start.contract.number = means.index % 2 === 0 ? '' : 'NA';
  return [0, 1].map(() => ({contract: start.contract, versions: [original(means, start)]}));
}
