/**
 * Which officials of a communication may be members of the House or senators: by their titles as filers write them, in
 * both languages. A name alone does not tell: the assistant of a member also stands under the House of Commons. At a
 * chamber everybody may be one who is not staff, elsewhere only who holds an office of a politician.
 */
import {literal} from '../rules/sql.ts';

/** Folded parts of the names of the two chambers, under which members and senators stand. */
const CHAMBERS = ['house of commons', 'chambre des communes', 'senate', 'senat du canada'];

/** Offices that only members and senators hold. A minister stands under the department, not under the House. */
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

/** Parts of offices that hold a word of STAFF and are none of staff. */
const NOT_STAFF = [
  'assistant deputy (speaker|chair)',
  '(leader|whip|chef|cheffe|porte parole|presidente?|leader parlementaire) adjointe?',
  'parliamentary secretary( to)?',
];

/** Words of those who work for members, senators and ministers, and of public servants. */
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

/** Whether folded words with a blank at both ends have one of the phrases. */
const has = (words: string, phrases: readonly string[]): string =>
  `regexp_matches(${words}, ${literal(` (${phrases.join('|')}) `)})`;

/** A text as folded words, with a blank at both ends. */
const words = (sql: string): string =>
  `' ' || trim(regexp_replace(fold(${sql}), '[^\\p{L}\\p{N}]+', ' ', 'g')) || ' '`;

/** Boolean SQL: whether a title that is not null is that of staff or of a public servant. */
export const isStaff = (title: string): string =>
  has(`regexp_replace(${words(title)}, ${literal(` (${NOT_STAFF.join('|')}) `)}, ' ', 'g')`, STAFF);

/** Boolean SQL: whether a title that is not null is one that only members and senators have. */
export const isPolitical = (title: string): string => has(words(title), POLITICAL);

/** Boolean SQL: whether an institution that is not null is one of the two chambers. */
export const isChamber = (institution: string): string => has(words(institution), CHAMBERS);
