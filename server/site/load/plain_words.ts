/** What a search says beside the words that records have: years, words of sentences, postal codes. Texts are folded. */
import {fold} from '../../../datasets/rules/text.ts';
import {STOP_WORDS} from '../../labels/search_words.ts';

export const YEAR = /\b(?:19|20)\d\d\b/;

/** A text without some of its words. */
export const withoutWords = (text: string, words: string): string =>
  ` ${text} `.replace(` ${words} `, ' ').trim().replace(/\s+/g, ' ');

export const hasWords = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

/** A word in the singular, as far as an s at its end tells. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);

/** The words of a text that some words stand for, singular or plural; null: they are not in it. */
export function wordsIn(text: string, words: string): string | null {
  const [all, sought] = [text.split(' '), words.split(' ').map(singular)];
  const at = all.findIndex((_, i) => sought.every((word, k) => word === singular(all[i + k] ?? '')));
  return at < 0 ? null : all.slice(at, at + sought.length).join(' ');
}

/** A text without words that say nothing of what is looked for; empty if it has no others. */
export const withoutStopWords = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');

/** A text folded, without the signs at the ends of its words: `2024?`. */
export const plainText = (asked: string): string =>
  fold(asked)
    .split(' ')
    .map((word) => word.replace(/[?!.,;:]+$/, ''))
    .filter(Boolean)
    .join(' ');

/** Letters that postal codes of Canada have, and the places of digits. */
const POSTAL_CODE = /^([abceghj-nprstvxy]\d[abceghj-nprstv-z])[\s-]?(\d[abceghj-nprstv-z]\d)$/i;

/** A text that is a postal code, as it is written: `K1A 0A6`; null for any other. */
export function postalCode(text: string): string | null {
  const [, area, unit] = POSTAL_CODE.exec(text.trim()) ?? [];
  return area === undefined ? null : `${area} ${unit}`.toUpperCase();
}

/** What else a text that finds nothing may be: without hyphens, and without years and words of sentences. */
export function otherReadings(asked: string): string[] {
  const text = fold(asked);
  const apart = plainText(asked).replace(/(?<=\p{L})[-–—](?=\p{L})/gu, ' ');
  const fewer = withoutStopWords(withoutWords(apart, YEAR.exec(apart)?.[0] ?? ''));
  return [...new Set([apart, fewer])].filter((one) => one !== text && one !== '');
}
