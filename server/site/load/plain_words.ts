/** What a search says beside the words that records have: years, words of sentences, postal codes. Texts are folded. */
import {fold} from '../../../datasets/rules/text.ts';
import {AMOUNT_WORDS, SCALES, STOP_WORDS} from '../../labels/search_words.ts';

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

/** Letters before an apostrophe that are words of their own in French: `d'offres`. */
const ELISION = /(?<![\p{L}\p{N}])(d|l|qu|n|s|j)['\u2019](?=\p{L})/gu;

/** A text folded, without the signs at the ends of its words: `2024?`. Elided words stand apart. */
export const plainText = (asked: string): string =>
  fold(asked)
    .replace(ELISION, '$1 ')
    .split(' ')
    .map((word) => word.replace(/[?!.,;:]+$/, ''))
    .filter(Boolean)
    .join(' ');

/** Ways to write words of several parts: with hyphens, and without. Folded, and apart as in a plain text. */
export function spellings(words: string): string[] {
  const text = plainText(words);
  return [...new Set([text, text.replaceAll('-', ' '), text.replaceAll(' ', '-')])];
}

/** A number with blanks or commas between its thousands, and what stands before and after it. */
const AMOUNTS = Object.entries(AMOUNT_WORDS).map(([filter, words]) => ({
  filter,
  found: new RegExp(
    `(?<!\\S)(?:${words.join('|')}) \\$? ?(\\d{1,3}(?:[ ,\u00a0]\\d{3})+|\\d+)(?:[.,](\\d{1,2}))? ?(${Object.keys(SCALES).join('|')})?(?: ?\\$)?(?: (?:de )?(?:dollars?|cad))?(?!\\S)`,
  ),
}));

/** The smallest or the largest amount that a plain text names, by filter, with its words; null for none. */
export function amountOf(text: string): {filter: string; amount: number; words: string} | null {
  for (const {filter, found} of AMOUNTS) {
    const [words, whole, cents = '0', scale = ''] = found.exec(text) ?? [];
    if (words === undefined || whole === undefined) continue;
    // `contracts from 2015` means a year: an amount like a year has its sign or a scale.
    if (/^(?:19|20)\d\d$/.test(/\S+$/.exec(words)![0])) continue;
    const amount = Number(`${whole.replace(/\D/g, '')}.${cents}`) * (SCALES[scale] ?? 1);
    return {filter, amount, words};
  }
  return null;
}

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
