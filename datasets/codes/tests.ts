/** Short words for what rules ask of a row; see Test in datasets/types.ts. Texts are compared folded. */
import type {Test} from '../types.ts';

type Names = string | readonly string[];
const names = (from: Names): readonly string[] => (typeof from === 'string' ? [from] : from);

/** The first of the columns that is not blank equals one of the texts. */
export const is = (from: Names, ...texts: string[]): Test => ({from: names(from), is: texts});
export const begins = (from: Names, ...texts: string[]): Test => ({from: names(from), begins: texts});
/** Contains one of the texts, anywhere. */
export const has = (from: Names, ...texts: string[]): Test => ({from: names(from), has: texts});
/** The folded text fits. */
export const fits = (from: Names, pattern: RegExp): Test => ({from: names(from), fits: pattern});
/** There is a text. */
export const filled = (from: Names): Test => ({from: names(from), given: true});
export const blank = (from: Names): Test => ({from: names(from), given: false});
/** What the test asks does not hold. */
export const not = (test: Test): Test => ({...test, not: true});
