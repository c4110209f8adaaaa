/**
 * The one parser of amounts and plain numbers, as an SQL macro: every form that publishers and spreadsheets
 * write.
 */

/** A currency before or behind a number: Canadian dollars in the ways that they are written. */
const [BEFORE, BEHIND] = ['(?:(?:CAD|CA|C)? ?\\$|CAD)', '(?:\\$ ?(?:CAD|CA)?|CAD)'];

/**
 * Groups of three digits with one separator, at most 13 digits in all, which sums of amounts still hold
 * exactly.
 */
const grouped = (separator: string): string =>
  `(?:\\d{1,3}(?:${separator}\\d{3}){1,3}|\\d(?:${separator}\\d{3}){4})`;

/**
 * Forms of a number without its sign and currency. `12 34` and `1,23,456` fit none of them: they may be two
 * numbers or a typing error.
 */
const FORMS = [
  '\\d{1,15}(?:\\.\\d*)?',
  '\\.\\d+',
  `${grouped(',')}(?:\\.\\d*)?`,
  `${grouped(' ')}(?:\\.\\d*|,\\d{1,2})?`,
  // A comma before one or two digits is a decimal one.
  '\\d{1,13},\\d{1,2}',
  '\\d{1,3}(?:\\.\\d+)?E[+-]?\\d{1,2}',
];
const SIGNED = '\\(.*\\)|-.*|[^-]*-';

/** Blanks of every width are one, U+2212 and dashes a minus. */
const plain = (text: string): string =>
  `trim(regexp_replace(translate(upper(${text}), '\u2212\u2013\u2014', '---'), '[\\s\u00a0\u2007\u2009\u202f]+', ' ', 'g'))`;
const withoutCurrency = (text: string): string =>
  `regexp_replace(regexp_replace(${text}, '^([-+(]?) ?${BEFORE} ?', '\\1'), ' ?${BEHIND} ?([-)]?)$', '\\1')`;
/** What is left of a number without its sign: one minus before or behind, or parentheses around it. */
const unsigned = (text: string): string =>
  `regexp_replace(${text}, '^\\( ?(.*?) ?\\)$|^- ?(.*)$|^([^-]*?) ?-$|^\\+ ?(.*)$', '\\1\\2\\3\\4')`;

const digitsOf = (text: string): string => `CASE WHEN regexp_full_match(${text}, '${FORMS.join('|')}')
    THEN CASE WHEN regexp_full_match(${text}, '[\\d ]+,\\d{1,2}') THEN replace(replace(${text}, ' ', ''), ',', '.')
      ELSE replace(replace(${text}, ' ', ''), ',', '') END END`;
/**
 * The value of an expression under a name: written out once, however often it is read, or statements grow too
 * long to plan.
 */
const once = (name: string, value: string, of: string): string =>
  `list_transform([${value}], lambda ${name}: ${of})[1]`;

/**
 * `amount_text(x)`: the number that a cell holds as digits with a decimal point, a minus in front where it is
 * negative; null where the cell is no number, or may be two.
 */
export const AMOUNT_MACROS = [
  `CREATE OR REPLACE MACRO amount_text(x) AS ${once(
    'amount',
    withoutCurrency(plain('x')),
    `CASE WHEN regexp_full_match(amount, '${SIGNED}') THEN '-' ELSE '' END || ${once('bare', unsigned('amount'), digitsOf('bare'))}`,
  )}`,
] as const;
