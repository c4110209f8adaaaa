/** Marks between two names in a folded text, as patterns for ECMAScript and RE2 alike. */

/**
 * What stands between the name of an organization and another one of the same: former and operating names.
 */
const MARKS = [
  'formerly(?: known as| called| operating as)?',
  'previously(?: known as| called)?',
  'f/k/a',
  'anciennement(?: connue? sous le nom)?(?: de| d.)?',
  'auparavant(?: connue? sous le nom)?(?: de| d.)?',
  'operating (?:as|under(?: the name)?)',
  'o\\.?/a\\.?|o\\.a\\.',
  'carrying on business (?:as|under the name(?: of)?)',
  'c\\.?o\\.?b\\.? as',
  'doing business as',
  'd\\.?/?b\\.?/?a\\.?',
  'trading as',
  't/a',
  'also known as',
  'a/k/a',
  's\\.?/n\\.?',
  'f\\.?a\\.?s\\.?r\\.?s\\.?',
  'faisant affaires? (?:sous (?:le nom|la raison sociale)(?: de| d.)?|comme)',
  'connue? (?:aussi )?sous le nom(?: de| d.)?',
].join('|');
/** These are also words of names: they count after a bracket or a comma only. */
const WEAK_MARKS = 'aka|fka|now|maintenant';

/** A mark with all that parts it from the names. */
export const ALIAS_MARK = `(?:[\\s,;(\\[]+(?:${MARKS})|[,;(\\[]\\s*(?:${WEAK_MARKS}))[\\s:.(]+`;

/** Words that say that a name has several owners: it names none of them. */
export const TOGETHER =
  '\\b(?:joint[ -]venture|j\\.?v|consortium|co-?entreprise|in partnership with|en partenariat avec)\\b';
