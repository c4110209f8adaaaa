/** Text of an HTML fragment, as SQL. */
import {literal} from '../../datasets/rules/sql.ts';
import {ENTITIES, WINDOWS_1252} from './entities.ts';
import {WITHIN_LINES} from './long_text.ts';

/** What follows a tag's name: quoted values may contain `>`. */
const ATTRIBUTES = `(?:[^<>"']|"[^"]*"|'[^']*')*`;

/** Content that is never displayed. */
const HIDDEN = `(?i)<!--.*?-->|<script\\b.*?</script\\s*>|<style\\b.*?</style\\s*>`;
/** Elements that start a new line. */
const BLOCK = `(?i)</?(?:p|div|li|ul|ol|dl|dt|dd|br|hr|tr|table|thead|tbody|h[1-6]|blockquote|section|article|pre)(?:\\s${ATTRIBUTES}|/)?>`;
const CELL = `(?i)</?(?:td|th)(?:\\s${ATTRIBUTES})?>`;
/** Any other tag; the second alternative matches tags with unbalanced quotes. */
const TAG = `<[/!?]?[A-Za-z]${ATTRIBUTES}>|</?[A-Za-z][^<>]*>`;

/** A character reference, after its `&`. */
const REFERENCE = `^(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`;

/**
 * Drops tags, turns blocks and line breaks into one line feed, decodes references once and collapses white space; null
 * where nothing is left. `text`: a cleaned text, null where it is blank.
 */
export function htmlText(text: string): string {
  let marked = `regexp_replace(${text}, ${literal(HIDDEN)}, ' ', 'g')`;
  marked = `regexp_replace(${marked}, ${literal(BLOCK)}, chr(10), 'g')`;
  marked = `regexp_replace(${marked}, ${literal(CELL)}, ' ', 'g')`;
  marked = `regexp_replace(${marked}, ${literal(TAG)}, '', 'g')`;
  const lines = `regexp_replace(${decoded(marked)}, '${WITHIN_LINES}', ' ', 'g')`;
  const tidy = `trim(regexp_replace(nfc_normalize(${lines}), '[ \\n]*\\n[ \\n]*', chr(10), 'g'), ' ' || chr(10))`;
  return `CASE WHEN contains(${text}, '<') OR contains(${text}, '&') THEN nullif(${tidy}, '') ELSE ${text} END`;
}

/** Decodes character references; unknown ones stay as they are. */
function decoded(text: string): string {
  const name = `regexp_extract(x, ${literal(REFERENCE)}, 1)`;
  return `array_to_string(list_transform(string_split(${text}, '&'), (x, nth) ->
    CASE WHEN nth = 1 THEN x ELSE coalesce(${character(name)} || substr(x, length(${name}) + 2), '&' || x) END), '')`;
}

function character(name: string): string {
  const named = map([...ENTITIES].map(([key, value]) => [literal(key), value]));
  const numbered = map([...WINDOWS_1252].map(([key, value]) => [String(key), value]));
  const number = `CASE WHEN starts_with(lower(${name}), '#x') THEN TRY_CAST('0x' || substr(${name}, 3) AS INTEGER)
    ELSE TRY_CAST(substr(${name}, 2) AS INTEGER) END`;
  const isCharacter = `${number} BETWEEN 1 AND 55295 OR ${number} BETWEEN 57344 AND 1114111`;
  return `CASE WHEN ${name} = '' THEN NULL WHEN NOT starts_with(${name}, '#') THEN map_extract_value(${named}, ${name})
    ELSE coalesce(map_extract_value(${numbered}, ${number}), CASE WHEN ${isCharacter} THEN chr(${number}) END) END`;
}

const map = (entries: readonly (readonly [string, string])[]): string =>
  `MAP {${entries.map(([key, value]) => `${key}: ${literal(value)}`).join(', ')}}`;
