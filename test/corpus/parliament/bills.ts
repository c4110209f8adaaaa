/** The bills of the corpus: who sponsors them, how far they come, and on which days. */
import {dayOf, REFERENCE_DAY} from '../dates.ts';
import {at, listed, tabled} from '../lists.ts';
import {once} from '../once.ts';
import type {Plan} from '../plan.ts';
import {type Random, random} from '../prng.ts';
import {PRO_FORMA, type Titles, titlesOf} from './bill_texts.ts';
import {covers, type Politician} from './people.ts';
import {type Politicians, politicians} from './politicians.ts';

export interface Session {
  /** `44-1`. */
  id: string;
  parliament: number;
  number: number;
  from: number;
  /** Last day; near the reference day for the session that sits. */
  to: number;
  ongoing: boolean;
}

const session = (id: string, from: string, to: string | null): Session => {
  const [parliament = 0, number = 0] = id.split('-').map(Number);
  const last = to === null ? REFERENCE_DAY - 2 : dayOf(to);
  return {id, parliament, number, from: dayOf(from), to: last, ongoing: to === null};
};

/** The sessions whose bills and divisions are generated. */
export const SESSIONS = {
  '42-1': session('42-1', '2015-12-03', '2019-09-11'),
  '43-2': session('43-2', '2020-09-23', '2021-08-15'),
  '44-1': session('44-1', '2021-11-22', '2025-03-23'),
  '45-1': session('45-1', '2025-05-26', null),
} as const satisfies Record<string, Session>;

export type SessionId = keyof typeof SESSIONS;

/** Type of a bill with its number at LEGISinfo and its words. */
const TYPES = {
  house: [3, 'House Government Bill', 'Projet de loi émanant du gouvernement (Cdc)'],
  member: [4, 'Private Member’s Bill', "Projet de loi émanant d'un député"],
  senate: [80760, 'Senate Public Bill', "Projet de loi d'intérêt public du Sénat"],
  senate_government: [80757, 'Senate Government Bill', 'Projet de loi émanant du gouvernement (Sénat)'],
  senate_private: [80759, 'Senate Private Bill', "Projet de loi d'intérêt privé (Sénat)"],
} as const;

export type BillType = keyof typeof TYPES;
export const typeOf = (type: BillType) => TYPES[type];

/** A stage that a bill completes, in the chamber where it does. */
export type Step =
  | `${'House' | 'Senate'} ${'first' | 'second' | 'committee' | 'report' | 'third'}`
  | 'assent';

const HOUSE: readonly Step[] = [
  'House first',
  'House second',
  'House committee',
  'House report',
  'House third',
];
const SENATE: readonly Step[] = [
  'Senate first',
  'Senate second',
  'Senate committee',
  'Senate report',
  'Senate third',
];

/** All steps of a bill that begins in a chamber. */
const STEPS = {C: [...HOUSE, ...SENATE, 'assent'], S: [...SENATE, ...HOUSE, 'assent']} as const;

/** English and French words of the status while a step is still to come. */
const AWAITS: Record<Step, readonly [string, string]> = Object.fromEntries(
  tabled(`
    House first | Senate bill awaiting first reading in the House of Commons | Projet de loi du Sénat en attente de la première lecture à la Chambre des communes
    House second | At second reading in the House of Commons | À la deuxième lecture à la Chambre des communes
    House committee | At consideration in committee in the House of Commons | À l'étude en comité à la Chambre des communes
    House report | At report stage in the House of Commons | À l'étape du rapport à la Chambre des communes
    House third | At third reading in the House of Commons | À la troisième lecture à la Chambre des communes
    Senate first | House of Commons bill awaiting first reading in the Senate | Projet de loi de la Chambre des communes en attente de la première lecture au Sénat
    Senate second | At second reading in the Senate | À la deuxième lecture au Sénat
    Senate committee | At consideration in committee in the Senate | À l'étude en comité au Sénat
    Senate report | At report stage in the Senate | À l'étape du rapport au Sénat
    Senate third | At third reading in the Senate | À la troisième lecture au Sénat
    assent | Awaiting royal assent | En attente de la sanction royale
  `).map(([step, en = '', fr = '']) => [step, [en, fr]]),
) as Record<Step, readonly [string, string]>;

const ENDS = {
  assent: ['Royal assent received', 'Sanction royale reçue'],
  pro_forma: ['Introduced as pro forma bill', 'Présenté en tant que projet de loi pro forma'],
  outside: ['Outside the Order of Precedence', "Hors de l'ordre de priorité"],
  defeated: ['Bill defeated', 'Projet de loi rejeté'],
  dropped: ['Bill not proceeded with', 'Projet de loi abandonné'],
  // nobody has seen this one: a reader must say so
  unheard: ['At examination by the harbour masters', "À l'examen par les capitaines de port"],
} as const;

/** The bill of each session whose status nobody has seen before. */
const UNHEARD = 'C-7';

export interface Bill {
  /** Number over all sessions, from 0. */
  index: number;
  session: Session;
  /** `C-11`. */
  code: string;
  type: BillType;
  titles: Titles;
  sponsor: Politician;
  /** Completed steps with their days, in order. */
  steps: readonly {step: Step; day: number}[];
  end: keyof typeof ENDS | 'moves';
  /** The step that would come next; null at the end. */
  awaited: Step | null;
  status: readonly [string, string];
  /** Identifier of the bill, and of its first print; 0 for a pro forma bill, which has none. */
  id: number;
  publication: number;
  /** The publisher's short summary is there. */
  summary: boolean;
}

/** The bills of the plan; made once for a seed. */
export const bills: (plan: Plan, seed: string) => readonly Bill[] = once(make);

function make(plan: Plan, seed: string): Bill[] {
  const world = politicians(plan, seed);
  const all: Bill[] = [];
  for (const [id, count] of Object.entries(plan.bills)) {
    const of = SESSIONS[id as SessionId];
    for (const {code, type} of numbersOf(count)) all.push(bill(of, code, type, all.length, world, seed));
  }
  return all;
}

/** Types of the bills in turn, beside the rarer ones of the Senate. */
const TURNS = listed('member, house, member, senate, house, member, senate, member') as BillType[];

/** Numbers of a session's bills: pro forma ones, then a share of every kind. */
function numbersOf(count: number): {code: string; type: BillType}[] {
  const found: {code: string; type: BillType}[] = [
    {code: 'C-1', type: 'house'},
    {code: 'S-1', type: 'senate_government'},
  ];
  const next: Record<BillType, number> = {
    house: 2,
    member: 201,
    senate: 201,
    senate_government: 2,
    senate_private: 1001,
  };
  for (let i = 0; found.length < count; i++) {
    const type = i % 29 === 13 ? 'senate_government' : i % 90 === 47 ? 'senate_private' : at(TURNS, i);
    const letter = type === 'house' || type === 'member' ? 'C' : 'S';
    found.push({code: `${letter}-${next[type]++}`, type});
  }
  return found;
}

function bill(
  of: Session,
  code: string,
  type: BillType,
  index: number,
  world: Politicians,
  seed: string,
): Bill {
  const rng = random(seed, 'bill', of.id, code);
  const proForma = /^[CS]-1$/.test(code);
  const house = code.startsWith('C');
  const introduced = proForma
    ? of.from + 1
    : of.from + 3 + Math.floor((of.to - of.from - 10) * rng.next() ** 1.6);
  const reached = proForma ? {count: 1, end: 'pro_forma' as const} : fate(rng, code, type, of);
  const path: readonly Step[] = STEPS[house ? 'C' : 'S'];
  const steps = walk(path, introduced, reached.count, of, rng);
  // a session that ends stops bills on their way
  const end = steps.length < reached.count ? 'moves' : reached.end;
  const awaited = path[steps.length];
  const status = end === 'moves' && awaited ? AWAITS[awaited] : end === 'moves' ? ENDS.assent : ENDS[end];
  return {
    index,
    session: of,
    code,
    type,
    titles: proForma ? PRO_FORMA[house ? 'C' : 'S'] : titlesOf(index),
    sponsor: sponsorOf(type, proForma, introduced, world, rng),
    steps,
    end: end === 'moves' && !awaited ? 'assent' : end,
    awaited: awaited ?? null,
    status,
    id: 8_000_000 + 3_001 * index,
    publication: proForma ? 0 : 9_000_000 + 17 * index,
    summary: !proForma && rng.chance(0.5),
  };
}

/** How many steps a bill takes, and how it ends there. */
function fate(
  rng: Random,
  code: string,
  type: BillType,
  {ongoing}: Session,
): {count: number; end: Bill['end']} {
  const luck = rng.next();
  if (code === UNHEARD) return {count: 2, end: 'unheard'};
  if (type === 'member') {
    if (luck < 0.5) return {count: 1, end: 'outside'};
    if (luck < 0.64) return {count: 1, end: 'moves'};
    if (luck < 0.72) return {count: 1, end: 'defeated'};
    if (luck < 0.76) return {count: 1, end: 'dropped'};
    return luck < 0.9 ? {count: rng.between(2, 8), end: 'moves'} : {count: 11, end: 'assent'};
  }
  const law = ongoing ? 0.35 : 0.55;
  if (type === 'house' || type === 'senate_government') {
    if (luck < law) return {count: 11, end: 'assent'};
    if (luck < law + 0.03) return {count: 2, end: 'dropped'};
    return {count: rng.between(1, 10), end: 'moves'};
  }
  if (luck < 0.08) return {count: 11, end: 'assent'};
  return {count: rng.between(1, luck < 0.6 ? 3 : 7), end: 'moves'};
}

/** Days of the steps, some weeks apart, as far as the session lasts. */
function walk(
  all: readonly Step[],
  introduced: number,
  count: number,
  session: Session,
  rng: Random,
): Bill['steps'] {
  const steps: {step: Step; day: number}[] = [];
  let day = introduced;
  for (const step of all.slice(0, count)) {
    if (day > session.to) break;
    steps.push({step, day});
    day += step === 'House third' || step === 'Senate third' ? rng.between(0, 6) : rng.between(8, 55);
  }
  return steps;
}

function sponsorOf(
  type: BillType,
  proForma: boolean,
  day: number,
  world: Politicians,
  rng: Random,
): Politician {
  if (type.startsWith('senate')) return rng.pick(world.senate(day));
  const sitting = world.sitting(day);
  if (type === 'member') return rng.pick(sitting);
  const holders = (kind: string) =>
    sitting.filter((one) => one.positions.some((office) => office.kind === kind && covers(office, day)));
  const [prime] = holders('prime minister');
  if (proForma && prime) return prime;
  const ministers = holders('minister');
  return rng.pick(ministers.length > 0 ? ministers : sitting);
}

export const stepDay = ({steps}: Bill, step: Step): number | null =>
  steps.find((one) => one.step === step)?.day ?? null;
