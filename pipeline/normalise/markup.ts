/** Text of an HTML fragment, as SQL. */
import {literal} from '../../datasets/rules/sql.ts';
import {decoded} from './character_references.ts';
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
