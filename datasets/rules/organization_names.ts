/**
 * What the published name of an organization says: its legal names, its aliases, and whether it names anybody
 * at all.
 */
import {ALIAS_MARK} from './alias_marks.ts';
import {inOrder, usualName} from './formal_names.ts';
import {halvesOf} from './name_halves.ts';
import {
  hasWordOfBody,
  isPlaceBound,
  JURISDICTIONS,
  LIGHT_WORDS,
  longWords,
  namesNobody,
} from './organization_words.ts';
import {fold, LEGAL_FORMS, slugOf, vendorWords} from './text.ts';

/** Words of legal form at the end of a name, besides those that a vendor key drops. */
const MORE_FORMS = 'ltda sec enr pllc lllp gmbh bv nv oy aps kk pty spa sas sarl';

/** Legal forms of several words at the end of a name. */
const FORM_PHRASES = [
  'limited liability partnership',
  'limited liability company',
  'limited partnership',
  'public limited company',
  'unlimited liability company',
  'professional corporation',
  'societe en nom collectif',
  'societe en commandite',
  'societe a responsabilite limitee',
  'sa de cv',
  'gmbh and co kg',
];

const alternatives = (words: string): string => words.split(' ').join('|');
const lastWord = (words: string): string => words.slice(words.lastIndexOf(' ') + 1);
/** Words in which a legal form ends: most names end in none of them, and need no look for one. */
const LAST_OF_FORM = new Set([...`${LEGAL_FORMS} ${MORE_FORMS}`.split(' '), ...FORM_PHRASES.map(lastWord)]);
const FORM_END = new RegExp(
  `^(.+?)(?: (?:${FORM_PHRASES.join('|')}|${alternatives(`${LEGAL_FORMS} ${MORE_FORMS}`)}))+$`,
  'u',
);

/**
 * Legal forms of partnerships; a firm of accountants is one, and its company for insolvencies is another
 * organization.
 */
const PARTNERSHIP = /\b(llp|lllp|lp|senc|sencrl|sec|partnership|nom collectif|commandite)\b/u;
/** Legal forms of other countries: their company is none of the same name here. */
const ABROAD = /\b(sa|gmbh|bv|nv|oy|aps|kk|pty|spa|sas|sarl|ltda)\b/u;
/** Words of legal form that tell companies of one name apart where they are in two provinces. */
const COMPANY_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'inc incorporated',
    'ltd limited ltee limitee',
    'corp corporation',
    'co company compagnie cie',
    'ulc',
    'llc',
  ].flatMap((words) => words.split(' ').map((word) => [word, words.split(' ')[0]!])),
);

const NUMBERED = new RegExp(`^(\\d{4} ?\\d{3,4}|\\d{5,9}) (${Object.keys(JURISDICTIONS).join('|')})\\b`, 'u');

const ALIAS = new RegExp(ALIAS_MARK, 'gu');
/** What follows is who takes the mail. */
const IN_CARE_OF = /[\s,(]+(?:c\/o|a\/s d[eu]s?)\s.*$/su;

/** Why a name names no organization. */
export type Nobody = NonNullable<ReturnType<typeof namesNobody>> | 'name of a person';

/** What a published name says. All texts are words in lower case, separated by single spaces. */
export interface OrganizationName {
  /** The legal name of each language half, first the one that comes first; empty for a generic name. */
  legal: readonly string[];
  /** The words of each half, with a legal form under one word for each. */
  words: readonly string[];
  /**
   * The legal name of the whole text, where its two halves may be two partners; null where they are one name.
   */
  joint: string | null;
  /** Other names that the text itself gives: former and operating names. */
  aliases: readonly string[];
  /** Why no organization is named; null if one is. */
  generic: Nobody | null;
  /** Whether the name says who it is only together with a province. */
  placeBound: boolean;
  /** What its legal forms say it is; null without one. */
  form: 'partnership' | 'company' | 'company abroad' | null;
  /** The form of a company, under one word for each; null without one. */
  company: string | null;
}

/**
 * The legal name of one half: words without punctuation, accents and case, without `the` and legal forms at
 * the ends. Of a numbered company, `#` with its number and jurisdiction. Empty if the text has no letters and
 * digits.
 */
export const legalName = (half: string): string => legalWords(withoutForm(bareWords(half)));

/** The legal name of words without their forms. */
function legalWords(words: string): string {
  const numbered = NUMBERED.exec(words);
  if (numbered && numbered[0].length === words.length) {
    const [, number = '', where = ''] = numbered;
    return `#${number.replace(' ', '').replace(/^0+(?=\d)/u, '')} ${JURISDICTIONS[where]}`;
  }
  return longWords(usualName(words));
}

/** The words of a half, without `the` at either end, its kind in front. */
const bareWords = (half: string): string =>
  vendorWords(inOrder(half))
    .replace(/^the (?=.)/u, '')
    .replace(/(?<=.) the$/u, '');

/** Bare words without the legal forms at their end. */
const withoutForm = (bare: string): string =>
  LAST_OF_FORM.has(lastWord(bare)) ? (FORM_END.exec(bare)?.[1] ?? bare) : bare;

/** What the legal forms say that bare words have beside those without. */
function formOf(bare: string, without: string): Pick<OrganizationName, 'form' | 'company'> | null {
  const form = bare.slice(without.length);
  if (form === '') return null;
  if (PARTNERSHIP.test(form)) return {form: 'partnership', company: null};
  return ABROAD.test(form)
    ? {form: 'company abroad', company: null}
    : {form: 'company', company: COMPANY_FORMS[lastWord(form)] ?? null};
}

/** `Family, Given`: one family name, which a particle may precede, and one to three given names. */
const FAMILY_FIRST =
  /^(?:(?:van|von|der|den|de|da|di|du|la|le|el|al|st|mac|mc|o)[ ']){0,2}[\p{L}'-]{2,}, [\p{L}'.-]+(?: [\p{L}'.-]+){0,2}$/u;
/** A title before a given and a family name. */
const TITLED = /^(?:dr|prof|mrs|ms|mme|mlle)\.? [\p{L}'-]+(?: \p{L}\.?)? [\p{L}'-]+$/u;

/** Whether a text in lower case is the name of a person: none of its words belongs to a body. */
const isPerson = (text: string, bare: string): boolean => {
  const words = bare.split(' ');
  return (
    words.length > 1 &&
    (text.includes(',') ? FAMILY_FIRST : TITLED).test(text.trim()) &&
    !hasWordOfBody(words)
  );
};

/**
 * A former or operating name counts if it has two words, or says its legal form: single words name many
 * companies.
 */
const isDistinct = (alias: string): boolean => {
  const bare = bareWords(alias);
  const without = withoutForm(bare);
  const words = legalWords(without);
  if (namesNobody(words, bare, bare !== without) !== null) return false;
  return words.startsWith('#') || words.includes(' ') || words !== vendorWords(alias);
};

/** Reads a published name. `bilingual`: the publisher separates the languages by a bar. */
export function readOrganizationName(published: string, {bilingual = false} = {}): OrganizationName {
  const legal: string[] = [];
  const halves: string[] = [];
  const aliases: string[] = [];
  let form: ReturnType<typeof formOf> = null;
  let generic: Nobody | null = null;
  const text = fold(published);
  const {texts, evident} = halvesOf(text, bilingual);
  for (const half of texts) {
    const [own = '', ...others] = half.replace(IN_CARE_OF, '').split(ALIAS);
    const bare = bareWords(own);
    const without = withoutForm(bare);
    const words = legalWords(without);
    const ownForm = formOf(bare, without);
    form ??= ownForm;
    const spelled = ownForm?.company ? `${without} ${ownForm.company}` : bare;
    halves.push(spelled === words ? words : spelled);
    const withForm = bare !== without;
    const reason =
      namesNobody(words, bare, withForm) ?? (!withForm && isPerson(own, bare) ? 'name of a person' : null);
    generic ??= reason;
    if (reason === null && !legal.includes(words)) legal.push(words);
    for (const other of others) if (isDistinct(other)) aliases.push(legalName(other));
  }
  return {
    legal,
    words: halves,
    joint: evident || legal.length < 2 ? null : legalName(text),
    aliases: [...new Set(aliases)].filter((alias) => !legal.includes(alias)),
    generic: legal.length === 0 ? (generic ?? 'generic name') : null,
    placeBound: legal.some(isPlaceBound),
    form: form?.form ?? null,
    company: form?.company ?? null,
  };
}

/**
 * Legal forms that a company's name may have anywhere in its words (`vendor_words_of`), and those that only
 * its end shows: the pattern tells companies from people, who have none.
 */
export const COMPANY = `\\b(${alternatives('inc incorporated ltd limited ltee limitee corp corporation llc llp ulc plc sencrl senc gmbh')})\\b|.\\b(${alternatives('company compagnie cie lp srl enr')})$`;

/**
 * What legal names that only resemble each other share: their telling words in alphabetical order, without
 * those that tell little; empty where fewer than two are left.
 */
export function likenessOf(legal: string): string {
  if (legal.startsWith('#')) return '';
  const words = legal.split(' ').filter((word) => !LIGHT_WORDS.has(word));
  return words.length < 2 ? '' : [...new Set(words)].sort().join(' ');
}

/** The legal name in an address. */
export const organizationSlug = (legal: string): string => slugOf(legal);
