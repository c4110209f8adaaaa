/** Constructors of rules for the category of a zone. */
import type {Rules} from '../types.ts';
import type {ZONE_CATEGORIES} from './enums.ts';

/** Null: the publisher's data leaves the use open. */
type Category = (typeof ZONE_CATEGORIES)[number] | null;
export type ZoneRule = Rules['rules'][number];

/** The column equals one of these texts. */
export const zoneIs = (value: Category, column: string, texts: readonly string[]): ZoneRule => ({
  value,
  when: [{from: [column], equals: texts}],
});

/** The column equals one of these codes, separated by spaces. */
export const zoneCodeIs = (value: Category, column: string, codes: string): ZoneRule =>
  zoneIs(value, column, codes.split(' '));

/** The first word of the column is one of these codes, separated by spaces; modifiers may follow it. */
export const zoneStartsWithCode = (value: Category, column: string, codes: string): ZoneRule =>
  zoneMatches(value, column, new RegExp(`^(${codes.toLowerCase().split(' ').join('|')})( |$)`));

/** The folded column matches. */
export const zoneMatches = (value: Category, column: string, pattern: RegExp): ZoneRule => ({
  value,
  when: [{from: [column], matches: pattern}],
});

/** The column contains one of these texts. */
export const zoneContains = (value: Category, column: string, texts: readonly string[]): ZoneRule => ({
  value,
  when: [{from: [column], contains: texts}],
});

/** Rules in order; a zone that matches none has no category, and its texts are reported. */
export const zoneCategoryRules = (
  city: string,
  reported: readonly string[],
  rules: readonly ZoneRule[],
): Rules => ({
  name: `zone categories of ${city}`,
  help: `canonical category of a zone of ${city}`,
  rules,
  otherwise: null,
  reported,
});
