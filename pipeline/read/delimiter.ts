/** What parts the cells of a CSV file on the disk. */
import {closeSync, openSync, readSync} from 'node:fs';
import type {Source} from '../../datasets/types.ts';
import type {Delimiter} from './types.ts';

/** Bytes in which the header ends, or is long enough to show what parts it. */
const HEAD = 1 << 16;

/** The delimiter that the source declares, if the first line has it: a copy saved with commas is read as well. */
export function delimiterOf({delimiter}: Pick<Source, 'delimiter'>, path: string): Delimiter {
  if (delimiter === undefined) return ',';
  const file = openSync(path, 'r');
  try {
    const held = Buffer.alloc(HEAD);
    const text = held.toString('utf8', 0, readSync(file, held, 0, HEAD, 0));
    const line = text.trimStart().split('\n')[0] ?? '';
    return line.includes(delimiter) ? delimiter : ',';
  } finally {
    closeSync(file);
  }
}
