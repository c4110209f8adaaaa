/**
 * Lies about procurement numbers: numbers of several contracts, numbers that are none, contracts under
 * several numbers.
 */
import type {Vendor} from '../vocabulary/vendors.ts';
import {type Contract, texts, type Version} from './contract_cells.ts';
import {
  AMENDED_BY,
  amendment,
  amendments,
  base,
  type Case,
  change,
  type Means,
  original,
  otherVendor,
} from './contract_kinds.ts';

type Start = ReturnType<typeof base>;

/** Contracts under whose number others follow are awarded earlier still. */
const FOLLOWED_BY = AMENDED_BY - 700;

/** A contract of its own under the number of another, for the same purpose. */
const beside = (
  of: Start,
  other: {day?: number; value?: number; vendor?: Vendor; number?: string},
): Start => ({
  contract: {
    ...of.contract,
    ...(other.vendor ? {vendor: other.vendor} : {}),
    ...(other.number === undefined ? {} : {number: other.number}),
  },
  day: other.day ?? of.day,
  value: other.value ?? of.value,
});

const alone = (means: Means, ...starts: Start[]): Case[] =>
  starts.map((start) => ({contract: start.contract, versions: [original(means, start)]}));

const changed = (means: Means, contract: Contract, before: Version, reported: number): Version =>
  amendment(means, contract, before, {reported, change: change(means, before)});

/** Two contracts under one procurement number that share one of date and original value, or none. */
export function numberReused(means: Means): Case[] {
  const one = base(means, {last: AMENDED_BY});
  const {institution: buyer, number, vendor: not} = one.contract;
  const two = base(means, {institution: buyer, number, not, last: AMENDED_BY});
  const way = means.random.int(3);
  if (way === 0) {
    two.day = one.day;
    two.value = one.value + 500_00;
  } else if (way === 1) {
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

/** Two contracts of one vendor under one number; the first is amended after the second was awarded. */
export function reusedSameVendor(means: Means): Case[] {
  const one = base(means, {last: FOLLOWED_BY});
  const two = beside(one, {day: one.day + 200 + means.random.int(300), value: one.value + 1_500_00});
  const [first, second] = [original(means, one), original(means, two)];
  return [
    {contract: one.contract, versions: [first, changed(means, one.contract, first, two.day + 120)]},
    {contract: two.contract, versions: [second, changed(means, two.contract, second, two.day + 150)]},
  ];
}

/** A standing offer, renewed now and then, and two or three call-ups under its number. */
export function callUps(means: Means): Case[] {
  const {random} = means;
  const start = base(means, {last: FOLLOWED_BY});
  const offer: Version = {...original(means, {...start, value: 0}), instrument: 'SOSA'};
  const renewed: Version = {...offer, ...means.next(start.contract.institution, start.day + 365)};
  const contract = {...start.contract, offer: `${start.contract.number}/001/ZL`};
  const calls = Array.from({length: 2 + random.int(2)}, (_, nth): Case => {
    const day = start.day + 90 * (nth + 1) + random.int(60);
    const first = original(means, {contract, day, value: start.value + 700_00 * nth});
    return {contract, versions: nth ? [first] : [first, changed(means, contract, first, day + 200)]};
  });
  return [{contract: start.contract, versions: random.chance(0.5) ? [offer] : [offer, renewed]}, ...calls];
}

/** Two contracts of one vendor, day and value, reported in two quarters. */
export function twinCallUps(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const [one, two] = alone(means, start, start) as [Case, Case];
  two.versions = two.versions.map((row) => ({
    ...row,
    ...means.next(start.contract.institution, start.day + 95),
  }));
  return [one, two];
}

/** One purchase over two commitments: two contracts of one number, vendor, day and quarter. */
export function splitCommitment(means: Means): Case[] {
  const start = base(means);
  return alone(means, start, beside(start, {value: Math.round(start.value / 4)}));
}

/** Two vendors win one requisition on a day for the same value; both contracts are amended. */
export function twoWinners(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const other = otherVendor(means.random, means.vendors, start.contract.vendor);
  return [start, beside(start, {vendor: other})].map((one) => {
    const first = original(means, one);
    return {contract: one.contract, versions: [first, changed(means, one.contract, first, one.day + 130)]};
  });
}

/** Two contracts of a file, `.../001` and `.../002`, that are alike in all else. */
export function sequences(means: Means): Case[] {
  const start = base(means);
  const number = `T8086-${String(means.index).padStart(6, '0')}`;
  return alone(means, ...['001', '002'].map((part) => beside(start, {number: `${number}/${part}`})));
}

/** The amendment has its own number behind that of the contract, and with digits a day of its own. */
export function suffix(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const number = `G7${String(means.index).padStart(8, '0')}`;
  const {contract} = beside(start, {number});
  const first = original(means, {...start, contract});
  const ending = means.random.pick(['1', '12', 'U']);
  const later = changed(means, contract, first, start.day + 200);
  const day = ending === 'U' ? start.day : start.day + 190;
  return [{contract, versions: [first, {...later, day, number: `${number}/${ending}`}]}];
}

/** The amendment has the number of the contract for a reference, and the reference for a number. */
export function swapped(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract} = beside(start, {number: `450${String(means.index).padStart(7, '0')}`});
  const first = original(means, {...start, contract});
  return [
    {contract, versions: [first, {...changed(means, contract, first, start.day + 250), swapped: true}]},
  ];
}

/** Two rows of one vendor and day without a procurement number: each stands alone. */
export function noNumber(means: Means): Case[] {
  const start = base(means);
  start.contract.number = means.random.pick(['', 'NA']);
  return alone(means, start, start);
}

const PLACEHOLDERS = ['S/O', '0000', 'TBD', 'ACQUISITION CARD'] as const;

/** A word for a number: an award with its amendment, and another vendor's of the same day and value. */
export function placeholder(means: Means): Case[] {
  const start = beside(base(means, {last: AMENDED_BY}), {number: means.random.pick(PLACEHOLDERS)});
  const first = original(means, start);
  const other = otherVendor(means.random, means.vendors, start.contract.vendor);
  return [
    {contract: start.contract, versions: [first, changed(means, start.contract, first, start.day + 140)]},
    ...alone(means, beside(start, {vendor: other})),
  ];
}

/**
 * A long number as Excel shortens it: an award, and the amendment of another vendor whose award is not there.
 */
export function excelNumber(means: Means): Case[] {
  const {random} = means;
  const number = `${1 + random.int(9)}.${10 + random.int(90)}E+${random.pick(['09', '10', '11'])}`;
  const one = beside(base(means, {last: AMENDED_BY}), {number});
  const other = otherVendor(random, means.vendors, one.contract.vendor);
  const two = beside(one, {day: one.day + 40, value: one.value + 900_00, vendor: other});
  const unreported = original(means, two);
  const later = changed(means, two.contract, unreported, two.day + 160);
  return [...alone(means, one), {contract: two.contract, versions: [later]}];
}

/** Two rows under one number without vendors and readable dates: equal original values alone link nothing. */
export function nullsShareNothing(means: Means): Case[] {
  const start = base(means);
  return alone(means, start, start).map(({contract, versions}) => ({
    contract,
    versions: versions.map((row) => ({...row, vendor: '', day: null, dateText: ''})),
  }));
}

/** A contract of CanadaBuys under the same number, for the same value. */
export function bothPublishers(means: Means): Case[] {
  const {contractNumber, buyer, vendor, subject, place, value, awardDay} = means.purchase();
  const start = base(means, {institution: buyer, number: contractNumber});
  const said = texts(means.random, subject, place, false);
  const contract: Contract = {...start.contract, vendor, subject, place, texts: said};
  return alone(means, {contract, day: awardDay, value});
}
