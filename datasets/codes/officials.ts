/**
 * Which officials of a communication may be members of the House or senators, by their titles in both
 * languages. The institution alone is not enough: a member's assistant is listed under the House of Commons
 * too. Elsewhere only holders of a politician's office qualify, at a chamber also those with an office of its
 * members, and those without a title.
 */

/** Titles that say in which chamber their holder sits. */
const SEATS = {
  House: [
    'mp',
    'm p',
    'member of parliament',
    'member of the house',
    'deputee?',
    'parliamentary secretary',
    'secretaire parlementaire',
  ],
  Senate: ['senator', 'senateur', 'senatrice'],
} as const;

/**
 * Offices that only members and senators hold. Ministers are listed under their department, not the House.
 */
const POLITICAL = [
  ...SEATS.House,
  ...SEATS.Senate,
  'minister',
  'ministre',
  'secretary of state',
  'secretaire d etat',
  'president of the treasury board',
  'presidente? du conseil du tresor',
  'president of the (king|queen) s privy council',
  'presidente? du conseil prive',
  'attorney general',
  'procureure? generale?',
  'solicitor general',
  'leader of the (government|opposition|official opposition)',
  'leader du gouvernement',
];

/**
 * Offices that members and senators have at their chamber, and words for a member that need the chamber
 * beside them.
 */
const AT_CHAMBER = [
  'members?',
  'membres?',
  'of parl[a-z]*',
  'parliamentarian',
  'parlementaire',
  'speaker',
  'presidente?',
  'chair(man|woman|person)?',
  'leader',
  'leadeure',
  'chef(fe)? (du (bloc|parti|nouveau parti)|de l opposition|adjointe?)',
  'whip',
  'critics?',
  'porte parole',
];

/** Phrases in offices that contain a word of STAFF but are not staff. */
const NOT_STAFF = [
  'assistant deputy (speaker|chair)',
  '(leader|whip|chef|cheffe|porte parole|presidente?|leader parlementaire) adjointe?',
  'parliamentary secretary( to)?',
  'privy councill?ors?',
  'conseillere? prive',
];

/** Words in the titles of staff of members, senators and ministers, and of public servants. */
const STAFF = [
  'assistante?s?',
  'adjointe?s?',
  'advis[eo]rs?',
  'conseillers?',
  'conseilleres?',
  // A Minister-Counsellor is a diplomat.
  'counsell?ors?',
  'councill?ors?',
  'plenipotentiar(y|ies)',
  'plenipotentiaires?',
  'chief of staff',
  'chef du? personnel',
  'chef(fe)? de (cabinet|bureau)',
  'directors?',
  'directeurs?',
  'directrices?',
  'managers?',
  'gestionnaires?',
  'analyste?s?',
  'officers?',
  'agente?s?',
  'coordinators?',
  'coordonnateurs?',
  'coordonnatrices?',
  'staff(er|ers)?',
  'employees?',
  'interns?',
  'stagiaires?',
  'counsel',
  'clerks?',
  'greffiere?s?',
  'attachee?s?',
  'aides?',
  'responsables?',
  'researchers?',
  'recherchistes?',
  'specialists?',
  'consultante?s?',
  'economiste?s?',
  'strategiste?s?',
  'schedulers?',
  'stakeholders?',
  'policy',
  '(team|staff) members?',
  '(members?|mps?|senators?|ministers?) (s )?(services|relations|liaison|outreach|affairs|operations)',
  'issues management',
  'parliamentary affairs',
  'affaires parlementaires',
  '(principal|press|private|executive) secretary',
  'secretary to',
  'secretaire (principale?|particuliere?|de presse|du|de la|aux?)',
  '(ministers?|ministre|mps?|senators?|members?|leader|pm|whip) (s )?((regional|constituency|riding|parliamentary) )?office',
  '(to|for|pour|aupres d[eu]) ((the|la|le|l|hon|prime) )*(ministers?|ministre|mps?|members?|senators?|deputee?|senateur|senatrice)',
  'office of',
  '(bureau|cabinet) (du|de|d)',
  'deputy ministers?',
  'sous ministres?',
  'dm|adm|smad?',
];

const oneOf = (...phrases: readonly string[]): string => ` (${phrases.join('|')}) `;

/** Patterns over folded words that are padded with blanks: of titles, and of institutions (the chambers). */
export const OFFICES = {
  not_staff: oneOf(...NOT_STAFF),
  staff: oneOf(...STAFF),
  political: oneOf(...POLITICAL),
  at_chamber: oneOf(...POLITICAL, ...AT_CHAMBER),
  sits_in_house: oneOf(...SEATS.House),
  sits_in_senate: oneOf(...SEATS.Senate),
  house: oneOf('house of commons', 'chambre des communes'),
  senate: oneOf('senate', 'senat du canada'),
};
