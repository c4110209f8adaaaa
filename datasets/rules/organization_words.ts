/** Words of organizations' names: what they say of their bearers, as the words that `vendorWords` leaves. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Short and long forms of one word inside a name. */
const SAME_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    company: 'co compagnie cie',
    corporation: 'corp',
    incorporated: 'inc',
    limited: 'ltd ltee limitee',
    and: 'et',
    association: 'assn',
    brothers: 'bros',
    canadian: 'cdn',
    centre: 'center ctr',
    construction: 'constr',
    cooperative: 'coop',
    department: 'dept',
    government: 'govt',
    hospital: 'hosp',
    institute: 'inst',
    international: 'intl',
    management: 'mgmt',
    manufacturing: 'mfg',
    mount: 'mt',
    national: 'natl',
    saint: 'st',
    sainte: 'ste',
    services: 'svcs',
  }).flatMap(([word, others]) => others.split(' ').map((other) => [other, word] as const)),
);

/** Short forms that mean what the next word says: `Univ. of`, `Univ. de`. */
const BEFORE_OF: Readonly<Record<string, {en: string; fr: string}>> = {
  univ: {en: 'university', fr: 'universite'},
  assoc: {en: 'association', fr: 'association'},
};

/** Words in their long forms. */
export function longWords(words: string): string {
  const all = words.replace(/\bco op(?=erati|s?\b)/gu, 'coop').split(' ');
  return all
    .map((word, at) => {
      const both = BEFORE_OF[word];
      const next = all[at + 1];
      if (both && (next === 'of' || next === 'for')) return both.en;
      if (both && /^(de|du|des|d[aiou].+)$/u.test(next ?? '')) return both.fr;
      return SAME_WORD.get(word) ?? word;
    })
    .join(' ');
}

/** Jurisdictions of numbered companies, as they are written. */
export const JURISDICTIONS: Readonly<Record<string, string>> = {
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

/** Words that name a kind of organization: a name of one such word alone names none of them. */
const GENERIC_WORDS = setOf(`
 association society societe foundation fondation institute institut council conseil committee comite group groupe
 holdings holding gestion services service consulting consultants consultation construction constructions contracting entreprise
 entreprises enterprises enterprise industries industrie solutions systems systemes technologies technology management
 properties developments development homes builders renovations investments partners associates associes company
 corporation incorporated limited limitee ltd ltee inc club school ecole college university universite church eglise parish
 paroisse hospital hopital library bibliotheque museum musee band bande farm farms ferme fermes restaurant hotel
 electric electrical plumbing heating roofing excavation transport trucking garage centre center city ville town village
 municipality municipalite township county district region`);

/** Words of bodies that many places have: their names say who they are only together with the province. */
const PLACE_WORDS = setOf(`
 town township city village municipality municipalite county district hamlet parish paroisse ville canton regional
 church eglise chapel cathedral cathedrale temple congregation diocese fabrique school ecole college legion lions kinsmen kiwanis elks
 rotary curling golf hockey soccer arena library bibliotheque museum musee hospital hopital hospice ymca ywca club agricultural
 community communautaire cemetery cimetiere seniors aines scouts fire chamber chambre historical heritage patrimoine theatre
 festival housing daycare garderie preschool ministry ministere band nation nations`);

/** Words that say which of several kinds of the same name it is, and that join words. */
const SMALL_WORDS = setOf(
  'of the and for de du des la le les et en pour a au aux first premiere premieres public publique general commerce trade authority board',
);

/** Words that say what a firm does. */
const TRADES = setOf(`
 association society consulting consultants construction constructions contracting enterprises entreprises services
 homes builders renovations properties developments management electric electrical plumbing heating roofing excavation
 excavating transport trucking restaurant hotel farm farms painting landscaping auto drywall masonry paving fencing
 mechanical hvac carpentry concrete demolition flooring glass pools signs`);

/** Words of names that are known in all of the country, unless they name a branch. */
const NATIONAL = /\b(canada|canadian|canadiens?|canadiennes?|national|nationale|international)\b/u;
const BRANCH = /\b(branch|chapter|lodge|troop|succursale|filiale)\b/u;

/**
 * Whether many places have a body of such a name: one telling word and a trade, as `Apex Construction`, says
 * little.
 */
export function isPlaceBound(legal: string): boolean {
  if (legal.startsWith('#')) return false;
  if (NATIONAL.test(legal) && !BRANCH.test(legal)) return false;
  const words = legal.split(' ');
  if (words.some((word) => PLACE_WORDS.has(word))) return true;
  const telling = words.filter((word) => !TRADES.has(word) && word !== 'and');
  return telling.length < 2 && telling.length < words.length;
}

/**
 * Whether words say a kind of body alone (`Première Nation`), which many have as the name of theirs in one
 * language.
 */
const isKindAlone = (words: string): boolean =>
  words.split(' ').every((word) => GENERIC_WORDS.has(word) || PLACE_WORDS.has(word) || SMALL_WORDS.has(word));

/**
 * Why the legal name of `bare` words names nobody, with a legal form or without; null if it names somebody.
 */
export function namesNobody(
  legal: string,
  bare: string,
  withForm: boolean,
): 'generic name' | 'numbered company without number' | null {
  if (legal.startsWith('#')) return null;
  if (legal.length < 2 || GENERIC_WORDS.has(legal)) return 'generic name';
  if (GENERIC_TEXTS.has(legal) || GENERIC_TEXTS.has(bare)) return 'generic name';
  if (Object.hasOwn(JURISDICTIONS, legal) || /^\d+( \d+)*$/u.test(legal))
    return 'numbered company without number';
  return !withForm && isKindAlone(bare) ? 'generic name' : null;
}

const OF_NO_PERSON = setOf('of and for et');

/** Whether one of the words belongs to a body rather than to a person. */
export const hasWordOfBody = (words: readonly string[]): boolean =>
  words.some(
    (word) =>
      [GENERIC_WORDS, PLACE_WORDS, TRADES, OF_NO_PERSON].some((known) => known.has(word)) ||
      Object.hasOwn(JURISDICTIONS, word),
  );

/** Words that tell little of two names apart. */
export const LIGHT_WORDS = setOf(`
 the of and for a an in le la les de du des d l et pour en au aux canada canadian canadienne canadien group groupe holdings
 holding international global services service solutions company corporation incorporated limited partners associates
 enterprises entreprises industries`);
