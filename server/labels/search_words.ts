/** Words by which people name a dataset in a search, in both languages, folded; the longest that occurs counts. */
export const SEARCH_WORDS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['contracts', 'contract', 'contrats', 'contrat', 'federal contracts', 'contrats federaux'],
  awards: ['awards', 'award notices', 'attributions'],
  tenders: ['tenders', 'tender', 'appels d offres', 'appel d offres'],
  grants: ['grants', 'grant', 'contributions', 'subventions', 'subvention'],
  research_grants: ['research grants', 'research', 'recherche', 'subventions de recherche'],
  infrastructure_projects: ['infrastructure projects', 'infrastructure', 'projects', 'projets'],
  lobbying_registrations: ['lobbying registrations', 'registrations', 'enregistrements'],
  lobbying_communications: [
    ...['lobbying communications', 'lobbying', 'communications', 'lobby', 'lobbied', 'lobbies', 'lobbyists'],
    ...['communications de lobbyisme', 'lobbyisme', 'lobbyistes', 'fait du lobbying', 'fait pression'],
  ],
  bills: ['bills', 'projets de loi', 'laws', 'lois'],
  politicians: [
    ...['politicians', 'members', 'member', 'mps', 'mp', 'senators', 'senator'],
    ...['deputes', 'depute', 'deputee', 'senateurs', 'senateur', 'senatrice'],
    // What people ask who look for a member.
    ...['mp vote', 'mp voted', 'member vote', 'member voted', 'depute vote', 'depute t il vote'],
  ],
  votes: ['votes', 'divisions', 'votes of the house', 'votes de la chambre', 'scrutins'],
  permits: ['building permits', 'permits', 'permit', 'permis de construire', 'permis'],
  vendors: ['vendors', 'suppliers', 'fournisseurs'],
  departments: ['departments', 'ministeres'],
};

/** Values whose words name a dataset where a text names none: by dataset the field and its value. */
export const NAMING_VALUES: Readonly<Record<string, readonly [field: string, value: string]>> = {
  contracts: ['procurement_method', 'Non-competitive'],
};

/** Words before the smallest and the largest amount, by filter, folded. */
export const AMOUNT_WORDS: Readonly<Record<string, readonly string[]>> = {
  min_value: [
    ...[
      'over',
      'above',
      'more than',
      'greater than',
      'at least',
      'from',
      'plus de',
      'au moins',
      'a partir de',
    ],
    ...['superieurs a', 'superieures a', 'superieur a', 'depassant', 'au-dessus de'],
  ],
  max_value: [
    ...['under', 'below', 'less than', 'at most', 'up to', 'moins de', 'au plus', 'inferieurs a'],
    ...['inferieures a', 'inferieur a', 'au-dessous de'],
  ],
};

/** What a number before these words is multiplied by. */
export const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  mille: 1e3,
  m: 1e6,
  million: 1e6,
  millions: 1e6,
  billion: 1e9,
  billions: 1e9,
  milliard: 1e9,
  milliards: 1e9,
};

/** Words of sentences, which say nothing of what is looked for, in both languages, folded. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the of for in on at to by from with and or is are was were do does did has have how what which who',
    'whom where when why all any my me i we us our your this that these those show find list please got get gets',
    'le la les l un une des du de d au aux et ou en dans sur par pour avec sans est sont a-t-il a-t-elle ont ai',
    'd l qu n s j comment quel quelle quels quelles qui que quoi quand pourquoi tous toutes tout mon ma mes nos notre votre',
  ].flatMap((words) => words.split(' ')),
);
