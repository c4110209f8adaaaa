/**
 * Whether an answer is right: numbers to the cent, names without case and accents, bilingual names in either
 * language.
 */
import type {Answer, Item} from './types.ts';

/** Text without case, accents and surplus blanks. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ');

/** The names that a text is: itself, and its halves where it is in two languages. */
const namesOf = (text: string): string[] => [text, ...text.split(' | ')].map(folded);

/** Half a cent, for sums of floating point. */
const CENT = 0.005;

function isSame(one: Item, other: Item): boolean {
  if (typeof one === 'number' || typeof other === 'number') {
    if (one === '' || other === '') return false;
    return Math.abs(Number(one) - Number(other)) <= CENT + Math.abs(Number(one)) * Number.EPSILON * 4;
  }
  const names = namesOf(other);
  return namesOf(one).some((name) => names.includes(name));
}

/** Lists have the same items in any order. */
export function isRight(expected: Answer, got: Answer): boolean {
  if (expected === null || got === null) return expected === got;
  const [wanted, given] = [[expected].flat() as Item[], [got].flat() as Item[]];
  if (Array.isArray(expected) !== Array.isArray(got) && wanted.length !== 1) return false;
  if (wanted.length !== given.length) return false;
  const left = [...given];
  return wanted.every((one) => {
    const at = left.findIndex((other) => isSame(one, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
