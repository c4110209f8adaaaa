/** Multi-line texts as SQL over a staged relation (alias `s`). */
import {cellOf, foldOf, isOneOf} from './cells.ts';

/** Replaces every line end by LF: CRLF, CR, and the Unicode line and paragraph separators. */
export const withLineFeeds = (sql: string): string =>
  `regexp_replace(${sql}, '\\r\\n|[\\r\\x{2028}\\x{2029}]', chr(10), 'g')`;

/** White space of ECMAScript that ends no line, as an RE2 class. */
export const WITHIN_LINES =
  '[\\t\\v\\f \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{202f}\\x{205f}\\x{3000}\\x{feff}]+';

/** Multi-line text: white space within lines collapsed, blank lines at both ends dropped. */
export function longText(from: readonly string[], blank: readonly string[]): string {
  const one = (name: string) => {
    const runs = `regexp_replace(nfc_normalize(${withLineFeeds(cellOf(name))}), '${WITHIN_LINES}', ' ', 'g')`;
    const text = `nullif(trim(regexp_replace(${runs}, ' ?\\n ?', chr(10), 'g'), ' ' || chr(10)), '')`;
    return blank.length ? `CASE WHEN NOT ${isOneOf(foldOf(name), blank)} THEN ${text} END` : text;
  };
  return from.length === 1 ? one(from[0] ?? '') : `coalesce(${from.map(one).join(', ')})`;
}
