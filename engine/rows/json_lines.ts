/** Converts rows between objects and JSON lines, for code that works on objects. */
import type {Lines, Row} from '../types.ts';

const LF = 0x0a;

/** The rows as JSON texts, each followed by a line feed. */
export function linesOf(rows: readonly Row[]): Lines {
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const ends: number[] = [];
  // JSON escapes the line feeds inside values, so every raw one ends a row.
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) ends.push(at);
  return {bytes, count: rows.length, ends, starts: null};
}

/** Bytes of all rows with their line feeds. */
export const lengthOf = ({count, ends}: Lines): number => (count === 0 ? 0 : ends[count - 1]! + 1);

/** The rows as objects. */
export function rowsOf(lines: Lines): Row[] {
  if (lines.count === 0) return [];
  const texts = lines.bytes.toString('utf8', 0, lengthOf(lines) - 1).split('\n');
  return texts.map((line): Row => JSON.parse(line));
}
