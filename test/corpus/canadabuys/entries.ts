/** Amounts of the versions of an award or a contract of CanadaBuys, and the value that they add up to. */
import {REFERENCE_DAY} from '../dates.ts';
import {type Cents, twoPlaces} from '../money.ts';
import type {Random} from '../prng.ts';

/** One version: `000` is number 0. */
export interface Entry {
  number: number;
  day: number;
  /** Original amount, or the change that this version makes. */
  amount: Cents;
  /** Total after it; null where the file leaves it empty. */
  total: Cents | null;
}

/** `000` and `later` more versions, each some months after the one before. */
export function entries(
  random: Random,
  of: {day: number; value: Cents; later: number; reduces: () => boolean},
): Entry[] {
  const made: Entry[] = [{number: 0, day: of.day, amount: of.value, total: of.value}];
  for (let number = 1; number <= of.later; number++) {
    const before = made.at(-1);
    const total = before?.total ?? 0;
    const part = Math.floor(Math.abs(total) * 0.3 * random.next());
    const administrative = random.chance(0.3);
    const amount = of.reduces() ? -part : administrative ? 0 : part;
    made.push({
      number,
      day: Math.min((before?.day ?? 0) + 20 + random.int(160), REFERENCE_DAY),
      amount,
      total: total + amount,
    });
  }
  return made;
}

export const withoutTotals = (of: readonly Entry[]): Entry[] => of.map((entry) => ({...entry, total: null}));

export const amendmentNumber = (entry: Entry): string => String(entry.number).padStart(3, '0');
export const totalText = (entry: Entry): string => (entry.total === null ? '' : twoPlaces(entry.total));

/**
 * Value of the record: the last total; where none was published the sum of the entries, if the first is among
 * them, else none: a change alone is no total. Null in another currency than CAD; a blank one counts as CAD.
 */
export function settled(
  of: readonly Entry[],
  currency: string,
): {value: Cents | null; original: Cents | null} {
  const [first, last] = [of[0], of.at(-1)];
  if (!first || !last || !['', 'CAD'].includes(currency)) return {value: null, original: null};
  const whole = first.number === 0;
  const sum = of.reduce((all, entry) => all + entry.amount, 0);
  return {value: last.total ?? (whole ? sum : null), original: whole ? first.amount : null};
}
