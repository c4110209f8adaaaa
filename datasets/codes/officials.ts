/**
 * Which officials of a communication may be members of the House or senators, by their titles in both languages. The
 * institution alone is not enough: a member's assistant is listed under the House of Commons too. At a chamber anyone
 * who is not staff qualifies, elsewhere only holders of a politician's office.
 */
import {literal} from '../rules/sql.ts';

/** Folded substrings of the names of the two chambers. */
const CHAMBERS = ['house of commons', 'chambre des communes', 'senate', 'senat du canada'];

/** Offices that only members and senators hold. Ministers are listed under their department, not the House. */
const POLITICAL = [
  'minister',
  'ministre',
  'parliamentary secretary',
  'secretaire parlementaire',
  'mp',
  'm p',
  'member of parliament',
  'member of the house',
  'depute',
  'deputee',
  'senator',
  'senateur',
  'senatrice',
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

/** Phrases in offices that contain a word of STAFF but are not staff. */
const NOT_STAFF = [
  'assistant deputy (speaker|chair)',
  '(leader|whip|chef|cheffe|porte parole|presidente?|leader parlementaire) adjointe?',
  'parliamentary secretary( to)?',
];

/** Words in the titles of staff of members, senators and ministers, and of public servants. */
const STAFF = [
  'assistante?s?',
  'adjointe?s?',
  'advis[eo]rs?',
  'conseillers?',
  'conseilleres?',
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
  'issues management',
  'parliamentary affairs',
  'affaires parlementaires',
  '(principal|press|private|executive) secretary',
  'secretary to',
  'secretaire (principale?|particuliere?|de presse)',
  '(minister|ministers|ministre|mp|mps|senator|senators|member|members|leader|pm|whip) (s )?office',
  'office of',
  '(bureau|cabinet) (du|de|d)',
  'deputy ministers?',
  'sous ministres?',
  'dm|adm|smad?',
];

/** Boolean SQL: whether folded words, padded with spaces, contain one of the phrases. */
const has = (words: string, phrases: readonly string[]): string =>
  `regexp_matches(${words}, ${literal(` (${phrases.join('|')}) `)})`;

/** SQL of a text as folded words, padded with spaces. */
const words = (sql: string): string =>
  `' ' || trim(regexp_replace(fold(${sql}), '[^\\p{L}\\p{N}]+', ' ', 'g')) || ' '`;

/** Boolean SQL: whether a non-null title is that of staff or a public servant. */
export const isStaff = (title: string): string =>
  has(`regexp_replace(${words(title)}, ${literal(` (${NOT_STAFF.join('|')}) `)}, ' ', 'g')`, STAFF);

/** Boolean SQL: whether only members and senators have a non-null title. */
export const isPolitical = (title: string): string => has(words(title), POLITICAL);

/** Boolean SQL: whether a non-null institution is one of the two chambers. */
export const isChamber = (institution: string): string => has(words(institution), CHAMBERS);
