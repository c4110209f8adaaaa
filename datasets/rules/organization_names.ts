/** What the published name of an organization says: its legal names, its aliases, and whether it names anybody at all. */
import {ALIAS_MARK, TOGETHER} from './alias_marks.ts';
import {LEGAL_FORMS, slugOf, vendorWords} from './text.ts';

/** Words of legal form at the end of a name, besides those that a vendor key drops. */
const MORE_FORMS = 'ltda sencrl sec enr pllc lllp gmbh bv nv oy aps kk pty spa sas sarl';

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

/** Legal forms of partnerships; a firm of accountants is one, and its company for insolvencies is another organization. */
const PARTNERSHIP = /\b(llp|lllp|lp|senc|sencrl|sec|partnership|nom collectif|commandite)\b/u;

/** Short and long forms of one word of legal form inside a name. */
const SAME_WORD: Readonly<Record<string, string>> = {
  co: 'company',
  compagnie: 'company',
  cie: 'company',
  corp: 'corporation',
  inc: 'incorporated',
  ltd: 'limited',
  ltee: 'limited',
  limitee: 'limited',
  et: 'and',
};

/** Jurisdictions of numbered companies, as they are written. */
const JURISDICTIONS: Readonly<Record<string, string>> = {
  canada: 'canada',
  ontario: 'ontario',
  ont: 'ontario',
  on: 'ontario',
  quebec: 'quebec',
  qc: 'quebec',
  alberta: 'alberta',
  alta: 'alberta',
  ab: 'alberta',
  'british columbia': 'british columbia',
  'b c': 'british columbia',
  bc: 'british columbia',
  manitoba: 'manitoba',
  mb: 'manitoba',
  saskatchewan: 'saskatchewan',
  sask: 'saskatchewan',
  sk: 'saskatchewan',
  'new brunswick': 'new brunswick',
  nb: 'new brunswick',
  'nova scotia': 'nova scotia',
  ns: 'nova scotia',
  'prince edward island': 'prince edward island',
  pei: 'prince edward island',
  'newfoundland and labrador': 'newfoundland and labrador',
  newfoundland: 'newfoundland and labrador',
  nl: 'newfoundland and labrador',
  yukon: 'yukon',
  yt: 'yukon',
  'northwest territories': 'northwest territories',
  nwt: 'northwest territories',
  nunavut: 'nunavut',
};
const NUMBERED = new RegExp(`^(\\d{4} ?\\d{3,4}|\\d{5,9}) (${Object.keys(JURISDICTIONS).join('|')})\\b`, 'u');

/** Texts that name nobody in particular, as the words that `vendorWords` leaves. */
const GENERIC_TEXTS = new Set(
  `private individual|private individuals|individual|individuals|particulier|particuliers|individu|private person
|personne privee|private citizen|citizen|resident|unknown|inconnu|not known|n a|na|none|aucun|nil|null|not applicable|sans objet
|not available|non disponible|not specified|various|various recipients|various vendors|divers|multiple|multiple recipients
|several|plusieurs|batch|batch report|miscellaneous|other|others|autre|autres|confidential|confidentiel|undisclosed
|withheld|name withheld|anonymous|anonyme|tbd|to be determined|a determiner|see description|see comments|self|owner
|the owner|property owner|homeowner|home owner|proprietaire|tenant|locataire|applicant|contractor|owner contractor|employee
|employe|vendor|supplier|fournisseur|recipient|beneficiaire|client|customer|numbered company|numbered corporation
|compagnie a numero|societe a numero|company name|name|nom|test|private|prive|public|government|gouvernement`
    .replaceAll('\n', '')
    .split('|'),
);

/** Words that name a kind of organization, or a place: a name of one such word alone names none of them. */
const GENERIC_WORDS = new Set(
  `association society societe foundation fondation institute institut council conseil committee comite group groupe
 holdings holding gestion services service consulting consultants consultation construction constructions contracting entreprise
 entreprises enterprises enterprise industries industrie solutions systems systemes technologies technology management
 properties developments development homes builders renovations investments partners associates associes company
 corporation incorporated limited limitee ltd ltee inc club school ecole college university universite church eglise parish
 paroisse hospital hopital library bibliotheque museum musee band bande farm farms ferme fermes restaurant hotel
 electric electrical plumbing heating roofing excavation transport trucking garage centre center city ville town village
 municipality municipalite township county district region`.split(/\s+/),
);

/** Words of bodies that many places have: their names say who they are only together with the province. */
const PLACE_BOUND = new RegExp(
  `\\b(${alternatives(
    `town township city village municipality municipalite county district hamlet parish paroisse ville canton regional
 church eglise diocese school ecole college legion lions rotary curling arena library bibliotheque museum musee
 hospital hopital ymca ywca club agricultural community communautaire cemetery cimetiere seniors aines scouts fire
 chamber chambre historical heritage patrimoine legion theatre festival housing band nation nations`.replaceAll(
      /\s+/g,
      ' ',
    ),
  )})\\b`,
  'u',
);

/** Words that say what a firm does. */
const TRADES = new Set(
  `association society consulting consultants construction constructions contracting enterprises entreprises services
 homes builders renovations properties developments management electric electrical plumbing heating roofing excavation
 excavating transport trucking restaurant hotel farm farms painting landscaping auto drywall masonry paving fencing
 mechanical hvac carpentry concrete demolition flooring glass pools signs`.split(/\s+/),
);

/** Words of names that are known in all of the country. */
const NATIONAL = /\b(canada|canadian|canadien|canadienne|national|nationale|international)\b/u;

/** Whether many places have a body of such a name: one telling word and a trade, as `Apex Construction`, says little. */
function isPlaceBound(legal: string): boolean {
  if (legal.startsWith('#')) return false;
  if (PLACE_BOUND.test(legal)) return true;
  const words = legal.split(' ');
  const telling = words.filter((word) => !TRADES.has(word) && word !== 'and');
  return telling.length < 2 && telling.length < words.length && !NATIONAL.test(legal);
}

const ALIAS = new RegExp(ALIAS_MARK, 'gu');
const SEVERAL = new RegExp(TOGETHER, 'u');

/** Words of a French name. An English name has none of them. */
const FRENCH =
  /(^|[^\p{L}])(le|la|les|l['’]|d['’]|du|de|des|et|pour|aux?|universite|societe|ville|ministere|ltee|limitee|inc\.? \(qc\)|centre de|ecole|conseil|association des|premiere|fondation|musee|hopital|cooperative d|federation des|agence|postes|banque|caisse|syndicat|municipalite|gouvernement)(?![\p{L}])/u;

/** Text without accents, most of all names. */
const PLAIN = /^[ -~]*$/;

/** Folds case and accents, and keeps punctuation. */
const lowered = (text: string): string =>
  (PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

/** What a published name says. All texts are words in lower case, separated by single spaces. */
export interface OrganizationName {
  /** The legal name of each language half, first the one that comes first; empty for a generic name. */
  legal: readonly string[];
  /** Other names that the text itself gives: former and operating names. */
  aliases: readonly string[];
  /** Why no organization is named; null if one is. */
  generic: 'generic name' | 'numbered company without number' | null;
  /** Whether the name says who it is only together with a province. */
  placeBound: boolean;
  /** What its legal forms say it is; null without one. */
  form: 'partnership' | 'company' | null;
}

/**
 * The legal name of one half: words without punctuation, accents and case, without `the` and legal forms at the ends. Of a
 * numbered company, `#` with its number and jurisdiction. Empty if the text has no letters and digits.
 */
export const legalName = (half: string): string => legalWords(withoutForm(bareWords(half)));

/** The legal name of words without their forms. */
function legalWords(words: string): string {
  const numbered = NUMBERED.exec(words);
  if (numbered && numbered[0].length === words.length) {
    const [, number = '', where = ''] = numbered;
    return `#${number.replace(' ', '').replace(/^0+(?=\d)/u, '')} ${JURISDICTIONS[where]}`;
  }
  return words
    .split(' ')
    .map((word) => SAME_WORD[word] ?? word)
    .join(' ');
}

/** A municipality with its kind behind its name: `Gullhaven, District of`. */
const INVERTED =
  /^\s*([^,]+?)\s*,\s*((?:(?:regional|rural|district|resort) )?(?:municipality|city|town|village|district|township|county|hamlet|municipalite|ville|canton|paroisse)) (of|de|d['’])\s*$/iu;

/** The words of a half, without `the` at either end, a municipality under its usual name. */
const bareWords = (half: string): string =>
  vendorWords(half.includes(',') ? half.replace(INVERTED, '$2 $3 $1') : half)
    .replace(/^the (?=.)/u, '')
    .replace(/(?<=.) the$/u, '');

/** Bare words without the legal forms at their end. */
const withoutForm = (bare: string): string =>
  LAST_OF_FORM.has(lastWord(bare)) ? (FORM_END.exec(bare)?.[1] ?? bare) : bare;

/** What the legal forms say that bare words have beside those without. */
function formOf(bare: string, without: string): OrganizationName['form'] {
  const form = bare.slice(without.length);
  if (form === '') return null;
  return PARTNERSHIP.test(form) ? 'partnership' : 'company';
}

/** Why a legal name, of a half of these bare words, names nobody; null if it names somebody. */
function genericReason(words: string, bare: string): OrganizationName['generic'] {
  if (words.startsWith('#')) return null;
  if (words.length < 2 || GENERIC_WORDS.has(words)) return 'generic name';
  if (GENERIC_TEXTS.has(words) || GENERIC_TEXTS.has(bare)) return 'generic name';
  if (Object.hasOwn(JURISDICTIONS, words) || /^\d+( \d+)*$/u.test(words))
    return 'numbered company without number';
  return null;
}

/** The halves of a text in two languages; the text itself where it is in one. `declared`: a bar always separates languages. */
function halves(text: string, declared: boolean): string[] {
  const all = text.split(/\s*\|\s*|\s+\/\s+/u);
  if (all.length === 1 || SEVERAL.test(lowered(text))) return [text];
  const parts = all.filter((part) => vendorWords(part) !== '');
  if (parts.length !== 2) return [text];
  const [french, other] = parts.map((part) => FRENCH.test(lowered(part)));
  return (declared && text.includes('|')) || french !== other ? parts : [text];
}

/** A former or operating name counts if it has two words, or says its legal form: single words name many companies. */
const isDistinct = (alias: string): boolean => {
  const words = legalName(alias);
  if (genericReason(words, bareWords(alias)) !== null) return false;
  return words.startsWith('#') || words.includes(' ') || words !== vendorWords(alias);
};

/** Reads a published name. `bilingual`: the publisher separates the languages by a bar. */
export function readOrganizationName(published: string, {bilingual = false} = {}): OrganizationName {
  const legal: string[] = [];
  const aliases: string[] = [];
  const forms: OrganizationName['form'][] = [];
  let generic: OrganizationName['generic'] = null;
  for (const half of halves(published, bilingual)) {
    const [own = '', ...others] = lowered(half).split(ALIAS);
    const bare = bareWords(own);
    const without = withoutForm(bare);
    const words = legalWords(without);
    forms.push(formOf(bare, without));
    const reason = genericReason(words, bare);
    generic ??= reason;
    if (reason === null && !legal.includes(words)) legal.push(words);
    for (const other of others) if (isDistinct(other)) aliases.push(legalName(other));
  }
  return {
    legal,
    aliases: [...new Set(aliases)].filter((alias) => !legal.includes(alias)),
    generic: legal.length === 0 ? (generic ?? 'generic name') : null,
    placeBound: legal.some(isPlaceBound),
    form: forms.find((form) => form !== null) ?? null,
  };
}

/** Legal forms that a company's name may have anywhere, and those that only its end shows. */
const COMPANY = `\\b(${alternatives('inc incorporated ltd limited ltee limitee corp corporation llc llp ulc plc sencrl senc gmbh')})\\b|.\\b(${alternatives('company compagnie cie lp srl enr')})$`;

/** SQL: whether a text names a company by its legal form. People have none. */
export const isCompanySql = (text: string): string =>
  `regexp_matches(vendor_words_of(${text}), '${COMPANY}')`;

/** Words that tell little of two names apart. */
const LIGHT = new Set(
  `the of and for a an in le la les de du des d l et pour en au aux canada canadian canadienne canadien group groupe holdings
 holding international global services service solutions company corporation incorporated limited partners associates
 enterprises entreprises industries`.split(/\s+/),
);

/**
 * What legal names that only resemble each other share: their telling words in alphabetical order, without those that tell
 * little; empty where fewer than two are left.
 */
export function likenessOf(legal: string): string {
  if (legal.startsWith('#')) return '';
  const words = legal.split(' ').filter((word) => !LIGHT.has(word));
  return words.length < 2 ? '' : [...new Set(words)].sort().join(' ');
}

/** The legal name in an address. */
export const organizationSlug = (legal: string): string => slugOf(legal);
