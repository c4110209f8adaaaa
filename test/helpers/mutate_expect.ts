/** The expected outcome of damaged bytes, computed without the pipeline's readers: records or a fault. */
import {type Base, framed, scanText} from './mutate_base.ts';
import type {Held} from './mutate_scan.ts';

/** `doubt`: it may also be refused as a whole. */
export type Expected = {fault: string} | {held: Held; doubt: boolean};

/** A character of UTF-8 beyond ASCII, or one byte. */
const CHARACTER =
  /[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2}|[\x80-\xff]/g;

/** The rarer encoding has fewer lines, or at most this share of those beyond ASCII. */
const [FEW, SHARE] = [20, 0.2];

const isUtf8 = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes);

/**
 * The text of the bytes. UTF-16 is known by its mark. Of bytes that are not valid UTF-8, each line that is
 * none is read by its characters: those of UTF-8 as such, other bytes as Windows-1252; the encoding of most
 * lines must be declared.
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
  const lines = bytes.toString('latin1').split('\n');
  const beyond = lines.filter((line) => /[\x80-\xff]/.test(line)).map((line) => Buffer.from(line, 'latin1'));
  const broken = beyond.filter((line) => !isUtf8(line));
  const both = broken.filter((line) =>
    line
      .toString('latin1')
      .match(CHARACTER)
      ?.some((one) => one.length > 1),
  );
  const others = broken.length - both.length;
  const isMain = lines[0]?.startsWith('\xef\xbb\xbf') || beyond.length - others >= others;
  const rare = isMain ? broken.length : beyond.length - others;
  if (rare >= FEW && rare > SHARE * beyond.length) return {fault: 'two encodings'};
  if (!source.encodings.includes(isMain ? 'utf-8' : 'windows-1252')) return {fault: 'not UTF-8'};
  const read = (line: string): string => {
    const own = Buffer.from(line, 'latin1');
    if (isUtf8(own)) return own.toString('utf8');
    return line.replace(CHARACTER, (one) => {
      const character = Buffer.from(one, 'latin1');
      return one.length > 1 ? character.toString('utf8') : new TextDecoder('windows-1252').decode(character);
    });
  };
  const text = (rare ? lines.map(read).join('\n') : new TextDecoder('windows-1252').decode(bytes)).replace(
    /^\ufeff/,
    '',
  );
  return {text, doubt: rare > 0};
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
