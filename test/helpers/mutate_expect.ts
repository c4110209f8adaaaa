/** The expected outcome of damaged bytes, computed without the pipeline's readers: records or a fault. */
import {type Base, framed, scanText} from './mutate_base.ts';
import type {Held} from './mutate_scan.ts';

/** `doubt`: it may also be refused as a whole. */
export type Expected = {fault: string} | {held: Held; doubt: boolean};

const SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const HIGH = /[\x80-\xff]/g;

const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);

/**
 * The text of the bytes. UTF-16 is known by its mark. Bytes that are not valid UTF-8 are Windows-1252, unless they have
 * the mark of UTF-8 or hold more whole sequences of it than other high bytes: these are damaged UTF-8, which read as
 * Windows-1252 would spoil every accent of the rows that are good.
 */
function textOf(
  bytes: Buffer,
  {source}: Pick<Base, 'source'>,
): {fault: string} | {text: string; doubt: boolean} {
  const wide = bytes.subarray(0, 2).toString('latin1');
  if (wide === '\xff\xfe' || wide === '\xfe\xff') {
    if (!source.encodings.includes('utf-16')) return {fault: 'UTF-16 is not declared'};
    const decoder = new TextDecoder(wide === '\xff\xfe' ? 'utf-16le' : 'utf-16be', {fatal: true});
    try {
      return {text: decoder.decode(bytes), doubt: false};
    } catch {
      return {fault: 'damaged UTF-16'};
    }
  }
  if (isUtf8(bytes)) return {text: bytes.toString('utf8').replace(/^\ufeff/, ''), doubt: false};
  if (!source.encodings.includes('windows-1252')) return {fault: 'not UTF-8'};
  const latin1 = bytes.toString('latin1');
  const whole = latin1.match(SEQUENCE) ?? [];
  const others = (latin1.match(HIGH)?.length ?? 0) - whole.join('').length;
  if (latin1.startsWith('\xef\xbb\xbf') || whole.length > others) return {fault: 'damaged UTF-8'};
  return {text: new TextDecoder('windows-1252').decode(bytes), doubt: whole.length > 0};
}

export function expectedOf(bytes: Buffer, base: Pick<Base, 'source' | 'form'>): Expected {
  const read = textOf(bytes, base);
  if ('fault' in read) return read;
  const scanned = scanText(base.form, read.text);
  if ('fault' in scanned) return read.doubt ? {held: NOTHING, doubt: true} : scanned;
  return {held: scanned, doubt: read.doubt};
}

const NOTHING: Held = {header: [], head: '', rows: [], sure: false};

/** Records as cells; null where a record has the wrong number of them. */
export interface CleanRecords {
  header: readonly string[];
  rows: readonly {cells: string[] | null}[];
}

/** The same records as a CSV file in which nothing is left open. */
export function cleaned({header, rows}: CleanRecords): string {
  const records = rows.flatMap(({cells}) => (cells ? [cells] : []));
  return [header, ...records].map((cells) => `${framed(cells)}\r\n`).join('');
}

/** How many of the `good` texts are not among the others, each counted as often as it occurs. */
export function missing(clean: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  let gone = 0;
  for (const text of clean) {
    const count = left.get(text) ?? 0;
    if (count) left.set(text, count - 1);
    else gone += 1;
  }
  return gone;
}
