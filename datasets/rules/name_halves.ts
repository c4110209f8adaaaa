/** The two halves of a published name: one name in two languages, or the names of two partners. */
import {TOGETHER} from './alias_marks.ts';
import {LIGHT_WORDS} from './organization_words.ts';

/** Words of a French name. An English name has none of them. */
const FRENCH =
  /(^|[^\p{L}])(le|la|les|l'|d'|du|de|des|et|pour|aux?|universite|societe|ville|ministere|ltee|limitee|inc\.? \(qc\)|centre de|ecole|conseil|association des|premiere|fondation|musee|hopital|cooperative d|federation des|agence|postes|banque|caisse|syndicat|municipalite|gouvernement)(?![\p{L}])/u;

const SEVERAL = new RegExp(TOGETHER, 'u');

const byWord = (groups: string): ReadonlyMap<string, string> =>
  new Map(
    groups
      .trim()
      .split(/\s*[\n,]\s*/)
      .flatMap((group) => group.split(' ').map((word) => [word, group.split(' ')[0]!] as const)),
  );

/** Kinds of bodies whose words in the two languages mean each other and nothing else. */
const KINDS =
  byWord(`university universite universitaire, college cegep, school schools ecole ecoles scolaire, hospital hopital hospitalier
 library libraries bibliotheque bibliotheques, museum musee, church eglise parish paroisse fabrique, bank banque, airport aeroport
 foundation fondation, theatre, nation nations
 city town village ville municipality municipalite township canton county comte`);

/** Words that are written unlike in the two languages. */
const MEANINGS =
  byWord(`marsh wetland wetlands marais, lake lac, river riviere, bay baie, harbour harbor havre, island ile, mountain mount
 montagne mont, north nord, south sud, west ouest, health sante, women womens femmes, children childrens enfants, youth jeunes jeunesse
 seniors aines, water eau eaux, bridge pont, forest foret, sea mer, land terre, house maison, kitchen cuisine, fire incendie incendies
 rock roc, light lumiere, sun soleil, wind vent, food alimentaire aliments, work travail, sawmill scierie, farm ferme, fish poisson`);

/** Words that say what many bodies are, besides the kinds. */
const COMMON = new Set(
  'society societe association council conseil institute institut centre center federation federations board commission corporation company compagnie club committee comite inc ltd ltee limited limitee national nationale'.split(
    ' ',
  ),
);

/** As many first letters of two words show that they are one word in two languages. */
const STEM = 4;
const meaningOf = (word: string): string | undefined => MEANINGS.get(word) ?? KINDS.get(word);
const stemOf = (word: string): string => meaningOf(word) ?? (/\d/.test(word) ? word : word.slice(0, STEM));

/** The words of a half in lower case, without an article that an apostrophe joins to them. */
const wordsOf = (half: string): string[] =>
  half.replace(/(^|[^\p{L}])[dl]'/gu, '$1').match(/[\p{L}\p{N}]+/gu) ?? [];

/** Legal forms that two names of one company have both, by what they say. */
const FORMS = byWord('inc incorporated, ltd limited ltee limitee, llp sencrl, lp');
const formOf = (half: string): string | undefined =>
  FORMS.get(half.replace(/\./g, '').match(/[a-z]+(?=[^a-z]*$)/)?.[0] ?? '');

const sharesOne = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((item) => other.has(item));

/** What two halves share, and whether they cannot be one name. */
function compare(one: string, other: string) {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const stems = (words: readonly string[], fits: (word: string) => boolean) =>
    new Set(words.filter(fits).map(stemOf));
  const isCommon = (word: string): boolean => KINDS.has(word) || COMMON.has(word) || LIGHT_WORDS.has(word);
  const isKind = (word: string): boolean => KINDS.has(word);
  const isTelling = (word: string): boolean => !isCommon(word);
  const isSmall = (word: string): boolean => isCommon(word) && word.length > 3;
  const [kinds, otherKinds] = [stems(a, isKind), stems(b, isKind)];
  const meanings = (words: readonly string[]): string =>
    words
      .filter((word) => isTelling(word) || isSmall(word))
      .map((word) => meaningOf(word) ?? word)
      .sort()
      .join(' ');
  const [form, otherForm] = [formOf(one), formOf(other)];
  const common = [...stems(a, isSmall)].filter((stem) => stems(b, isSmall).has(stem)).length;
  const companies = form !== undefined && otherForm !== undefined;
  const sameKind = kinds.size + otherKinds.size === 0 || sharesOne(kinds, otherKinds);
  const inTwoLanguages = FRENCH.test(one) !== FRENCH.test(other);
  /** A telling word of both, or two that many have. */
  const alike = sharesOne(stems(a, isTelling), stems(b, isTelling)) || common > 1;
  return {
    evident: (inTwoLanguages && alike && sameKind) || meanings(a) === meanings(b),
    namedTwice: inTwoLanguages && (alike || !companies),
    unlike: (companies && form !== otherForm) || (kinds.size > 0 && otherKinds.size > 0 && !sameKind),
  };
}

/** A slash between two names, not that of a mark such as `o/a`. */
const UNSPACED = /(?<=[^\s/]{3})\/(?=[^\s/]{3})/u;

export interface Halves {
  /** One text, or the same name in two languages. */
  texts: readonly string[];
  /** Whether the texts themselves show that they are translations; else two bodies may be meant. */
  evident: boolean;
}

/**
 * The halves of a text in lower case without accents that a bar or a slash separates. `declared`: the
 * publisher writes names in two languages with a bar. Halves of other kinds of bodies or of other legal forms
 * are partners, and so are companies whose names share nothing.
 */
export function halvesOf(text: string, declared: boolean): Halves {
  const whole: Halves = {texts: [text], evident: true};
  const bar = text.includes('|');
  if ((!bar && !text.includes('/')) || SEVERAL.test(text)) return whole;
  const spaced = text.split(/\s*\|\s*|\s+\/\s+/u);
  const texts = (spaced.length === 1 ? text.split(UNSPACED) : spaced).filter((part) =>
    /[\p{L}\p{N}]/u.test(part),
  );
  if (texts.length !== 2) return whole;
  const [one, other] = texts as [string, string];
  if (one === other) return {texts, evident: true};
  const {evident, namedTwice, unlike} = compare(one, other);
  if (unlike) return whole;
  if (spaced.length === 1)
    return evident && texts.every((half) => half.includes(' ')) ? {texts, evident} : whole;
  return (declared && bar) || namedTwice || evident ? {texts, evident} : whole;
}
