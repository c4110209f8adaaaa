/** The committees of each session: their names, who sits in them, when they meet and what they study. */
import {at, tabled} from '../lists.ts';
import {once} from '../once.ts';
import type {Plan} from '../plan.ts';
import {type Random, random} from '../prng.ts';
import {type Bill, bills, SESSIONS, type Session, type SessionId, stepDay} from './bills.ts';
import type {Politician} from './people.ts';
import {politicians} from './politicians.ts';

export interface Committee {
  acronym: string;
  en: string;
  fr: string;
  /** Acronym of the committee above a subcommittee. */
  parent: string | null;
  joint: boolean;
}

type Role = 'Chair' | 'Vice-Chair' | 'Member' | 'Associate Member';

export interface Seat {
  member: Politician;
  role: Role;
  from: number;
  /** Null while the session sits. */
  to: number | null;
}

export interface Meeting {
  number: number;
  day: number;
  /** Hours since midnight at its beginning and end, in halves. */
  start: number;
  end: number;
  inCamera: boolean;
  cancelled: boolean;
  /** A transcript is out. */
  evidence: boolean;
  study: Study | null;
}

export interface Study {
  id: number;
  name: string;
  kind: 'study' | 'bill';
}

export interface CommitteeSession {
  committee: Committee;
  session: Session;
  seats: readonly Seat[];
  meetings: readonly Meeting[];
  studies: readonly Study[];
}

/** A seat in a committee with the committee and session that it belongs to. */
export interface Place {
  seat: Seat;
  of: CommitteeSession;
}

/**
 * Acronym, English and French name; a name before the 44th Parliament behind them where it was another one.
 */
const COMMITTEES = tabled(`
  ACVA | Veterans Affairs | Anciens combattants | |
  AGRI | Agriculture and Agri-Food | Agriculture et agroalimentaire | |
  CHPC | Canadian Heritage | Patrimoine canadien | |
  CIIT | International Trade | Commerce international | |
  CIMM | Citizenship and Immigration | Citoyenneté et immigration | |
  ENVI | Environment and Sustainable Development | Environnement et développement durable | |
  ETHI | Access to Information, Privacy and Ethics | Accès à l'information, protection des renseignements personnels et éthique | |
  FAAE | Foreign Affairs and International Development | Affaires étrangères et développement international | |
  FEWO | Status of Women | Condition féminine | |
  FINA | Finance | Finances | |
  FOPO | Fisheries and Oceans | Pêches et océans | |
  HESA | Health | Santé | |
  HUMA | Human Resources, Skills and Social Development and the Status of Persons with Disabilities | Ressources humaines, développement des compétences, développement social et condition des personnes handicapées | |
  INAN | Indigenous and Northern Affairs | Affaires autochtones et du Nord | |
  INDU | Industry and Technology | Industrie et technologie | Industry, Science and Technology | Industrie, sciences et technologie
  JUST | Justice and Human Rights | Justice et droits de la personne | |
  LANG | Official Languages | Langues officielles | |
  NDDN | National Defence | Défense nationale | |
  OGGO | Government Operations and Estimates | Opérations gouvernementales et prévisions budgétaires | |
  PACP | Public Accounts | Comptes publics | |
  PROC | Procedure and House Affairs | Procédure et affaires de la Chambre | |
  RNNR | Natural Resources | Ressources naturelles | |
  SECU | Public Safety and National Security | Sécurité publique et nationale | |
  SRSR | Science and Research | Science et recherche | |
  TRAN | Transport, Infrastructure and Communities | Transports, infrastructure et collectivités | |
`);

const SUBCOMMITTEES = tabled(`
  SFIN | FINA | Subcommittee on Agenda and Procedure of the Standing Committee on Finance | Sous-comité du programme et de la procédure du Comité permanent des finances
  SDIR | FAAE | Subcommittee on International Human Rights | Sous-comité des droits internationaux de la personne
  SMEM | PROC | Subcommittee on Private Members' Business | Sous-comité des affaires émanant des députés
`);

const JOINT = tabled(`
  BILI | Library of Parliament | Bibliothèque du Parlement
  REGS | Scrutiny of Regulations | Examen de la réglementation
`);

/** The committee of science is as old as the 44th Parliament. */
const SINCE_44 = 'SRSR';

/** Committees of a session, committees before subcommittees. */
function committeesOf({parliament}: Session): Committee[] {
  const committee = (acronym: string, en: string, fr: string, more: Partial<Committee> = {}) => ({
    ...{acronym, en, fr, parent: null, joint: false},
    ...more,
  });
  const standing = COMMITTEES.filter(([acronym]) => parliament >= 44 || acronym !== SINCE_44).map(
    ([acronym = '', en = '', fr = '', before = '', avant = '']) =>
      parliament < 44 && before !== '' ? committee(acronym, before, avant) : committee(acronym, en, fr),
  );
  const joint = JOINT.map(([acronym = '', en = '', fr = '']) => committee(acronym, en, fr, {joint: true}));
  const below = SUBCOMMITTEES.map(([acronym = '', parent = '', en = '', fr = '']) =>
    committee(acronym, en, fr, {parent}),
  );
  return [...standing, ...joint, ...below];
}

const SUBJECTS = tabled(`
  Competitiveness of rural ferries
  State of the lighthouse keepers' pensions
  Main Estimates: Vote 1 under Department of Harbours
  Labelling of maple products
  Use of artificial intelligence in search and rescue
  Access to broadband in northern communities
  Report of the Auditor General on small craft harbours
  Recruitment of volunteer firefighters
`).map(([name = '']) => name);

/** The committees of every session; made once for a plan and seed. */
export const committees: (plan: Plan, seed: string) => readonly CommitteeSession[] = once(make);

function make(plan: Plan, seed: string): CommitteeSession[] {
  return Object.keys(plan.bills).flatMap((id) => {
    const session = SESSIONS[id as SessionId];
    const sitting = politicians(plan, seed).sitting(session.from + 10);
    const inSession = bills(plan, seed).filter((one) => one.session === session);
    return committeesOf(session).map((committee, i) => {
      const rng = random(seed, 'committee', id, committee.acronym);
      const referred = inSession.filter(
        (one) => one.index % COMMITTEES.length === i && stepDay(one, 'House committee'),
      );
      const studies = studiesOf(session, i, referred, rng);
      return {
        committee,
        session,
        seats: seatsOf(session, sitting, i, committee.parent === null ? 12 : 5, rng),
        meetings: committee.joint ? [] : meetingsOf(session, studies, plan.meetings, rng),
        studies,
      };
    });
  });
}

/** A chair, two vice-chairs, members, and associate members, who are no members in the usual sense. */
function seatsOf(
  session: Session,
  sitting: readonly Politician[],
  nth: number,
  count: number,
  rng: Random,
): Seat[] {
  const found: Seat[] = [];
  const from = session.from + 12 + rng.int(8);
  // prime numbers of steps spread the members over the committees
  for (let i = 0; i < count + 3; i++) {
    const member = at(sitting, nth * 7 + i * 13 + rng.int(2));
    if (found.some((one) => one.member === member)) continue;
    const role = i === 0 ? 'Chair' : i < 3 ? 'Vice-Chair' : i < count ? 'Member' : 'Associate Member';
    found.push({member, role, from, to: session.ongoing ? null : session.to});
  }
  return found;
}

/** Two studies and the bills that were referred. */
function studiesOf(session: Session, nth: number, referred: readonly Bill[], rng: Random): Study[] {
  const id = 11_000_000 + session.parliament * 10_000 + session.number * 1_000 + nth * 20;
  const studies = [0, 1].map((i) => ({
    id: id + i,
    name: at(SUBJECTS, nth * 3 + i + rng.int(2) * 4),
    kind: 'study' as const,
  }));
  const of = referred.map((bill, i) => ({
    id: id + 2 + i,
    name: `Bill ${bill.code}, ${bill.titles.longEn}`,
    kind: 'bill' as const,
  }));
  return [...studies, ...of];
}

/** Meetings in turns of some days, oldest first. */
function meetingsOf(session: Session, studies: readonly Study[], count: number, rng: Random): Meeting[] {
  const step = Math.max(3, Math.floor((session.to - session.from - 30) / count));
  return Array.from({length: count}, (_, i) => {
    const start = rng.pick([8.5, 11, 15.5, 16.5]);
    const cancelled = rng.chance(0.03);
    const inCamera = rng.chance(0.15);
    return {
      number: i + 1,
      day: session.from + 14 + i * step + rng.int(2),
      start,
      end: start + 2,
      inCamera,
      cancelled,
      evidence: !inCamera && !cancelled,
      study: rng.chance(0.9) ? at(studies, i) : null,
    };
  });
}

/** The seats of every member, by session. */
export function placesByMember(plan: Plan, seed: string): Map<Politician, Place[]> {
  const found = new Map<Politician, Place[]>();
  for (const of of committees(plan, seed)) {
    for (const seat of of.seats) {
      const places = found.get(seat.member) ?? [];
      places.push({seat, of});
      found.set(seat.member, places);
    }
  }
  return found;
}
