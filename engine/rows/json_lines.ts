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
export const rowsOf = (lines: Lines): Row[] => rowsIn(lines.bytes.subarray(0, lengthOf(lines)));

/** The objects of complete lines. */
function rowsIn(bytes: Buffer): Row[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8', 0, bytes.length - 1).split('\n');
  return lines.map((line): Row => JSON.parse(line));
}
