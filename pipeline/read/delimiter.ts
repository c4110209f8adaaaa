/** Detects the delimiter of a CSV file. */
import type {Source} from '../../datasets/types.ts';
import {headOf} from './file_bytes.ts';
import type {Delimiter} from './types.ts';

/** A line before the header by which spreadsheets name the delimiter. */
const NAMED = /^\ufeff?sep=([^\r\n]?)\r?\n/i;

/**
 * The delimiter that a line before the header names, and the bytes up to the header; null without such a
 * line.
 */
export function namedDelimiter(head: Buffer): {delimiter: string; bytes: number} | null {
  const [line, delimiter = ''] = NAMED.exec(head.toString('utf8', 0, 16)) ?? [];
  return line === undefined ? null : {delimiter, bytes: Buffer.byteLength(line)};
}

/**
 * The declared delimiter if the first line contains it, else a comma: a copy saved with commas is read as
 * well.
 */
export function delimiterOf(source: Pick<Source, 'delimiter'>, path: string): Delimiter {
  return delimiterIn(source, headOf(path));
}

/** The delimiter by the first bytes of the file. */
export function delimiterIn({delimiter}: Pick<Source, 'delimiter'>, head: Buffer): Delimiter {
  const named = namedDelimiter(head)?.delimiter;
  if (named === ',' || named === ';') return named;
  if (delimiter === undefined) return ',';
  const line = head.toString('utf8').trimStart().split('\n')[0] ?? '';
  return line.includes(delimiter) ? delimiter : ',';
}
