/** Short words for the rules that give the category of a zone; every city has a table of them. */
import type {Rules} from '../types.ts';
import type {ZONE_CATEGORIES} from './zoning.ts';

/** Null: the publisher's own data leaves the use open. */
type Category = (typeof ZONE_CATEGORIES)[number] | null;
export type Rule = Rules['rules'][number];

/** The column is one of these texts. */
export const isOne = (gives: Category, column: string, texts: readonly string[]): Rule => ({
  gives,
  when: [{from: [column], is: texts}],
});

/** The column is one of these codes, parted by blanks. */
export const isCode = (gives: Category, column: string, codes: string): Rule =>
  isOne(gives, column, codes.split(' '));

/** The first word of the column is one of these codes, parted by blanks; modifiers follow behind a blank. */
export const beginsWithCode = (gives: Category, column: string, codes: string): Rule =>
  fits(gives, column, new RegExp(`^(${codes.toLowerCase().split(' ').join('|')})( |$)`));

/** The column, folded, fits. */
export const fits = (gives: Category, column: string, pattern: RegExp): Rule => ({
  gives,
  when: [{from: [column], fits: pattern}],
});

/** The column contains one of these texts. */
export const has = (gives: Category, column: string, texts: readonly string[]): Rule => ({
  gives,
  when: [{from: [column], has: texts}],
});

/** Rules in this order; a zone that fits none has no category, and its texts are noted. */
export const zoneCategories = (city: string, noted: readonly string[], rules: readonly Rule[]): Rules => ({
  name: `zone categories of ${city}`,
  help: `canonical category of a zone of ${city}`,
  rules,
  otherwise: null,
  noted,
});
