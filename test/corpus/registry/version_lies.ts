/** Lies about the rows of one contract: vendors, days, values and kinds that differ from row to row. */
import {PLACES} from '../vocabulary/texts.ts';
import type {Contract, Version} from './contract_cells.ts';
import {
  AMENDED_BY,
  amended,
  amendment,
  amendments,
  base,
  type Case,
  change,
  type Means,
  original,
  otherVendor,
} from './contract_kinds.ts';

/** From the second row on the vendor is written otherwise; the key stays. */
export const respelled = (means: Means): Case[] => [
  amended(means, (later, {vendor: {spellings}}) =>
    later.map((version, i) => ({...version, vendor: spellings[(i % (spellings.length - 1)) + 1] ?? ''})),
  ),
];

/** From the second row on another vendor stands there; date and original value still link the rows. */
export const renamed = (means: Means): Case[] => [
  amended(means, (later, {vendor: before}) => {
    const after = otherVendor(means.random, means.vendors, before);
    return later.map((version) => ({...version, vendor: after.spellings[0] ?? ''}));
  }),
];

/** The award was never reported: only amendment rows. */
export function noOriginal(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const unreported = original(means, start);
  return [{contract: start.contract, versions: amendments(means, start.contract, unreported, start.day)}];
}

/**
 * An amendment of the vendor with a day and an original value of its own, and one more under another vendor.
 */
export function chained(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract, day} = start;
  const other = otherVendor(means.random, means.vendors, contract.vendor);
  const a = original(means, start);
  const b: Version = {
    ...amendment(means, contract, a, {reported: day + 100, change: 5_000_00}),
    day: day + 3,
    original: a.original + 1_00,
  };
  const reported = day + 200;
  const c = amendment(means, contract, b, {reported, change: 7_000_00, vendor: other.spellings[0] ?? ''});
  return [{contract, versions: [a, b, c]}];
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
function elsewhere(means: Means, contract: Contract, first: Version, vendor: string): Version {
  const reported = (first.day ?? 0) + 400;
  const later = amendment(means, contract, first, {reported, change: 3_000_00, vendor});
  return {...later, day: (first.day ?? 0) + 370, original: first.original + 2_00};
}

/** The vendor's name is cut in the first row or in the second. */
export function cutName(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract} = start;
  const whole = `${means.random.pick(LONG_NAMES)} ${contract.vendor.spellings[0] ?? ''}`;
  const names = [whole.slice(0, WIDTH), whole];
  if (means.random.chance(0.5)) names.reverse();
  const [one = '', other = ''] = names;
  const first = {...original(means, start), vendor: one};
  return [{contract, versions: [first, elsewhere(means, contract, first, other)]}];
}

/** Amendments of two contracts under one number and start, of vendors whose names begin alike. */
export function alikeName(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract} = start;
  const name = `${means.random.pick(LONG_NAMES)} ${means.random.pick(PLACES).en}`;
  const award = {...original(means, start), vendor: `${name} Inc.`};
  const first = amendment(means, contract, award, {reported: start.day + 100, change: 2_000_00});
  const second = elsewhere(means, contract, award, `${name} Incubator Ltd.`);
  return [first, second].map((version) => ({contract, versions: [version]}));
}

/** Rows of a contract that was reported on its day, each later one `bend`t. */
function bent(means: Means, bend: (versions: Version[], contract: Contract) => Version[]): Case[] {
  const start = base(means, {last: AMENDED_BY - 300});
  const {contract} = start;
  const first = original(means, start);
  return [{contract, versions: bend([first, ...amendments(means, contract, first, start.day)], contract)}];
}

/** Each amendment has its own day for the date of the contract. */
export const datedLate = (means: Means): Case[] =>
  bent(means, ([first, ...later]) => [
    first as Version,
    ...later.map((row, i) => ({...row, day: (row.day ?? 0) + 50 * (i + 1)})),
  ]);

/** The amendments have the day of the commitment, before that of the award. */
export const datedEarly = (means: Means): Case[] =>
  bent(means, ([first, ...later]) => [
    first as Version,
    ...later.map((row) => ({...row, day: (row.day ?? 0) - 21})),
  ]);

/**
 * The award was never reported; the first amendment that was has its own day, later ones have that of the
 * award.
 */
export function awardDatedLate(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY - 300});
  const {contract, day} = start;
  const one = amendment(means, contract, original(means, start), {reported: day + 100, change: 1_100_00});
  const two = amendment(means, contract, one, {reported: day + 300, change: 2_100_00});
  return [{contract, versions: [{...one, day: day + 95}, two]}];
}

/** Two amendments of a quarter; the later one has the lower reference. */
export function totalsAgainstReferences(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract, day} = start;
  const first = original(means, start);
  const one = amendment(means, contract, first, {reported: day + 200, change: 3_355_00});
  const two = amendment(means, contract, one, {reported: day + 200, change: 6_000_00});
  return [
    {
      contract,
      versions: [first, {...one, reference: two.reference}, {...two, reference: one.reference}],
    },
  ];
}

/** The last amendment has no period, and a reference that tells none. */
export const undatedAmendment = (means: Means): Case[] =>
  bent(means, (versions, {institution: {code}}) => {
    const last = versions.at(-1) as Version;
    return [...versions.slice(0, -1), {...last, reference: `AMD ${means.index}/${code}`, reporting: ''}];
  });

/** An amendment that is reported as a contract, with its change and the original value. */
export function contractForAmendment(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract, day} = start;
  const first = original(means, start);
  const later = amendment(means, contract, first, {reported: day + 300, change: 4_400_00});
  return [{contract, versions: [first, {...later, instrument: 'C'}]}];
}

const CORRECTION = {
  commentsEn: 'Correction of the value reported in an earlier quarter.',
  commentsFr: "Correction de la valeur déclarée lors d'un trimestre antérieur.",
  additionalEn: '',
  additionalFr: '',
} as const;

/**
 * The contract stands again in the next quarter with another value; a comment says so, or the text is the
 * same.
 */
export function correction(means: Means): Case[] {
  const start = base(means, {last: AMENDED_BY});
  const {contract, day} = start;
  const first = original(means, start);
  const value = first.original + 2_700_00;
  const again = {...first, ...means.next(contract.institution, day + 95), value, original: value};
  const said = {texts: {...CORRECTION, described: CORRECTION.commentsEn}};
  return [{contract, versions: [first, means.random.chance(0.5) ? again : {...again, ...said}]}];
}

/**
 * Two contracts of a vendor under one number, and an amendment of the first with a day and an original value
 * of its own. The rules give it to the second, the latest before it: nothing in the rows says otherwise.
 */
export function whichContract(means: Means): Case[] {
  const one = base(means, {last: AMENDED_BY - 700});
  const {contract} = one;
  const two = {contract, day: one.day + 200, value: one.value + 1_300_00};
  const [first, second] = [original(means, one), original(means, two)];
  const later = amendment(means, contract, first, {reported: two.day + 200, change: change(means, first)});
  const own = {...later, day: two.day + 190, original: (later.value ?? 0) + 100_00};
  return [
    {contract, versions: [first]},
    {contract, versions: [second, own]},
  ];
}
