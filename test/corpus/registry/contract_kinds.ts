/** How the rows of a registry contract come about: awards, and the amendments that follow them. */
import type {Procurement} from '../canadabuys/procurements.ts';
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
  /** The next purchase that CanadaBuys reports too. */
  purchase: () => Procurement;
}

/** One record: its contract and its rows, first version first. */
export interface Case {
  contract: Contract;
  versions: Version[];
}

const FIRST_DAY = dayOf('2004-01-05');
/** Contracts that are to be amended are awarded early enough. */
export const AMENDED_BY = REFERENCE_DAY - 500;
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

export function otherVendor(random: Random, vendors: number, not?: Vendor): Vendor {
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

export function change(means: Means, before: Version): Cents {
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
