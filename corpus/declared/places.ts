/** Invented addresses inside a box: streets in neighbourhoods, house by house. */
import type {Box} from '../../datasets/types.ts';
import {at} from '../lists.ts';
import {type Random, random} from '../prng.ts';
import {SECONDS, STEMS, STEMS_FR} from '../vendor_words.ts';

export interface Place {
  /** Number of the address, from 0. */
  id: number;
  house: string;
  /** Without its kind, in capitals. */
  street: string;
  kind: string;
  area: string;
  ward: number;
  /** `A1A 1A1`. */
  postal: string;
  lng: number;
  lat: number;
}

export interface Places {
  /** An address, some of them very often. */
  pick(means: Random): Place;
}

interface Street {
  name: string;
  kind: string;
  area: string;
  ward: number;
  start: readonly [lng: number, lat: number];
  step: readonly [lng: number, lat: number];
}

const KINDS = ['ST', 'AVE', 'RD', 'DR', 'CRES', 'BLVD', 'CRT', 'WAY', 'LANE', 'PL'];
const AREAS = ['PARK', 'HILLS', 'HEIGHTS', 'YARDS', 'VILLAGE', 'MEADOWS', 'POINT'];
const LETTERS = [...'ABCEGHJKLMNPRSTVWXYZ'];
/** Towers and malls, where permits come again and again. */
const BUSY = 40;
/** Degrees between two houses. */
const STEP = 0.000_12;

/** First letter, and digit where there is one alone, of the postal codes of a province. */
const POSTAL: Record<string, string> = {
  ON: 'M',
  QC: 'H',
  AB: 'T',
  BC: 'V',
  MB: 'R',
  SK: 'S',
  NS: 'B',
  NB: 'E',
};

/** Streets and houses of a box for so many records. */
export function placesIn({
  box,
  province,
  seed,
  records,
}: {
  box: Box;
  province: string;
  seed: string;
  records: number;
}): Places {
  const [west, south, east, north] = box;
  const [wide, high] = [east - west, north - south];
  const french = province === 'QC';
  const houses = records > 5_000 ? 60 : 12;
  const count = Math.max(12, Math.ceil(records / houses));
  const areas = Math.min(60, Math.ceil(count / 4));
  const streets: Street[] = [];

  const areaOf = (index: number): string =>
    french
      ? at(STEMS_FR, index) + (index < STEMS_FR.length ? '' : ` - ${at(STEMS_FR, index * 7)}`)
      : `${at(STEMS, index).toUpperCase()} ${at(AREAS, index)}`;
  const centreOf = (index: number): readonly [number, number] => {
    const means = random(seed, 'area', index);
    return [west + wide * (0.15 + 0.7 * means.next()), south + high * (0.15 + 0.7 * means.next())];
  };
  const centres = Array.from({length: areas}, (_, index) => centreOf(index));
  const street = (index: number): Street => {
    const means = random(seed, 'street', index);
    const [x, y] = at(centres, index);
    const run = STEP * (0.7 + means.next());
    const turn = means.chance(0.5) ? [run, run / 9] : [-run / 9, run];
    const second = at(SECONDS, Math.floor(index / STEMS.length));
    const name = means.chance(0.1) ? `${1 + means.int(99)}${french ? 'e' : ''}` : at(STEMS, index * 5 + 3);
    return {
      name: (second && !/\d/.test(name) ? `${name} ${second}` : name).toUpperCase(),
      kind: at(KINDS, means.int(KINDS.length)),
      area: areaOf(index % areas),
      ward: 1 + ((index % areas) % 25),
      start: [x + 0.035 * wide * means.normal(), y + 0.035 * high * means.normal()],
      step: [turn[0] ?? 0, turn[1] ?? 0],
    };
  };
  const inside = (value: number, low: number, high: number) =>
    Math.round(Math.min(high, Math.max(low, value)) * 1e8) / 1e8;
  const place = (id: number): Place => {
    const number = Math.floor(id / houses);
    streets[number] ??= street(number);
    const of = streets[number];
    const house = id % houses;
    return {
      id,
      house: String(3 + house * 4 + (number % 2)),
      street: of.name,
      kind: of.kind,
      area: of.area,
      ward: of.ward,
      postal: `${POSTAL[province] ?? 'K'}${number % 9}${at(LETTERS, number)} ${house % 9}${at(LETTERS, house)}${number % 7}`,
      lng: inside(of.start[0] + of.step[0] * house, west, east),
      lat: inside(of.start[1] + of.step[1] * house, south, north),
    };
  };
  return {
    pick: (means) => {
      if (means.chance(0.04)) return place((means.int(BUSY) * 7) % (count * houses));
      const number = Math.floor(count * means.next() ** 1.3);
      return place(number * houses + Math.floor(houses * means.next() ** 1.2));
    },
  };
}
