/** A permit before it is written in the form of its city, and how one is drawn. */
import type {MunicipalitySlug} from '../../datasets/municipalities.ts';
import type {PERMIT_STATUSES} from '../../datasets/permits/enums.ts';
import type {Json} from '../../datasets/types.ts';
import {REFERENCE_DAY} from '../dates.ts';
import {tabled} from '../lists.ts';
import {amount, type Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import {vendor, vendorNumber} from '../vendors.ts';
import type {Ground, Place} from './ground.ts';
import type {Tables, Written} from './tables.ts';
import {describe, type PermitType} from './words.ts';

export type PermitStatus = (typeof PERMIT_STATUSES)[number];

/** A kind of work as a city writes it. */
export interface Kind {
  share: number;
  type: PermitType;
  cells: readonly string[];
}

/** A state as a city writes it. */
export interface State {
  share: number;
  raw: string;
  is: PermitStatus;
  /** Such a permit was issued. */
  issued: boolean;
  /** A day of the end stands beside it. */
  ended: boolean;
}

export interface Permit {
  index: number;
  /** Null where the row lacks it. */
  number: string | null;
  /** Where it stands among the others, whatever days are written. */
  day: number;
  applied: number | null;
  issued: number | null;
  /** Day of the end, whatever it was. */
  ended: number | null;
  place: Place;
  point: readonly [lng: number, lat: number] | null;
  kind: Kind;
  state: State;
  cost: Cents | null;
  /** What stands in the place of a cost. */
  costText: string | null;
  text: string;
  applicant: string | null;
  contractor: string | null;
  units: number;
  /** Square metres. */
  area: number;
  /** Of several rows under one number: 0 is the first. */
  nth: number;
  /** Further things that the city's own quirks ask of the row. */
  bears: readonly string[];
  /** The first permit of a file, which says that it is generated. */
  notice: boolean;
}

/** What becomes of a permit: parts of its key, and fields of the record. */
export interface Made {
  key: readonly string[];
  fields: Record<string, Json>;
  /** Degrees come out a little otherwise than they went in. */
  approximate?: boolean;
}

export interface City {
  slug: MunicipalitySlug;
  /** It publishes costs. */
  valued: boolean;
  /** It publishes days of application. */
  applied: boolean;
  since: string;
  until?: string;
  french?: true;
  /** Texts are in capitals. */
  shouted?: true;
  /** The last one is known to no rule; the first one depends on no description. */
  kinds: readonly Kind[];
  /** The last one is known to no rule; the first one is that of permits in force. */
  states: readonly State[];
  /** `points`: told how many rows of a code table are written at once. */
  open(of: {folder: string; seed: string; land: Ground; points(rows: number): void}): Promise<Tables>;
  number(index: number, day: number): string;
  /** The row of a permit, the last one, and rows that belong to it and count as `further`. */
  rows(permit: Permit, row: number): readonly Written[];
  further?: 'code' | 'version';
  record(permit: Permit): Made;
  /** Parts that are added to the keys of records that share one; absent: keys differ all the same. */
  apart?(permit: Permit): readonly string[];
  /** The two rows of a permit, and which of them the record is like: the first one unless this says `second`. */
  second?(permit: Permit, other: Place): readonly [Permit, Permit];
  stands?: 'second';
  /** Two permits as they stand under one number; absent: the other one with the number of the first. */
  shared?(of: Permit, other: Permit): readonly [Permit, Permit];
  /** Quirks that come on top of others, and when they may. */
  extras?: Record<string, (permit: Permit) => boolean>;
  /** Changes that extras make. */
  bent?(permit: Permit): Permit;
  /** No permit of the kind that is looked for. */
  refused?(permit: Permit): boolean;
}

/** Rows `share | type | cells ...`. */
export const kindsOf = (text: string): Kind[] =>
  tabled(text).map(([share = '', type = '', ...cells]) => ({
    share: Number(share),
    type: type as PermitType,
    cells: cells.map((one) => (one === '-' ? '' : one)),
  }));

/** Rows `share | state | canonical state | issued ended`. */
export const statesOf = (text: string): State[] =>
  tabled(text).map(([share = '', raw = '', is = '', has = '']) => ({
    share: Number(share),
    raw,
    is: is as PermitStatus,
    issued: has.includes('issued'),
    ended: has.includes('ended'),
  }));

/** Of cities that list issued permits only. */
export const ISSUED_ONLY: readonly State[] = [
  {share: 1, raw: '', is: 'issued', issued: true, ended: false},
  {share: 0, raw: '', is: 'issued', issued: true, ended: false},
];

/** One of the known ones, by their shares. */
function known<T extends {share: number}>(means: Random, list: readonly T[]): T {
  let rest = means.next() * list.reduce((sum, {share}) => sum + share, 0);
  const found = list.find(({share}) => {
    rest -= share;
    return rest < 0;
  });
  return (found ?? list[0]) as T;
}

/** Saturdays and Sundays give the Monday after them. */
function weekday(day: number): number {
  const of = (day + 4) % 7;
  return Math.min(REFERENCE_DAY, of === 6 ? day + 2 : of === 0 ? day + 1 : day);
}

export interface Drawing {
  city: City;
  land: Ground;
  vendors: number;
  /** First and last day. */
  days: readonly [first: number, last: number];
}

const FACTORS: Partial<Record<PermitType, number>> = {new_construction: 8, addition: 3, demolition: 0.4};

/** The permit at a share of all days, which grow with it. */
export function draw(means: Random, index: number, share: number, of: Drawing): Permit {
  const {city, land, vendors, days} = of;
  const [first, last] = days;
  const kind = known(means, city.kinds.slice(0, -1));
  const begun = weekday(first + Math.floor((last - first) * Math.min(1, share) ** 0.8));
  const issued = city.applied
    ? weekday(Math.min(last, begun + 2 + Math.floor(160 * means.next() ** 2)))
    : begun;
  const ended = issued + 20 + Math.floor(900 * means.next() ** 1.5);
  const drawn = known(means, city.states.slice(0, -1));
  const state = drawn.ended && ended > last ? (city.states[0] as State) : drawn;
  const place = land.pick(means);
  const text = describe(means, kind.type, city.french ?? false);
  const {type} = kind;
  const company = () => vendor(vendorNumber(means, vendors)).spellings[0] ?? null;
  return {
    index,
    number: city.number(index, begun),
    day: begun,
    applied: city.applied ? begun : null,
    issued: state.issued ? issued : null,
    ended: state.ended ? ended : null,
    place,
    point: [place.lng, place.lat],
    kind,
    state,
    cost: Math.round((amount(means, 500_00) * (FACTORS[type] ?? 1)) / 100) * 100,
    costText: null,
    text: city.shouted ? text.toUpperCase() : text,
    applicant: means.chance(0.6) ? company() : null,
    contractor: means.chance(0.55) ? company() : null,
    units:
      type === 'new_construction' ? 1 + Math.floor(40 * means.next() ** 9) : type === 'demolition' ? -1 : 0,
    area: 12 + Math.floor(900 * means.next() ** 3) + means.int(10) / 10,
    nth: 0,
    bears: [],
    notice: false,
  };
}
