/** Detects the dialect of a CSV file that no source declares. */
import Papa from 'papaparse';
import type {Source} from '../../datasets/types.ts';
import {delimiterIn} from './delimiter.ts';

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
