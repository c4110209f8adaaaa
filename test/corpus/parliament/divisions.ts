/** The recorded divisions of the corpus, and how every sitting member votes in each of them. */
import {tabled} from '../lists.ts';
import {once} from '../once.ts';
import type {Plan} from '../plan.ts';
import {hash32, type Random, random} from '../prng.ts';
import {type Bill, bills, SESSIONS, type Session, type SessionId, stepDay} from './bills.ts';
import type {Party} from './parliaments.ts';
import {parliament} from './parliaments.ts';
import {type Mandate, mandateOn, type Politician, partyOn} from './people.ts';
import {politicians} from './politicians.ts';

/** Subject in English and French, and the document type with its number. */
interface Matter {
  en: string;
  fr: string;
  type: string;
  typeId: number;
}

export interface Division {
  session: Session;
  number: number;
  day: number;
  bill: Bill | null;
  matter: Matter;
  /** Whether the motion of the governing party carries; the others mostly vote against it. */
  carries: boolean;
}

export interface Ballot {
  member: Politician;
  mandate: Mandate;
  party: Party;
  vote: 'Yea' | 'Nay' | 'Paired';
  /** True together with a yea or a nay now and then. */
  paired: boolean;
}

const OTHERS: readonly Matter[] = tabled(`
  Opposition Motion (Cost of ferry tickets) | Motion de l'opposition (Prix des billets de traversier) | Supply | 53
  Concurrence in Vote 1 under Department of Harbours | Adoption du crédit 1 sous la rubrique Ministère des Ports | Supply | 53
  Address in Reply to the Speech from the Throne | Adresse en réponse au discours du Trône | Address in Reply | 189
  4th report of the Standing Committee on Fisheries and Oceans | 4e rapport du Comité permanent des pêches et des océans | Routine Proceedings | 58
  Ways and Means motion No. 7 | Motion de voies et moyens no 7 | Ways and means | 54
  Motion M-44 (National Day of the Lighthouse) | Motion M-44 (Journée nationale du phare) | Private Members' Motions | 57
  Government Business No. 5 (Extension of sitting hours) | Affaire émanant du gouvernement no 5 (Prolongation des heures de séance) | Government Business | 55
  | | Other | 99
`).map(([en = '', fr = '', type = '', typeId = '']) => ({en, fr, type, typeId: Number(typeId)}));

/** The divisions of the plan by session and number; made once for a seed. */
export const divisions: (plan: Plan, seed: string) => readonly Division[] = once(make);

function make(plan: Plan, seed: string): Division[] {
  return Object.entries(plan.divisions).flatMap(([id, {on_bills, other}]) => {
    const session = SESSIONS[id as SessionId];
    const rng = random(seed, 'divisions', id);
    const of = bills(plan, seed).filter((one) => one.session === session);
    const found = [
      ...onBills(of, on_bills, rng),
      ...Array.from({length: other}, (_, i) => ({
        bill: null,
        day: session.from + 4 + rng.int(session.to - session.from - 5),
        matter: OTHERS[i % OTHERS.length] as Matter,
        carries: rng.chance(0.7),
      })),
    ];
    return found.toSorted((a, b) => a.day - b.day).map((one, i) => ({...one, session, number: i + 1}));
  });
}

type Unnumbered = Omit<Division, 'session' | 'number'>;

/** Each reading in the House is voted on, then motions at report stage fill up what the plan asks for. */
function onBills(all: readonly Bill[], target: number, rng: Random): Unnumbered[] {
  const found: Unnumbered[] = [];
  const reported: {bill: Bill; day: number}[] = [];
  for (const bill of all) {
    const name = `Bill ${bill.code}, ${bill.titles.longEn}`;
    const nameFr = `projet de loi ${bill.code}, ${bill.titles.longFr.replaceAll(/<.*?>/g, '')}`;
    const read = (day: number | null, en: string, fr: string, carries: boolean) => {
      if (day === null) return;
      const matter = {
        en: `${en} of ${name}`,
        fr: `${fr} du ${nameFr}`,
        type: 'Legislative Process',
        typeId: 98,
      };
      found.push({bill, day, matter, carries});
    };
    const second = stepDay(bill, 'House second');
    const first = stepDay(bill, 'House first') ?? 0;
    if (bill.end === 'defeated') read(first + 20, '2nd reading', '2e lecture', false);
    else read(second, '2nd reading', '2e lecture', true);
    read(stepDay(bill, 'House third'), '3rd reading and adoption', '3e lecture et adoption', true);
    const day = stepDay(bill, 'House report') ?? second;
    if (day !== null && bill.type === 'house') reported.push({bill, day});
  }
  const some = found.slice(0, target);
  for (let motion = 1; some.length < target && reported.length > 0; motion++) {
    // some bills have far more amendments than others
    const {bill, day} = reported[Math.floor(reported.length * rng.next() ** 2)] as (typeof reported)[number];
    const en = `Bill ${bill.code}, ${bill.titles.longEn} (report stage amendment, Motion No. ${motion})`;
    const fr = `Projet de loi ${bill.code} (amendement à l'étape du rapport, motion no ${motion})`;
    some.push({bill, day, matter: {en, fr, type: 'Report Stage', typeId: 9}, carries: rng.chance(0.3)});
  }
  return some;
}

/** The ballots of a division, in the order of the members' names; those who are absent cast none. */
export function ballots(plan: Plan, seed: string, division: Division): Ballot[] {
  const {day, session, number, carries} = division;
  const governing = parliament(session.parliament).government;
  const sides = new Map<string, boolean>();
  const side = (party: Party): boolean => {
    const known = sides.get(party.short);
    if (known !== undefined) return known;
    const free = hash32(`${session.id} ${number} ${party.short}`) % 100;
    // motions that carry find friends outside the government, others not enough of them
    const yea = party === governing ? carries : free < (carries ? 55 : 45);
    sides.set(party.short, yea);
    return yea;
  };
  const found: Ballot[] = [];
  for (const member of politicians(plan, seed).sitting(day)) {
    const luck = hash32(`${session.id} ${number} ${member.house}`) % 1_000;
    const mandate = mandateOn(member, day);
    const party = partyOn(member, day);
    if (luck < 45 || !mandate || !party) continue;
    if (luck < 50) {
      found.push({member, mandate, party, vote: 'Paired', paired: true});
      continue;
    }
    const yea = luck < 68 ? !side(party) : side(party);
    found.push({member, mandate, party, vote: yea ? 'Yea' : 'Nay', paired: luck > 994});
  }
  return number === TIED ? tied(found) : found;
}

/** The division of each session that is a tie. */
const TIED = 5;

/** As many yeas as nays: the last of the larger side go over, and an odd one stays away. */
function tied(cast: readonly Ballot[]): Ballot[] {
  const {yeas, nays} = totalsOf(cast);
  const larger = yeas > nays ? 'Yea' : 'Nay';
  const most = cast.filter(({vote}) => vote === larger);
  const spare = Math.abs(yeas - nays);
  const moved = new Set(most.slice(most.length - Math.floor(spare / 2)));
  const away = spare % 2 === 1 ? most[0] : null;
  return cast
    .filter((one) => one !== away)
    .map((one) => (moved.has(one) ? {...one, vote: larger === 'Yea' ? 'Nay' : 'Yea'} : one));
}

export interface Totals {
  yeas: number;
  nays: number;
  paired: number;
}

export function totalsOf(cast: readonly Ballot[]): Totals {
  const count = (vote: Ballot['vote']) => cast.filter((one) => one.vote === vote).length;
  return {yeas: count('Yea'), nays: count('Nay'), paired: cast.filter(({paired}) => paired).length};
}

/** The publisher's word for the outcome; `older` as it was written before 2021. */
export function resultOf({yeas, nays}: Totals, older = false): string {
  if (yeas === nays) return 'Tie';
  if (yeas < nays) return 'Negatived';
  return older ? 'Agreed to' : 'Agreed To';
}
