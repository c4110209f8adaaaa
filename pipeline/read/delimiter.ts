/** Detects the delimiter of a CSV file. */
import type {Source} from '../../datasets/types.ts';
import {headOf} from './file_head.ts';
import type {Delimiter} from './types.ts';

/** The declared delimiter if the first line contains it, else a comma: a copy saved with commas is read as well. */
export function delimiterOf({delimiter}: Pick<Source, 'delimiter'>, path: string): Delimiter {
  return delimiter === undefined ? ',' : delimiterIn({delimiter}, headOf(path));
}

/** The delimiter by the first bytes of the file. */
export function delimiterIn({delimiter}: Pick<Source, 'delimiter'>, head: Buffer): Delimiter {
  if (delimiter === undefined) return ',';
  const line = head.toString('utf8').trimStart().split('\n')[0] ?? '';
  return line.includes(delimiter) ? delimiter : ',';
}
