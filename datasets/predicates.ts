/** Constructors of predicates for rules; see Predicate in types/fields.ts. Texts are compared folded. */
import {type Names, names} from './fields.ts';
import type {Predicate} from './types.ts';

/** The first non-blank column equals one of the texts. */
export const equals = (from: Names, ...texts: string[]): Predicate => ({from: names(from), equals: texts});
export const startsWith = (from: Names, ...texts: string[]): Predicate => ({
  from: names(from),
  startsWith: texts,
});
/** Contains one of the texts anywhere. */
export const contains = (from: Names, ...texts: string[]): Predicate => ({
  from: names(from),
  contains: texts,
});
/** The folded text matches. */
export const matchesPattern = (from: Names, pattern: RegExp): Predicate => ({
  from: names(from),
  matches: pattern,
});
/** There is any text. */
export const present = (from: Names): Predicate => ({from: names(from), present: true});
export const blank = (from: Names): Predicate => ({from: names(from), present: false});
/** The predicate does not hold. */
export const not = (test: Predicate): Predicate => ({...test, negated: true});
