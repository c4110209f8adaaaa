/** Dialects of CSV files: declared and named delimiters, and what files look like that no source declares. */

import Papa from 'papaparse';
import type {Source} from '../../datasets/types.ts';
import {headOf} from './file_bytes.ts';
import type {Delimiter} from './types.ts';

export interface Dialect {
  /** Null where the first lines do not show one: a single column. */
  delimiter: string | null;
  /** What ends its lines. */
  newline: string;
}

/** Lines that are compared. */
const LINES = 50;

/** The dialect by the first bytes. */
export function dialectOf(head: Buffer): Dialect {
  const {meta, errors} = Papa.parse(head.toString('utf8'), {preview: LINES, skipEmptyLines: true});
  const isKnown = !errors.some(({code}) => code === 'UndetectableDelimiter');
  return {delimiter: isKnown ? meta.delimiter : null, newline: meta.linebreak};
}

/** The dialect of a head, where it is another one than the source reads it in; null where it is that one. */
export function otherDialect(source: Pick<Source, 'delimiter'>, head: Buffer): string | null {
  const {delimiter, newline} = dialectOf(head);
  const read = delimiterIn(source, head);
  if (delimiter === null || delimiter === read) return null;
  const [found, ends, used] = [delimiter, newline, read].map((one) => JSON.stringify(one));
  return `its cells look parted by ${found} and its lines by ${ends}, and are read as parted by ${used}`;
}

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
