/** Invented recipients of grants: firms, societies, governments, First Nations, schools and people. */
import {at} from '../lists.ts';
import {hash32} from '../prng.ts';
import {person, SCHOOLS} from '../vocabulary/people.ts';
import {TOWNS, type Town} from '../vocabulary/towns.ts';
import {SECONDS, STEMS, STEMS_FR} from '../vocabulary/vendor_words.ts';
import {vendor} from '../vocabulary/vendors.ts';

/** Letters of the registry. */
export type RecipientType = 'F' | 'N' | 'S' | 'A' | 'G' | 'I' | 'P' | 'O';

export interface Recipient {
  type: RecipientType;
  en: string;
  /** Null where the recipient has one name for both languages. */
  fr: string | null;
  /** Other spellings of the English name with the same vendor key. */
  spellings: readonly string[];
  /** Nine digits; empty for people and abroad. */
  number: string;
  town: Town;
  country: string;
}

interface Name {
  type: RecipientType;
  en: string;
  fr?: string;
  spellings?: readonly string[];
}

/** Names with a bar inside could not be told from two languages. */
function firm(index: number): Name {
  const {spellings} = vendor(index % 24 === 19 ? index + 1 : index);
  return {type: 'F', en: spellings[0] ?? '', spellings: spellings.slice(1)};
}

function named(index: number, town: Town): Name {
  const stem = at(STEMS, index);
  const second = at(SECONDS, Math.floor(index / STEMS.length));
  const whole = second ? `${stem} ${second}` : stem;
  const french = `${at(STEMS_FR, index)}${second && ` ${second}`}`;
  switch (index % 12) {
    case 0:
    case 4:
    case 8:
      return firm(Math.floor(index / 4) % 45_000);
    case 1:
      return {type: 'N', en: `${whole} Heritage Society`, fr: `Société du patrimoine ${whole}`};
    case 2:
      return {type: 'N', en: `Friends of ${whole} & Area`, spellings: [`Friends of ${whole} and Area`]};
    case 3:
      return {type: 'G', en: `Town of ${whole}`, fr: `Ville de ${whole}`};
    case 5:
      return {type: 'A', en: `${whole} First Nation`, fr: `Première Nation de ${whole}`};
    case 6:
      return {type: 'N', en: `Centre culturel ${french}`, fr: `Centre culturel ${french}`};
    case 7:
      return {
        type: 'G',
        en: `Municipality of ${town.en}-${whole}`,
        fr: `Municipalité de ${town.fr}-${whole}`,
      };
    case 9: {
      const school = at(SCHOOLS, index);
      return {type: 'S', en: school.en, fr: school.fr};
    }
    case 10: {
      const {given, family} = person(index);
      return {type: 'P', en: `${given} ${family}`};
    }
    default:
      return {type: 'O', en: `${whole} Housing Co-operative`, fr: `Coopérative d'habitation ${whole}`};
  }
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Steps between the numbers of recipients: no two of some 200,000 have one number. */
const STEP = 449;

/** Nine digits; the last one checks the others (Luhn). */
function businessNumber(index: number): string {
  const digits = String(10_000_000 + ((STEP * (index + 1)) % 89_999_999));
  const sum = [...digits].reduce((all, digit, at) => {
    const doubled = Number(digit) * (at % 2 ? 2 : 1);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The number with one digit typed wrongly: no check digit misses that. */
export const mistyped = (number: string): string =>
  number.replace(/^(..)(.)/, (_, before: string, digit: string) => `${before}${(Number(digit) + 1) % 10}`);

/** The recipient of that number. People have no business number. */
export function recipient(index: number): Recipient {
  const hash = hash32(`recipient ${index}`);
  const town = at(TOWNS, hash);
  const {type, en, fr, spellings = []} = named(index, town);
  const others = [en.toUpperCase(), plain(en), ...spellings].filter((name) => name !== en);
  return {
    type,
    en,
    fr: fr === undefined || fr === en ? null : fr,
    spellings: others,
    number: type === 'P' ? '' : businessNumber(index),
    town,
    country: 'CA',
  };
}

const ABROAD = [
  {en: 'Harrowgate Wells Trust', country: 'GB'},
  {en: 'Fondation Eaux du Sud', country: 'SN'},
  {en: 'Institute for Dryland Farming', country: 'KE'},
] as const;

/** A recipient outside Canada: no province, no postal code. */
export function foreign(index: number): Recipient {
  const {en, country} = at(ABROAD, index);
  const name = `${en}, ${at(STEMS, index)} Office`;
  const town = at(TOWNS, index);
  return {type: 'I', en: name, fr: null, spellings: [name.toUpperCase()], number: '', town, country};
}
