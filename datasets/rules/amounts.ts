/** The one parser of amounts and plain numbers, as an SQL macro: every form that publishers and spreadsheets write. */

/** A currency before or behind a number: Canadian dollars in the ways that they are written. */
const [BEFORE, BEHIND] = ['(?:(?:CAD|CA|C)? ?\\$|CAD)', '(?:\\$ ?(?:CAD|CA)?|CAD)'];

/** Groups of three digits with one separator, at most 13 digits in all, which sums of amounts still hold exactly. */
const grouped = (separator: string): string =>
  `(?:\\d{1,3}(?:${separator}\\d{3}){1,3}|\\d(?:${separator}\\d{3}){4})`;

/** Forms of a number without sign and currency. `12 34` and `1,23,456` have none: nobody knows what was meant. */
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

/**
 * `amount_text(x)`: the number that a cell holds as digits with a decimal point, a minus in front where it is negative; null where the cell is no
 * number, or may be two.
 */
export const AMOUNT_MACROS = [
  `CREATE OR REPLACE MACRO amount_digits(x) AS CASE WHEN regexp_full_match(x, '${FORMS.join('|')}')
    THEN CASE WHEN regexp_full_match(x, '[\\d ]+,\\d{1,2}') THEN replace(replace(x, ' ', ''), ',', '.') ELSE replace(replace(x, ' ', ''), ',', '') END END`,
  `CREATE OR REPLACE MACRO amount_signed(x) AS CASE WHEN regexp_full_match(x, '${SIGNED}') THEN '-' ELSE '' END || amount_digits(${unsigned('x')})`,
  `CREATE OR REPLACE MACRO amount_text(x) AS amount_signed(${withoutCurrency(plain('x'))})`,
] as const;
