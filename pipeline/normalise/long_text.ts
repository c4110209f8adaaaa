/** Multi-line texts and HTML as SQL over a staged relation (alias `s`). */
import {literal} from '../../datasets/rules/sql.ts';
import type {Field} from '../../datasets/types.ts';
import {cellOf, firstValue, foldOf, isOneOf, replaced} from './cells.ts';
import {decoded} from './character_references.ts';

/** Replaces every line end by LF: CRLF, CR, and the Unicode line and paragraph separators. */
export const withLineFeeds = (sql: string): string =>
  `regexp_replace(${sql}, '\\r\\n|[\\r\\x{2028}\\x{2029}]', chr(10), 'g')`;

/** White space of ECMAScript that ends no line, as an RE2 class. */
export const WITHIN_LINES =
  '[\\t\\v\\f \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]+';

/**
 * Multi-line text: white space within lines collapsed, blank lines at both ends dropped. `references`:
 * character references are decoded; `changes` are applied as in `replace`.
 */
export function longText({
  from,
  blank,
  references,
  changes = [],
}: Omit<Extract<Field, {op: 'multiline'}>, 'op'>): string {
  const one = (name: string) => {
    const cell = cellOf(name);
    const plain = references
      ? `CASE WHEN contains(${cell}, '&') THEN ${decoded(cell)} ELSE ${cell} END`
      : cell;
    const runs = `regexp_replace(nfc_normalize(${withLineFeeds(plain)}), '${WITHIN_LINES}', ' ', 'g')`;
    const text = `nullif(trim(regexp_replace(${runs}, ' ?\\n ?', chr(10), 'g'), ' ' || chr(10)), '')`;
    return blank.length ? `CASE WHEN NOT ${isOneOf(foldOf(name), blank)} THEN ${text} END` : text;
  };
  const first = firstValue(from.map(one));
  return changes.length ? replaced(first, changes) : first;
}

/** What follows a tag's name: quoted values may contain `>`. */
const ATTRIBUTES = `(?:[^<>"']|"[^"]*"|'[^']*')*`;

/** Content that is never displayed. */
const HIDDEN = `(?i)<!--.*?-->|<script\\b.*?</script\\s*>|<style\\b.*?</style\\s*>`;
/** Elements that start a new line. */
const BLOCK = `(?i)</?(?:p|div|li|ul|ol|dl|dt|dd|br|hr|tr|table|thead|tbody|h[1-6]|blockquote|section|article|pre)(?:\\s${ATTRIBUTES}|/)?>`;
const CELL = `(?i)</?(?:td|th)(?:\\s${ATTRIBUTES})?>`;
/** Any other tag; the second alternative matches tags with unbalanced quotes. */
const TAG = `<[/!?]?[A-Za-z]${ATTRIBUTES}>|</?[A-Za-z][^<>]*>`;

/**
 * Drops tags, turns blocks and line breaks into one line feed, decodes references once and collapses white
 * space; null where nothing is left. `text`: a cleaned text, null where it is blank.
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
