/** Whether one name of a vendor is another one that a field of fixed width cut off. */
import {LEGAL_FORMS, vendorWords} from './text.ts';

/**
 * Narrowest fields for names have some 30 characters, of which folding may drop a few. A shorter name is no
 * proof of a cut even where it ends inside a word, and one that ends with a word may be a name of its own.
 */
const LEAST = 20;
const LEAST_WHOLE_WORDS = 28;

/** Words that end no name. */
const DANGLING = 'of and the for to in at by on with de du des la le les et pour en au aux';

/** Words that follow the name of one body in the name of another. */
const OTHER_BODIES =
  'press foundation fondation trust fiducie fund fonds hospital hopital institute institut association union bookstore branch chapter local pension retirees alumni and et';

/** Words that say that several vendors act together. */
const TOGETHER = 'joint venture|coentreprise|co entreprise|consortium';

const anyOf = (words: string): string => `(${words.replaceAll(' ', '|')})`;

/** Patterns over `<words of the cut name>|<rest of the whole name>`. */
const IS_CUT = [
  `^[^|]{${LEAST},}\\|`,
  `([^ ]\\|[^ ]|^[^|]* ${anyOf(DANGLING)}\\| |^[^|]{${LEAST_WHOLE_WORDS},}\\| )`,
] as const;
const IS_NOT = [
  // A legal form ends a whole name.
  ` ${anyOf(LEGAL_FORMS)}\\|`,
  // Numbers distinguish companies, branches and phases.
  '\\| ?\\d|\\| ?[ivx]+$',
  `\\| ${anyOf(OTHER_BODIES)}( |$)`,
  `\\|.*\\b(${TOGETHER})\\b`,
].join('|');

/**
 * Whether the words of a name (`vendorWords`) are those of a longer one, cut off. Tells nothing of equal
 * names.
 */
export function isCutName(cut: string, whole: string): boolean {
  if (!cut || !whole.startsWith(cut) || whole.length === cut.length) return false;
  const both = `${cut}|${whole.slice(cut.length)}`;
  const fits = (pattern: string) => new RegExp(pattern, 'u').test(both);
  return IS_CUT.every(fits) && !fits(IS_NOT);
}

/** The same for two published names, in either order. */
export function isOneCutOfTheOther(one: string, other: string): boolean {
  const [a, b] = [vendorWords(one), vendorWords(other)];
  return isCutName(a, b) || isCutName(b, a);
}
