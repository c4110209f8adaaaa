/** Multi-line texts as SQL over a staged relation (alias `s`). */
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
