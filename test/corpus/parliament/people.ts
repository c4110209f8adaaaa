/** What the corpus knows about one invented politician; every source publishes a part of it. */
import type {Name} from './names.ts';
import type {Party} from './parliaments.ts';
import type {Riding} from './ridings.ts';

/** Days are whole numbers; `to` is the last day, null while it lasts. */
interface Term {
  from: number;
  to: number | null;
}

/** A time in the House for one riding; a new one with every general election. */
export interface Mandate extends Term {
  parliament: number;
  riding: Riding;
  byElection: boolean;
}

/** A member who changes caucus inside a mandate has two of these there. */
export interface Caucus extends Term {
  parliament: number;
  party: Party;
}

export interface Candidacy {
  day: number;
  parliament: number;
  byElection: boolean;
  riding: Riding;
  party: Party;
  elected: boolean;
  /** 0 where nobody knows or nobody else stood. */
  votes: number;
}

/** An office in the government or the opposition. */
export interface Position extends Term {
  kind: 'prime minister' | 'minister' | 'secretary' | 'critic';
  titleEn: string;
  titleFr: string;
  /** The institution under which filers of lobbying reports list its holder; empty for none. */
  institution: string;
}

export interface Politician {
  name: Name;
  honorific: '' | 'Hon.' | 'Right Hon.';
  /** Number of the House of Commons; null for senators and members before its records. */
  house: number | null;
  /** Number of the Library of Parliament; null for the few whom it does not know yet. */
  library: number | null;
  mandates: Mandate[];
  caucuses: Caucus[];
  candidacies: Candidacy[];
  positions: Position[];
  senate: (Term & {division: string; province: Riding['province']; party: string}) | null;
}

export const fullName = ({name}: Politician): string => `${name.given} ${name.family}`;

/** A person without a past. */
export const newcomer = (name: Name): Politician => ({
  name,
  honorific: '',
  house: null,
  library: null,
  mandates: [],
  caucuses: [],
  candidacies: [],
  positions: [],
  senate: null,
});

/** An election in which a person stood. */
type Contest = Omit<Candidacy, 'elected' | 'byElection'> & {byElection?: boolean};

/** Notes a lost election. */
export function defeated(person: Politician, {byElection = false, ...contest}: Contest): void {
  person.candidacies.push({...contest, byElection, elected: false});
}

/** Notes a won election, with the mandate and the caucus that it gives until `to`. */
export function elected(person: Politician, contest: Contest, to: number | null): void {
  const {byElection = false, parliament, riding, party, day: from} = contest;
  person.mandates.push({parliament, riding, from, to, byElection});
  person.caucuses.push({parliament, party, from, to});
  person.candidacies.push({...contest, byElection, elected: true});
}

/** True where the term covers the day. */
export const covers = ({from, to}: Term, day: number): boolean => from <= day && (to === null || day <= to);

/** The last of the person's caucuses on or before the day. */
export function partyOn(person: Politician, day: number): Party | null {
  return person.caucuses.findLast((one) => covers(one, day))?.party ?? null;
}

export function mandateOn(person: Politician, day: number): Mandate | null {
  return person.mandates.findLast((one) => covers(one, day)) ?? null;
}

/** The mandates of one parliament with their members. */
export const mandatesIn = (
  members: readonly Politician[],
  number: number,
): {member: Politician; mandate: Mandate}[] =>
  members.flatMap((member) =>
    member.mandates.filter(({parliament}) => parliament === number).map((mandate) => ({member, mandate})),
  );

/** The identifier of the service: the House's number, else the Library's plus ten million. */
export const politicianId = ({house, library}: Politician): number => house ?? (library ?? 0) + 10_000_000;
