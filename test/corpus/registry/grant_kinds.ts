/** How the rows of grants come about: agreements, and the amendments that follow them. */
import {vendorKey} from '../../../datasets/rules/text.ts';
import {dayOf, growingDay, REFERENCE_DAY} from '../dates.ts';
import {amount, type Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import type {QuirkOf, Schedule} from '../quirks.ts';
import {SCHOOLS} from '../vocabulary/people.ts';
import {postalOf} from '../vocabulary/towns.ts';
import {businessNumber, type Grant, type GrantReferences, type GrantVersion, nameOf} from './grant_cells.ts';
import {COUNCIL_PROGRAMS, PROGRAMS, type Program, purpose} from './grant_texts.ts';
import {foreign, type Recipient, recipient} from './recipients.ts';

type Quirks = Schedule<QuirkOf<'proactive_grants'>>;

/** Everything a kind may draw on. */
export interface GrantMeans {
  random: Random;
  quirks: Quirks;
  next: GrantReferences;
  recipients: number;
  index: number;
}

/** One record: its agreement and its rows, first version first. */
export interface GrantCase {
  grant: Grant;
  versions: GrantVersion[];
  /** The rows hold changes: the record's value is their sum. */
  changes?: true;
}

export const FIRST_DAY = dayOf('2006-04-03');
const LEGACY_BY = dayOf('2018-03-31');
/** Agreements that are to be amended begin early enough. */
export const AMENDED_BY = REFERENCE_DAY - 500;

export interface Wishes {
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
export function amendment(means: GrantMeans, before: GrantVersion, changes: boolean): GrantVersion {
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

/**
 * Some rows later: one to six of them. Every fourth agreement begins later by its amendments than it did at
 * first.
 */
export function amended(means: GrantMeans, of: Wishes = {}, changes = false): GrantCase {
  const {grant, versions} = single(means, {last: AMENDED_BY, ...of});
  const all: GrantVersion[] = [...versions];
  // Under old numbers and in the institutions that publish changes the start tells agreements apart.
  const shift = means.random.chance(0.25) && !of.legacy && !changes ? 30 : 0;
  do {
    const before = all.at(-1);
    if (!before) break;
    const start = before.start === null || all.length > 1 ? before.start : before.start + shift;
    all.push({...amendment(means, before, changes), start});
  } while (all.length < 7 && means.random.chance(0.4));
  return {grant, versions: all, ...(changes ? {changes: true} : {})};
}

/** A recipient whose name and number are its own; people have no number and do not count. */
export function otherRecipient(means: GrantMeans, ...not: Recipient[]): Recipient {
  for (;;) {
    const found = anyRecipient(means);
    const key = vendorKey(found.en);
    const same = not.some((one) => vendorKey(one.en) === key || one.number === found.number);
    if (found.number !== '' && !same) return found;
  }
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
