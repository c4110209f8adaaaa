/**
 * The encoding of the texts in a .dbf: by its .cpg, else by its own bytes, else by the mark of its language.
 */
import {isAscii, isUtf8} from 'node:buffer';
import {createReadStream} from 'node:fs';
import iconv from 'iconv-lite';

/** Code pages by the byte of a .dbf that names its language. */
const LANGUAGES: Record<number, string> = {
  ...Object.fromEntries([0x01, 0x09, 0x0b, 0x0d, 0x0f, 0x11, 0x15, 0x18, 0x1b].map((one) => [one, 'cp437'])),
  ...Object.fromEntries(
    [0x02, 0x0a, 0x0e, 0x10, 0x12, 0x14, 0x16, 0x1a, 0x1d, 0x25, 0x37].map((one) => [one, 'cp850']),
  ),
  [0x6c]: 'cp863',
  [0x08]: 'cp865',
  [0x66]: 'cp865',
  [0x64]: 'cp852',
  [0xc8]: 'windows-1250',
};

/** Records are read in blocks of so many bytes. */
const BLOCK = 1 << 20;

/** Where the records of a .dbf are. */
export interface DbfShape {
  language: number;
  /** Bytes before the records, and of each. */
  head: number;
  width: number;
}

/**
 * The encoding that a .cpg names in one of the ways that programs do; null where it names none. Throws for an
 * unknown one.
 */
function namedEncoding(cpg: string, fault: (name: string) => Error): string | null {
  const name = cpg.replace(/[\s\0\ufeff]/g, '').toLowerCase();
  if (name === '' || name === 'system') return null;
  if (/^(utf-?8|65001)$/.test(name)) return 'utf-8';
  const [, latin] = /^(?:iso)?[-_]?8859[-_]?(\d{1,2})$/.exec(name) ?? [];
  const [, page] = /^(?:ansi|oem|cp|ibm|windows|ms)?[-_]?(\d{3,4})$/.exec(name) ?? [];
  const known = latin ? `iso-8859-${latin}` : page ? `cp${page}` : name;
  if (!iconv.encodingExists(known)) throw fault(cpg.trim());
  return known;
}

/** The encoding of a .dbf. Throws `fault` for a .cpg that names an unknown one. */
export async function dbfEncoding(
  path: string,
  shape: DbfShape,
  cpg: string | null,
  fault: (name: string) => Error,
): Promise<string> {
  const named = cpg === null ? null : namedEncoding(cpg, fault);
  if (named) return named;
  return (await holdsUtf8(path, shape)) ? 'utf-8' : (LANGUAGES[shape.language] ?? 'windows-1252');
}

/**
 * Whether records have texts beyond ASCII in UTF-8: hardly any text of a code page is valid UTF-8, and a cell
 * may cut it.
 */
async function holdsUtf8(path: string, {head, width}: DbfShape): Promise<boolean> {
  if (width === 0) return false;
  let [utf8, others] = [0, 0];
  const highWaterMark = width * Math.max(1, Math.floor(BLOCK / width));
  for await (const block of createReadStream(path, {start: head, highWaterMark})) {
    for (let at = 0; at < block.length; at += width) {
      const record = (block as Buffer).subarray(at, at + width);
      if (isAscii(record)) continue;
      if (isUtf8(record)) utf8 += 1;
      else others += 1;
    }
  }
  return utf8 > others;
}

/**
 * Code page by which the library may read any of its kind: each byte is one character, and blank where theirs
 * is.
 */
const CARRIER = 'ibm866';
const BYTES = new Map(
  [...new TextDecoder(CARRIER).decode(Uint8Array.from({length: 256}, (_, byte) => byte))].map(
    (sign, byte) => [sign, byte],
  ),
);

/**
 * The encoding to give to the library, which knows those of the web alone, and the texts as they are from
 * those that it reads.
 */
export function textReader(encoding: string): {label: string; textOf: (text: string) => string} {
  try {
    return {label: new TextDecoder(encoding).encoding, textOf: (text) => text};
  } catch {
    const bytesOf = (text: string) => Buffer.from(Array.from(text, (sign) => BYTES.get(sign) ?? 0));
    return {label: CARRIER, textOf: (text) => iconv.decode(bytesOf(text), encoding)};
  }
}
