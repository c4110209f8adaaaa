/** Invented addresses inside a box: streets in neighbourhoods, house by house. */
import type {Box} from '../../../datasets/types.ts';
import {at} from '../lists.ts';
import {type Random, random} from '../prng.ts';
import {SECONDS, STEMS, STEMS_FR} from '../vocabulary/vendor_words.ts';

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

/** Where the records of a source lie. */
interface PlacesOptions {
  box: Box;
  province: string;
  seed: string;
  records: number;
}

/** Streets and houses of a box for so many records. */
export const placesIn = (options: PlacesOptions): Places => new Town(options);

class Town implements Places {
  readonly #options: PlacesOptions;
  readonly #french: boolean;
  /** Houses of a street. */
  readonly #houses: number;
  readonly #centres: readonly (readonly [number, number])[];
  readonly #count: number;
  readonly #streets: Street[] = [];

  constructor(options: PlacesOptions) {
    const {box, province, seed, records} = options;
    const [west, south, east, north] = box;
    this.#options = options;
    this.#french = province === 'QC';
    this.#houses = records > 5_000 ? 60 : 12;
    this.#count = Math.max(12, Math.ceil(records / this.#houses));
    this.#centres = Array.from({length: Math.min(60, Math.ceil(this.#count / 4))}, (_, index) => {
      const means = random(seed, 'area', index);
      return [
        west + (east - west) * (0.15 + 0.7 * means.next()),
        south + (north - south) * (0.15 + 0.7 * means.next()),
      ];
    });
  }

  pick(means: Random): Place {
    if (means.chance(0.04)) return this.#place((means.int(BUSY) * 7) % (this.#count * this.#houses));
    const number = Math.floor(this.#count * means.next() ** 1.3);
    return this.#place(number * this.#houses + Math.floor(this.#houses * means.next() ** 1.2));
  }

  #area(index: number): string {
    if (!this.#french) return `${at(STEMS, index).toUpperCase()} ${at(AREAS, index)}`;
    return at(STEMS_FR, index) + (index < STEMS_FR.length ? '' : ` - ${at(STEMS_FR, index * 7)}`);
  }

  #street(index: number): Street {
    const [west, south, east, north] = this.#options.box;
    const means = random(this.#options.seed, 'street', index);
    const [x, y] = at(this.#centres, index);
    const run = STEP * (0.7 + means.next());
    const turn = means.chance(0.5) ? [run, run / 9] : [-run / 9, run];
    const second = at(SECONDS, Math.floor(index / STEMS.length));
    const numbered = means.chance(0.1);
    const name = numbered ? `${1 + means.int(99)}${this.#french ? 'e' : ''}` : at(STEMS, index * 5 + 3);
    const area = index % this.#centres.length;
    return {
      name: (second && !/\d/.test(name) ? `${name} ${second}` : name).toUpperCase(),
      kind: at(KINDS, means.int(KINDS.length)),
      area: this.#area(area),
      ward: 1 + (area % 25),
      start: [x + 0.035 * (east - west) * means.normal(), y + 0.035 * (north - south) * means.normal()],
      step: [turn[0] ?? 0, turn[1] ?? 0],
    };
  }

  #place(id: number): Place {
    const [west, south, east, north] = this.#options.box;
    const number = Math.floor(id / this.#houses);
    this.#streets[number] ??= this.#street(number);
    const of = this.#streets[number];
    const house = id % this.#houses;
    return {
      id,
      house: String(3 + house * 4 + (number % 2)),
      street: of.name,
      kind: of.kind,
      area: of.area,
      ward: of.ward,
      postal: this.#postal(number, house),
      lng: inside(of.start[0] + of.step[0] * house, west, east),
      lat: inside(of.start[1] + of.step[1] * house, south, north),
    };
  }

  #postal(street: number, house: number): string {
    const letter = POSTAL[this.#options.province] ?? 'K';
    return `${letter}${street % 9}${at(LETTERS, street)} ${house % 9}${at(LETTERS, house)}${street % 7}`;
  }
}

const inside = (value: number, low: number, high: number): number =>
  Math.round(Math.min(high, Math.max(low, value)) * 1e8) / 1e8;
