/**
 * Lies about agreements: numbers of several agreements, agreements under several numbers, recipients that
 * change.
 */
import {REFERENCE_DAY} from '../dates.ts';
import {at} from '../lists.ts';
import {amount} from '../money.ts';
import {type GrantVersion, nameOf, respelledName} from './grant_cells.ts';
import {
  AMENDED_BY,
  amended,
  amendment,
  anyRecipient,
  FIRST_DAY,
  type GrantCase,
  type GrantMeans,
  otherRecipient,
  single,
  type Wishes,
} from './grant_kinds.ts';
import {CHANGING_PROGRAMS} from './grant_texts.ts';
import {mistyped, type Recipient, recipient} from './recipients.ts';

/** An amended agreement with its rows changed. */
function bent(
  means: GrantMeans,
  of: Wishes,
  bend: (row: GrantVersion, nth: number) => Partial<GrantVersion>,
): GrantCase[] {
  const {grant, versions} = amended(means, of);
  return [{grant, versions: versions.map((row, nth) => ({...row, ...bend(row, nth)}))}];
}

/** Agreement number of a unit alone. */
const agreementOf = ({index}: GrantMeans, letter: string): string =>
  `${letter}${String(index).padStart(7, '0')}`;

/** One of every twelve recipients is of a kind: that of the number `kind`. */
const recipientOf = ({random, recipients}: GrantMeans, kind: number): Recipient =>
  recipient(12 * random.int(Math.ceil(recipients / 12)) + kind);
const [TOWN, FIRST_NATION] = [3, 5];

export function respelled(means: GrantMeans): GrantCase[] {
  const to = anyRecipient(means);
  const name = respelledName(to, means.index);
  return bent(means, {recipient: to}, (_, nth) => (nth === 0 ? {} : {name}));
}

/** From the second row on another name stands there; all rows have the same business number, or none. */
function renamedUnder(means: GrantMeans, number: (before: Recipient) => string): GrantCase[] {
  const before = otherRecipient(means);
  const name = nameOf(otherRecipient(means, before));
  const same = {business: number(before), agreement: agreementOf(means, 'R')};
  return bent(means, {recipient: before}, (_, nth) => (nth === 0 ? same : {...same, name}));
}

export const renamed = (means: GrantMeans): GrantCase[] => renamedUnder(means, ({number}) => number);
export const renamedSilently = (means: GrantMeans): GrantCase[] => renamedUnder(means, () => '');

/** The same under an old number, where no rule joins the rows. */
export function renamedOld(means: GrantMeans): GrantCase[] {
  const before = otherRecipient(means);
  const name = nameOf(otherRecipient(means, before));
  const {grant, versions} = single(means, {recipient: before, legacy: true});
  const first = {...versions[0], business: '', agreement: agreementOf(means, 'R')};
  const second = {...amendment(means, first, false), name};
  return [first, second].map((row) => ({grant, versions: [row]}));
}

/** The amendments have the names in the other order, and agree in nothing else. */
export function halvesExchanged(means: GrantMeans): GrantCase[] {
  const to = recipientOf(means, TOWN);
  const name = {en: to.fr ?? '', fr: to.en};
  const nothing = {business: '', agreement: ''};
  return bent(means, {recipient: to}, ({start}, nth) =>
    nth === 0 ? nothing : {...nothing, name, start: (start ?? 0) + 45},
  );
}

/** A and B share the name, B and C the business number; A and C share the start alone. */
export function chained(means: GrantMeans): GrantCase[] {
  const one = otherRecipient(means);
  const two = otherRecipient(means, one);
  const {grant, versions} = single(means, {recipient: one, last: AMENDED_BY});
  const [first] = versions;
  const a = {...first, business: one.number};
  const b = {...amendment(means, a, false), business: two.number};
  const c = {...amendment(means, b, false), business: two.number, name: nameOf(two)};
  return [{grant, versions: [a, b, c]}];
}

/** The first rows were never reported. */
export function noOriginal(means: GrantMeans): GrantCase[] {
  const {grant, versions} = amended(means);
  return [{grant, versions: versions.slice(1)}];
}

/** One agreement in many rows, each a change under a reference number of its own. */
export function changes(means: GrantMeans): GrantCase[] {
  const {random, next} = means;
  const program = random.pick(CHANGING_PROGRAMS);
  const {grant, versions} = single(means, {
    program,
    recipient: recipientOf(means, FIRST_NATION),
    last: AMENDED_BY,
  });
  const number = `20${10 + (means.index % 15)}-AT-${String(means.index).padStart(6, '0')}`;
  const code = `P${String(random.int(100_000)).padStart(6, '0')}`;
  const texts = {titleEn: number, titleFr: number, descriptionEn: code, descriptionFr: code};
  const rows = random.chance(0.02) ? 40 + random.int(140) : 3 + random.int(8);
  let day = versions[0].start ?? FIRST_DAY;
  let version: GrantVersion = {...versions[0], agreement: number};
  const all = Array.from({length: rows}, (_, i) => {
    if (i > 0) {
      day = Math.min(day + 1 + random.int(20), REFERENCE_DAY);
      const reference = next(program.institution, day, false);
      version = {...amendment(means, version, true), amended: day, reference};
    }
    const taken = (version.value ?? 0) < 0;
    version = {...version, value: taken ? version.value : amount(random, 1_000_00)};
    return version;
  });
  return [{grant: {...grant, texts}, versions: all, changes: true}];
}

/** Rows of one reference number that are changes. */
export function changesAmended(means: GrantMeans): GrantCase[] {
  const one = amended(means, {program: means.random.pick(CHANGING_PROGRAMS)}, true);
  const agreement = agreementOf(means, 'C');
  return [{...one, versions: one.versions.map((row) => ({...row, agreement}))}];
}

/** Two agreements under one reference number, the second as amendment 1: nothing in them agrees. */
function twoAsOne(means: GrantMeans, business: (one: Recipient) => string): [GrantCase, GrantCase] {
  const one = otherRecipient(means);
  const to = otherRecipient(means, one);
  const first = single(means, {recipient: one, last: AMENDED_BY});
  const {program} = first.grant;
  const second = single(means, {
    program,
    recipient: to,
    reference: first.versions[0].reference,
    last: AMENDED_BY,
  });
  const [[a], [b]] = [first.versions, second.versions];
  Object.assign(a, {business: business(one), agreement: agreementOf(means, 'A')});
  const start = b.start === a.start ? (b.start ?? 0) + 1 : b.start;
  const amendedOn = (start ?? FIRST_DAY) + 30;
  Object.assign(b, {
    business: business(one),
    agreement: agreementOf(means, 'B'),
    start,
    amendment: 1,
    amended: amendedOn,
  });
  return [first, second];
}

/** Both carry one number that is none. */
export function badNumberShared(means: GrantMeans): GrantCase[] {
  const word = means.random.pick(['111111111', '000000000', null]);
  return twoAsOne(means, ({number}) => word ?? mistyped(number));
}

/** The second carries the number of the first: the rules take them for one. */
export function whichRecipient(means: GrantMeans): GrantCase[] {
  const [first, second] = twoAsOne(means, ({number}) => number);
  return [{grant: second.grant, versions: [...first.versions, ...second.versions]}];
}

/** A recipient of many grants stands beside the number of another one. */
export function numberOfAnother(means: GrantMeans): GrantCase[] {
  // As many busy ones as keep wrong numbers rare among the rows of each.
  const one = recipient(means.random.int(Math.max(4, Math.floor(means.recipients / 400))));
  const grant = single(means, {recipient: one});
  grant.versions[0].business = otherRecipient(means, one).number;
  return [grant];
}

/** A digit of the business number is wrong on the amendments. */
export function mistypedNumber(means: GrantMeans): GrantCase[] {
  const to = otherRecipient(means);
  return bent(means, {recipient: to}, (_, nth) => ({business: nth === 0 ? to.number : mistyped(to.number)}));
}

/** Two agreements of one recipient under an old number, the second as its amendment 1. */
export function oldNumberReused(means: GrantMeans): GrantCase[] {
  const {grant, versions} = single(means, {recipient: otherRecipient(means), legacy: true});
  const [first] = versions;
  const second = {
    ...amendment(means, first, false),
    start: (first.start ?? 0) + 365,
    value: amount(means.random),
  };
  return [
    {grant, versions: [{...first, agreement: agreementOf(means, 'A')}]},
    {grant, versions: [{...second, agreement: agreementOf(means, 'B')}]},
  ];
}

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
  const all: GrantCase[] = [first, ...others];
  for (const [nth, {versions}] of all.entries()) {
    const [{start}] = versions as [GrantVersion];
    for (const version of versions) {
      if (dash) version.business = '-';
      version.agreement = agreementOf(means, at(['A', 'B', 'C'], nth));
      if (nth > 0 && start === first.versions[0]?.start) version.start = (start ?? 0) + nth;
    }
  }
  if (way === 1) {
    for (const {versions} of others) {
      versions[0].amendment = 1;
      versions[0].amended = (versions[0].start ?? FIRST_DAY) + random.int(200);
    }
  }
  return all;
}

/**
 * Two agreements of one recipient under one reference number; the second has the higher number and later
 * days.
 */
export function repeatedPair(means: GrantMeans): GrantCase[] {
  const {random} = means;
  const {grant, versions} = single(means, {last: AMENDED_BY});
  const [first] = versions;
  const way = random.int(3);
  const agreement = agreementOf(means, 'A');
  const rows: GrantVersion[] = [{...first, agreement}];
  if (way > 0) rows.push({...amendment(means, rows[0] ?? first, false), agreement});
  const later = way === 1 ? rows : rows.slice(0, 1);
  const twins = later.map((version) => ({
    ...version,
    agreement: agreementOf(means, 'B'),
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
