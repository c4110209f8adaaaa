/** Rows as the lines of a page, and back: for executors and readers that work on objects. */
import type {Lines, Row} from '../types.ts';

const LF = 0x0a;

/** The rows as JSON texts, each with a line feed behind it. */
export function linesOf(rows: readonly Row[]): Lines {
  const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const ends: number[] = [];
  // A line feed inside a value is escaped, so that every raw one ends an item.
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) ends.push(at);
  return {bytes, count: rows.length, ends};
}

/** Bytes of all items with their line feeds. */
export const lengthOf = ({count, ends}: Lines): number => (count === 0 ? 0 : ends[count - 1]! + 1);

/** The items as objects. */
export const rowsOf = (lines: Lines): Row[] => rowsIn(lines.bytes.subarray(0, lengthOf(lines)));

/** The objects of whole lines. */
export function rowsIn(bytes: Buffer): Row[] {
  if (bytes.length === 0) return [];
  const lines = bytes.toString('utf8', 0, bytes.length - 1).split('\n');
  return lines.map((line): Row => JSON.parse(line));
}
