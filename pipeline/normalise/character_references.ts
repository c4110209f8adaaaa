/** Character references of HTML as the characters that they mean, as SQL. */
import {literal} from '../../datasets/rules/sql.ts';
import {ENTITIES, WINDOWS_1252} from './entities.ts';

/** A character reference, after its `&`. */
const REFERENCE = `^(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`;

/**
 * References that texts hold by the dozen, found at the speed of a search; not `&amp;`, behind which another
 * one may stand.
 */
const FREQUENT: readonly (readonly [string, string])[] = [
  ...'nbsp eacute egrave ecirc euml agrave acirc ccedil ocirc ugrave ucirc icirc iuml oelig Eacute Egrave Agrave Ccedil laquo raquo rsquo lsquo ldquo rdquo ndash mdash hellip bull middot deg quot'
    .split(' ')
    .map((name) => [name, ENTITIES.get(name) ?? ''] as const),
  ...[34, 39, 160, 224, 232, 233, 8211, 8217].map(
    (code) => [`#${code}`, String.fromCodePoint(code)] as const,
  ),
];

/** Decodes character references once; unknown ones stay as they are. */
export function decoded(text: string): string {
  const most = FREQUENT.reduce(
    (sql, [name, character]) => `replace(${sql}, ${literal(`&${name};`)}, ${literal(character)})`,
    text,
  );
  return `list_transform([${most}], lambda t: CASE WHEN contains(t, '&') THEN ${others('t')} ELSE t END)[1]`;
}

/** The remaining references, one by one. */
function others(text: string): string {
  const piece = `coalesce(${character('name')} || substr(x, length(name) + 2), '&' || x)`;
  const bound = `list_transform([regexp_extract(x, ${literal(REFERENCE)}, 1)], lambda name: ${piece})[1]`;
  return `array_to_string(list_transform(string_split(${text}, '&'), lambda x, nth:
    CASE WHEN nth = 1 THEN x ELSE ${bound} END), '')`;
}

/**
 * Names and their characters, `;name=c`, as one text that is searched: a CASE of hundreds of names takes
 * longer to plan than the rows to read, and a constant MAP is built anew for every reference.
 */
const NAMED = literal([...ENTITIES].map(([name, character]) => `;${name}=${character}`).join(''));

/** The character that a reference means; null where it is unknown. */
function character(name: string): string {
  const at = `strpos(${NAMED}, ';' || ${name} || '=')`;
  const number = `CASE WHEN starts_with(lower(${name}), '#x') THEN TRY_CAST('0x' || substr(${name}, 3) AS INTEGER)
    ELSE TRY_CAST(substr(${name}, 2) AS INTEGER) END`;
  const numbered = `CASE WHEN code BETWEEN 128 AND 159 THEN substr(${literal(WINDOWS_1252)}, code - 127, 1)
    WHEN code BETWEEN 1 AND 55295 OR code BETWEEN 57344 AND 1114111 THEN chr(code) END`;
  return `CASE WHEN starts_with(${name}, '#') THEN list_transform([${number}], lambda code: ${numbered})[1]
    WHEN ${at} > 0 THEN substr(${NAMED}, ${at} + length(${name}) + 2, 1) END`;
}
