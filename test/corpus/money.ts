/** Amounts as whole cents, and the forms in which the files write them. */
import type {Random} from './prng.ts';

/** Whole cents; every amount of the corpus is far below 2^53. */
export type Cents = number;

const LARGEST: Cents = 4_000_000_000_00;

/** Log-normal amount of at least `least` cents: many small contracts, a long tail of large ones. */
export function amount(random: Random, least: Cents = 10_000_00): Cents {
  const cents = Math.round(Math.exp(Math.log(30_000) + 1.85 * random.normal()) * 100);
  // half of the amounts are round, as typed by hand
  const rounded = random.chance(0.5) ? Math.round(cents / 100_00) * 100_00 : cents;
  return Math.min(LARGEST, least + Math.abs(rounded));
}

function parts(cents: Cents): {sign: string; whole: number; fraction: string} {
  const size = Math.abs(cents);
  return {
    sign: cents < 0 ? '-' : '',
    whole: Math.floor(size / 100),
    fraction: String(size % 100).padStart(2, '0'),
  };
}

/** `1234.50`. */
export function twoPlaces(cents: Cents): string {
  const {sign, whole, fraction} = parts(cents);
  return `${sign}${whole}.${fraction}`;
}

/** As few places as the amount needs: `18769300`, `175392769.2`. */
export function shortest(cents: Cents): string {
  const {sign, whole, fraction} = parts(cents);
  const places = fraction.replace(/0+$/, '');
  return places === '' ? `${sign}${whole}` : `${sign}${whole}.${places}`;
}

/** One place at least: `4104000.0`. */
export function onePlace(cents: Cents): string {
  const text = shortest(cents);
  return text.includes('.') ? text : `${text}.0`;
}

/** `$1,234.50`. */
export function dollars(cents: Cents): string {
  const {sign, whole, fraction} = parts(cents);
  return `${sign}$${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}
