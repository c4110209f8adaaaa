/** Short words for what rules ask of a row; see Test in datasets/types.ts. Texts are compared folded. */
import type {Predicate} from './types.ts';

type Names = string | readonly string[];
const names = (from: Names): readonly string[] => (typeof from === 'string' ? [from] : from);

/** The first of the columns that is not blank equals one of the texts. */
export const equals = (from: Names, ...texts: string[]): Predicate => ({from: names(from), equals: texts});
export const startsWith = (from: Names, ...texts: string[]): Predicate => ({
  from: names(from),
  startsWith: texts,
});
/** Contains one of the texts, anywhere. */
export const contains = (from: Names, ...texts: string[]): Predicate => ({
  from: names(from),
  contains: texts,
});
/** The folded text fits. */
export const matchesPattern = (from: Names, pattern: RegExp): Predicate => ({
  from: names(from),
  matches: pattern,
});
/** There is a text. */
export const present = (from: Names): Predicate => ({from: names(from), present: true});
export const blank = (from: Names): Predicate => ({from: names(from), present: false});
/** What the test asks does not hold. */
export const not = (test: Predicate): Predicate => ({...test, negated: true});
