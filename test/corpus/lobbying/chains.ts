/** Chains of registrations: who registers for whom, and the versions that follow each other. */
import {dayOf, growingDay, REFERENCE_DAY} from '../dates.ts';
import {at, tabled} from '../lists.ts';
import {NAMES, nameOf} from '../parliament/names.ts';
import type {Plan} from '../plan.ts';
import {hash32, random} from '../prng.ts';
import {STEMS} from '../vocabulary/vendor_words.ts';
import {type Client, client} from './clients.ts';

export interface Registrant {
  number: number;
  given: string;
  family: string;
  /** Null for officers who register their own house. */
  firm: {en: string; fr: string} | null;
}

/** One filed version. */
export interface Version {
  regId: number;
  /** Last part of the printed number. */
  suffix: number;
  effective: number;
  /** Null while it is open. */
  end: number | null;
  posted: number | null;
}

/** 1 consultant, 2 in-house corporation, 3 in-house organization, as the registry codes them. */
export type Type = 1 | 2 | 3;

export interface Chain {
  index: number;
  type: Type;
  registrant: Registrant;
  client: Client;
  clientNumber: number;
  /** Oldest first. */
  versions: readonly Version[];
}

/** The registry of one plan; chains are made anew whenever they are asked for, so nothing of them is held. */
export interface Registry {
  chains: number;
  chain(index: number): Chain;
  /** Versions of the same registrant for the same client, over all of their chains. */
  versionsLike(index: number): readonly Version[];
}

const FIRST_DAY = dayOf('1996-01-31');
const GROWING_SINCE = dayOf('2004-01-01');
/** Older rows have no day of publication. */
const POSTED_SINCE = dayOf('2005-06-20');
const FIRST_ID = 484_262;

/** Registrations that a consultant has for different clients. */
const CLIENTS_EACH = 6;
/**
 * Of so many consultants' engagements the one that is the same as the one before, under another client
 * number.
 */
const AGAIN = 53;

/** Of so many registrants the one whose family name is Null. */
const [NULLS, NULL] = [400, 33];

const FIRMS = tabled(`
  % Public Affairs Inc. | Affaires publiques % inc.
  % Strategies | Stratégies %
  % & Partners Counsel | Conseil % et associés
  The % Group | Le Groupe %
  % Government Relations Ltd. | Relations gouvernementales % ltée
`);

/** Versions of the chain of that number: most have one, some up to twelve. */
function lengthOf(index: number): number {
  const hash = hash32(`versions ${index}`) % 100;
  if (hash < 50) return 1;
  return 2 + Math.floor(((hash - 50) / 50) ** 2 * 11);
}

/** The registry of the plan, with exactly as many versions as it asks for. */
export function registry({lobbying_registrations: target}: Plan, seed: string): Registry {
  const starts: number[] = [0];
  for (let total = 0; total < target; starts.push(total)) {
    total += Math.min(lengthOf(starts.length - 1), target - total);
  }
  const chains = starts.length - 1;
  const chain = (index: number): Chain => {
    const start = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - start;
    return make(seed, index, FIRST_ID + start, count);
  };
  return {
    chains,
    chain,
    versionsLike: (index) => {
      const {type, versions} = chain(index);
      if (type !== 1) return versions;
      const others = [index - 1, index + 1].filter(
        (one) => one >= 0 && one < chains && isAgain(Math.max(one, index)),
      );
      return [...versions, ...others.flatMap((one) => chain(one).versions)];
    },
  };
}

/** True where the chain is another engagement of the registrant and the client of the chain before. */
const isAgain = (index: number): boolean =>
  index % AGAIN === AGAIN - 1 && isConsultant(index) && isConsultant(index - 1);

/** In-house filers come between runs of consultants. */
const isConsultant = (index: number): boolean => index % 20 < 12;

function make(seed: string, index: number, firstId: number, count: number): Chain {
  const rng = random(seed, 'chain', index);
  const again = isAgain(index);
  const who = again ? index - 1 : index;
  const consultant = isConsultant(index);
  // consultants are numbered through; each has a run of clients
  const place = Math.floor(who / 20) * 12 + (who % 20);
  const number = consultant ? Math.floor(place / CLIENTS_EACH) : who;
  const registrant = registrantOf(consultant, number);
  const of = client(consultant ? engaged(number, place % CLIENTS_EACH) : who);
  const type: Type = consultant ? 1 : of.organization ? 3 : 2;
  const clientNumber = consultant ? 4_000 + 3 * index : 300_000 + who;
  return {index, type, registrant, client: of, clientNumber, versions: versionsOf(rng, firstId, count)};
}

/** The k-th client of a consultant: a run of six numbers, so that no two are the same. */
const engaged = (consultant: number, k: number): number =>
  (hash32(`run ${consultant}`) % 2_000) * CLIENTS_EACH + k;

function registrantOf(consultant: boolean, number: number): Registrant {
  // names from the end of the list: politicians have those from its beginning
  const {given, family} = nameOf(NAMES - 1 - (number % 2_400));
  // a real family name that reads like the word for no value
  const named = number % NULLS === NULL ? 'Null' : family;
  const firm = at(FIRMS, number);
  const stem = at(STEMS, Math.floor(number / 4));
  return {
    number: consultant ? 777_408 + 4 * number : 940_002 + 4 * number,
    given,
    family: named,
    firm: consultant
      ? {
          en: (firm[0] ?? '').replace('%', stem),
          // who works alone files in one language
          fr: number % 9 === 0 ? 'propre compte' : (firm[1] ?? '').replace('%', stem),
        }
      : null,
  };
}

function versionsOf(rng: ReturnType<typeof random>, firstId: number, count: number): Version[] {
  const span = 60 + count * 240;
  let effective = growingDay(rng, GROWING_SINCE, REFERENCE_DAY - Math.min(span, 4_000));
  // the oldest registrations lie before the years that grow
  if (rng.chance(0.04)) effective = FIRST_DAY + rng.int(2_800);
  const made: Version[] = [];
  for (let k = 0; k < count; k++) {
    const next = effective + 30 + rng.int(420);
    const last = k === count - 1;
    made.push({
      regId: firstId + k,
      suffix: k + 1,
      effective: Math.min(effective, REFERENCE_DAY - 3),
      end: last ? lastDay(rng, effective) : Math.min(next - 1, REFERENCE_DAY - 2),
      posted: effective < POSTED_SINCE ? null : Math.min(effective + rng.int(25), REFERENCE_DAY),
    });
    effective = next;
  }
  return made;
}

/**
 * The last version ended, ends years from now, or is open: the newer it is, the more likely it still runs.
 */
function lastDay(rng: ReturnType<typeof random>, effective: number): number | null {
  const age = REFERENCE_DAY - effective;
  if (age > 1_500 || rng.chance(0.4)) return Math.min(effective + 40 + rng.int(900), REFERENCE_DAY - 1);
  return rng.chance(0.5) ? null : REFERENCE_DAY + 500 + rng.int(1_500);
}
