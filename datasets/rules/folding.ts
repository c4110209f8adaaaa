/**
 * How texts are folded before they are compared: Unicode NFKD, without marks and invisible characters, in
 * lower case, with one kind of quotes and dashes. The function and the SQL expressions are made of the same
 * tables.
 */

/** Code points in hexadecimal, singly or from-to, and what all of them are folded to. */
type Alike = readonly (readonly [points: string, into: string])[];

/** What texts have often. */
const QUOTES_AND_DASHES: Alike = [
  // Apostrophes, as which letters of several languages are written too, and single quotes.
  ['2bb 2bc 2018-201b 2039 203a', "'"],
  ['ab bb 201c-201f', '"'],
  // What Unicode calls dashes.
  ['58a 5be 1400 1806 2010-2015 2053 2212 2e17 2e1a 2e3a 2e3b 2e40 2e5d 301c 3030 30a0 10d6e 10ead', '-'],
];

/** What Unicode says is not shown: soft hyphens, joiners, marks of direction and of byte order. */
const INVISIBLE =
  'ad 61c 115f 1160 180e 200b-200f 202a-202e 2060-206f 3164 feff ffa0 fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e007f';

/** Letters in lower case that are spelled in another way too, the first of them often. */
const SPELLED: readonly (readonly [letter: string, into: string])[] = [
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
  ['ς', 'σ'],
];

/**
 * Where other characters are that DuckDB has no function for: whose NFKD is not their NFD, with the rarer
 * letters of `SPELLED`. First those that texts have most often: the SQL looks for them in turn.
 */
const WITH_OTHER_FORMS =
  'a8 aa af b2-b5 b8-ba bc-be c6 df e6 2017 2024-2026 2033-2037 203c-203e 2047-2049 2057 2070-209c 20a8 2100-2189 132-149 17f 1c4-1f3 1fc-1fd 2b0-2e4 ff01-ffee fb00-fb06 1d2c-1dbf 1e9a-1e9e 2460-24ea 37a-385 3c2-3f9 587 675-678 e33 eb3-f0c 10fc 1fbd-1ffe 222c-2230 2a0c 2a74-2a76 2c7c-2c7d 2d6f 2e9f 2ef3-2fd5 3036-303a 309b-309f 30ff 3131-319f 3200-33ff a69c-a69d a770 a7f1-a7f9 ab5c-ab69 fb07-fefc 10781-107ba 1ccd6-1ccf9 1d400-1d7ff 1e030-1e06d 1ee00-1eebb 1f100-1f251 1fbf0-1fbf9';

/**
 * Marks and letters that are newer than the Unicode tables of DuckDB: it keeps those marks and cannot lower
 * those letters.
 */
const NEWER =
  '897 1acf-1add 1ae0-1aeb 1c89 a7cb-a7cc a7ce a7d2 a7d4 a7da a7dc 105c9 105e4 10d50-10d65 10d69-10d6d 10efa-10efc 11383 11385 1138e 11391 113b8-113c0 113c2 113c5 113c7-113ca 113cc-113d0 113d2 113e1-113e2 11b60-11b67 11f5a 1611e-1612f 16d68-16d6a 16ea0-16eb8 1e5ee-1e5ef 1e6e3 1e6e6 1e6ee-1e6ef 1e6f5';

/** A list of code points as the inside of a class, for ECMAScript (`\u{2bb}`) or RE2 (`\x{2bb}`). */
const classOf = (points: string, letter: 'u' | 'x'): string =>
  points.replace(/[\da-f]+/g, `\\${letter}{$&}`).replaceAll(' ', '');

const charactersOf = (points: string): string[] =>
  points.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map((point) => Number.parseInt(point, 16));
    return Array.from({length: to - from + 1}, (_, i) => String.fromCodePoint(from + i));
  });

/** Printable ASCII: only capitals and white space have another form. */
const ASCII = /^[ -~]*$/;

type Changes = readonly (readonly [RegExp, string])[];
const replaceAll = (text: string, changes: Changes): string =>
  changes.reduce((changed, [pattern, into]) => changed.replace(pattern, into), text);

const ALIKE_CHANGES: Changes = [...QUOTES_AND_DASHES, [INVISIBLE, ''] as const].map(([points, into]) => [
  new RegExp(`[${classOf(points, 'u')}]`, 'gu'),
  into,
]);
const SPELLED_CHANGES: Changes = SPELLED.map(([letter, into]) => [new RegExp(letter, 'g'), into]);

/** A text in all but its white space. Hangul is composed again, as DuckDB does. */
function lettersOf(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (ASCII.test(bare)) return bare.toLowerCase();
  return replaceAll(replaceAll(bare, ALIKE_CHANGES).toLowerCase(), SPELLED_CHANGES).normalize('NFC');
}

/** The form in which texts are compared; white space is collapsed and trimmed. */
export function fold(text: string): string {
  const letters = ASCII.test(text) ? text.toLowerCase() : lettersOf(text);
  return letters.replace(/\s+/g, ' ').trim();
}

/** ECMAScript `\s` without the space, as the inside of an RE2 class. */
const OTHER_WHITE =
  '\\t-\\r\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';

/** White space other than single spaces; a text without any is skipped at the speed of a search. */
const WHITE = `[ ${OTHER_WHITE}]{2,}|[${OTHER_WHITE}]`;

/** SQL of a text with its white space collapsed and trimmed. */
export const tidySql = (sql: string): string => `trim(regexp_replace(${sql}, '${WHITE}', ' ', 'g'))`;

/** Printable ASCII words separated by single spaces: already clean, and folding only lowers them. */
export const PLAIN = '[!-~]+( [!-~]+)*';

/** The same with the accented letters of Latin 1, which folding only strips and lowers. */
const LATIN = PLAIN.replaceAll('!-~', '!-~À-ÅÇ-ÖØ-Þà-åç-öø-ÿ');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * SQL that folds a text without `OTHERS`, by functions alone: over a column that is stored as codes DuckDB
 * then computes them once for each different text.
 */
export function foldCommonSql(sql: string): string {
  const alike = QUOTES_AND_DASHES.reduce(
    (inner, [points, into]) => `regexp_replace(${inner}, '[${classOf(points, 'x')}]', ${quoted(into)}, 'g')`,
    sql,
  );
  const [[letter, into] = []] = SPELLED;
  return tidySql(`replace(lower(strip_accents(${alike})), '${letter}', '${into}')`);
}

/** Characters that DuckDB has no function for. They are few in any text: it looks them up in turn. */
const OTHERS = [WITH_OTHER_FORMS, INVISIBLE, NEWER].join(' ');
const OTHER = classOf(OTHERS, 'x');

/** Each of them behind a line feed and before its folded form. All are folded at once, which is quick. */
const TABLE = quoted(linesOf(charactersOf(OTHERS)));
function linesOf(characters: readonly string[]): string {
  const END = '\0';
  const forms = lettersOf(characters.join(END)).replace(/\s/g, ' ').split(END);
  return characters.map((one, i) => `\n${one}${forms[i]}`).join('');
}

/** No character has a longer form. */
const LONGEST_FORM = 18;
const formOf = (one: string): string =>
  `split_part(substr(${TABLE}, instr(${TABLE}, chr(10) || ${one}) + 2, ${LONGEST_FORM + 1}), chr(10), 1)`;

/** SQL of a text with `OTHERS` folded. */
const withoutOthers = (sql: string): string => `CASE WHEN regexp_extract(${sql}, '[${OTHER}]') <> ''
  THEN list_reduce(list_distinct(regexp_extract_all(${sql}, '[${OTHER}]')),
    lambda rest, one: replace(rest, one, ${formOf('one')}), ${sql}) ELSE ${sql} END`;

/** SQL of a folded text, quicker for columns that are stored as codes. */
export const foldCodedSql = (sql: string): string => foldCommonSql(withoutOthers(sql));

/** SQL of a folded text. */
export const foldSql = (sql: string): string =>
  `CASE WHEN regexp_full_match(${sql}, '${PLAIN}') THEN lower(${sql})
    WHEN regexp_full_match(${sql}, '${LATIN}') THEN lower(strip_accents(${sql})) ELSE ${foldCodedSql(sql)} END`;
