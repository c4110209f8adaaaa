/** Invented vendors: each has one vendor key and several spellings of it. */
import {at} from '../lists.ts';
import {hash32, type Random} from '../prng.ts';
import {SECONDS, STEMS, STEMS_FR, TRADES, TRADES_FR} from './vendor_words.ts';

export interface Vendor {
  /** The usual spelling first; all share the vendor key. */
  spellings: readonly string[];
  city: string;
  province: string;
  /** `A1A 1A1`; empty outside Canada. */
  postal: string;
  country: 'CA' | 'US' | 'FR' | 'GB';
}

const FORMS = ['Inc.', 'Ltd.', 'Corp.', 'ULC', 'Limited', 'Incorporated', 'Co.'] as const;
const FORMS_FR = ['inc.', 'ltée', 'limitée', 'ltée.', 'SRL'] as const;
const PLACES: readonly (readonly [string, string, string])[] = [
  ['Ottawa', 'Ontario', 'K1P'],
  ['Gatineau', 'Quebec', 'J8X'],
  ['Toronto', 'Ontario', 'M5V'],
  ['Montréal', 'Quebec', 'H3B'],
  ['Québec', 'Quebec', 'G1R'],
  ['Halifax', 'Nova Scotia', 'B3J'],
  ["St. John's", 'Newfoundland and Labrador', 'A1C'],
  ['Winnipeg', 'Manitoba', 'R3C'],
  ['Calgary', 'Alberta', 'T2P'],
  ['Vancouver', 'British Columbia', 'V6B'],
  ['Iqaluit', 'Nunavut', 'X0A'],
  ['Whitehorse', 'Yukon', 'Y1A'],
];
const ABROAD = [
  ['Albany', 'New York', 'US'],
  ['Lyon', 'France', 'FR'],
  ['Bristol', 'United Kingdom', 'GB'],
] as const;

/** The name without its legal form: every shape holds characters that break careless readers. */
function core(index: number): string {
  const trade = at(TRADES, index + Math.floor(index / STEMS.length));
  const second = at(SECONDS, Math.floor(index / (STEMS.length * TRADES.length)));
  const stem = at(STEMS, index) + (second && ` ${second}`);
  const french = `${at(STEMS_FR, index)}${second && ` ${second}`}`;
  const numbered = String(9_000_000 + index);
  switch (index % 24) {
    case 1:
      return `${stem} & Sons ${trade}`;
    case 2:
      return `${at(TRADES_FR, index)} ${french} ${at(STEMS, index)}`;
    case 3:
      return `Les Entreprises ${french} et ${stem}`;
    case 5:
      return `L’Atelier ${french} ${stem}`;
    case 7:
      return `${stem}/Northshore ${trade}`;
    case 9:
      return `${stem} + Partners ${trade}`;
    case 11:
      return `100% ${stem} ${trade}`;
    case 13:
      return `"${stem}" ${trade} Group`;
    case 15:
      return `${stem}'s ${trade}`;
    case 17:
      return `${stem}, Hale, and Associates, ${trade}`;
    case 19:
      return `${stem} ${trade} | ${at(TRADES_FR, index)}`;
    case 21:
      return `${numbered.slice(0, 4)}-${numbered.slice(4)} Québec`;
    case 22:
      return `${numbered} Canada`;
    default:
      return `${stem} ${trade}`;
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Punctuation as somebody writes it who types only letters and blanks. */
const bare = (text: string) =>
  text
    .replace(/['’.]/g, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const made: Vendor[] = [];

/** The vendor of that number; numbers up to 45,000 give different vendor keys. */
export function vendor(index: number): Vendor {
  made[index] ??= make(index);
  return made[index];
}

function make(index: number): Vendor {
  const name = core(index);
  const hash = hash32(`vendor ${index}`);
  const french = [2, 3, 5, 21].includes(index % 24);
  const form = french ? at(FORMS_FR, hash) : at(FORMS, hash);
  const other = french ? at(FORMS, hash + 1) : at(FORMS, hash + 2);
  const curly = name.includes('’') ? name.replaceAll('’', "'") : name.replaceAll("'", '’');
  const abroad = hash % 29 === 0 ? at(ABROAD, index) : null;
  const [city, province, area] = at(PLACES, hash >>> 3);
  return {
    spellings: [
      `${name} ${form}`,
      `${name} ${form}`.toUpperCase(),
      `${plain(name)}, ${other}`,
      bare(name),
      `${curly.replace(' ', '  ')} ${form.replaceAll('.', '')}`,
    ],
    city: abroad ? abroad[0] : city,
    province: abroad ? abroad[1] : province,
    postal: abroad ? '' : `${area} ${hash % 10}${at([...'ABCEGHJKLMNPRSTVWXYZ'], hash)}${(hash >>> 5) % 10}`,
    country: abroad ? abroad[2] : 'CA',
  };
}

/** Number of a vendor out of `count`, a few of them very often and most of them rarely. */
export function vendorNumber(random: Random, count: number): number {
  return Math.floor(count * random.next() ** 2.6);
}

/** A spelling of the vendor: mostly the usual one. */
export function spelling(random: Random, of: Vendor): string {
  return random.chance(0.7) ? (of.spellings[0] ?? '') : random.pick(of.spellings);
}
