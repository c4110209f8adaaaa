/**
 * Parts a regular CSV record into its cells: most odd records only have the wrong number of them, and a
 * parser costs nine times as much.
 */
import type {Delimiter} from './types.ts';

const [LF, CR, QUOTE] = [10, 13, 34];

/**
 * The cells of a record that follows RFC 4180 to the letter, so that every reader finds the same ones; null
 * for any other text, for several records, and for a blank line.
 */
export function regularCells(text: string, delimiter: Delimiter): string[] | null {
  const parting = delimiter.charCodeAt(0);
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const isQuoted = text.charCodeAt(at) === QUOTE;
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, parting);
    if (end < 0) return null;
    cells.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end));
    at = end;
    if (text.charCodeAt(at) === parting) continue;
    return isEnd(text, at) && (cells.length > 1 || cells[0] !== '') ? cells : null;
  }
}

/** Position after the closing quote of the cell that begins here; -1 without one. */
function endOfQuoted(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  while (quote >= 0 && text.charCodeAt(quote + 1) === QUOTE) quote = text.indexOf('"', quote + 2);
  return quote + (quote < 0 ? 0 : 1);
}

/**
 * Position of the delimiter or line end after the cell that begins here, or the end; -1 where it holds a
 * quote.
 */
function endOfPlain(text: string, from: number, parting: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === parting || sign === LF || sign === CR) return at;
    if (sign === QUOTE) return -1;
  }
  return text.length;
}

/** Whether nothing or one line end follows. */
function isEnd(text: string, at: number): boolean {
  const rest = text.length - at;
  if (rest === 0) return true;
  if (rest === 1) return text.charCodeAt(at) === LF;
  return rest === 2 && text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF;
}
