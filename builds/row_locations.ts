/**
 * The file `rows/<slug>.rows` of a build: where each record of a source was read. Only provenance reads it, a few
 * blocks at a time, so nothing of it is held in memory.
 *
 * After eight bytes that name the format come blocks of entries in the order of their keys, compressed one by one, each
 * entry a row of a file; then the checks of each text; then a footer of JSON, and its length. The bytes of a column stand
 * together, high ones first, which compresses to half.
 */
import {hash} from 'node:crypto';
import {constants, crc32, zstdCompressSync, zstdDecompressSync} from 'node:zlib';
import type {SourceEntry} from './artefacts.ts';

const FORMAT_NAME = Buffer.from('FPDROWS2');

/** Most entries of a block, most bytes of rows after which it ends, and bytes of a text that share a check. */
const BLOCK = 1024;
const BLOCK_BYTES = 1 << 20;
export const CHECKED = 1 << 16;

/** Longest row that is copied or read, in bytes: no request takes more. */
export const LONGEST_ROW = 4 << 20;

/** Most bytes of a block or a footer, packed or not: a damaged length takes no more memory. */
const MOST_BYTES = 32 << 20;

/** Bytes of a check: `checkOf` of its piece of the text, and the line of its first byte. */
const CHECK = 8;

/** Columns of an entry, by the bytes that each takes. */
const WIDTHS = {high: 4, low: 4, part: 2, flags: 1, number: 4, from: 6, length: 4} as const;
type Name = keyof typeof WIDTHS;
const NAMES = Object.keys(WIDTHS) as Name[];
const WIDTH = Object.values(WIDTHS).reduce<number>((sum, width) => sum + width, 0);

const [CURRENT, KEY, OTHER] = [1, 2, 4];

/** A text that has rows: a stored file, or what was unpacked or recoded from it. */
export interface LocatedText
  extends Pick<
    SourceEntry['files'][number],
    'name' | 'url' | 'sha256' | 'bytes' | 'fetched_at' | 'encoding'
  > {
  /** Its name in `raw/<slug>`. */
  stored: string;
  /**
   * Each row is a range of the stored bytes. Of a file that is packed, recoded or no text it is not, and the file of
   * locations has a copy of the row.
   */
  inPlace: boolean;
  /** Rows are `csv`, `json` (an object each), `feature` (of GeoJSON), `titled` (an array of cells each) or `read` (as the reader has them). */
  form: 'csv' | 'json' | 'feature' | 'titled' | 'read';
  /** What numbers count: lines, rows of a sheet, elements of an array, or rows of a set of documents. */
  counts: 'lines' | 'sheet rows' | 'elements' | 'document rows';
  delimiter: string;
}

/** Rows of one text that one layout read. */
export interface LocatedPart {
  /** Index of its text. */
  text: number;
  layout: string;
  /** By column that the layout reads: its index in the file, and its name there. */
  columns: Record<string, readonly [at: number, published: string]>;
}

/** Where a row of a record stands. */
export interface RowLocation {
  /** Index of its part. */
  part: number;
  /** It gives the fields of the record, and its id. */
  current: boolean;
  key: boolean;
  /** It is the row of the other language of the row before it. */
  other: boolean;
  /** By what its text counts; of lines in place 0, since the checks tell them. */
  number: number;
  from: number;
  length: number;
  /** The bytes of the row, none where they are withheld; null in place and of one longer than `LONGEST_ROW`. */
  copy: Buffer | null;
}

/** A row as the writer has it; `high` and `low` are the halves of the key of its record. */
export type LocatedRow = RowLocation & {high: number; low: number};

interface Footer {
  texts: (LocatedText & {checks: {at: number; count: number}})[];
  parts: LocatedPart[];
  /** By block the key of its first entry, in hex, and the position behind its last byte. */
  first: string[];
  ends: number[];
  /** Of records that kept an id: by the key of that id the one under which their rows were written. */
  keys?: Record<string, string>;
}

/** Where bytes of a file come from; fewer than asked for at its end. */
export type ReadRange = (from: number, length: number) => Buffer;

/** Hex digits of a key. */
export const KEY_DIGITS = 16;

/** The key of a record: the digits of an id that is a hash behind a prefix, else those of the hash of its id. */
export const keyOf = (prefix: string, id: string): string =>
  prefix ? id.slice(prefix.length) : hash('sha256', id, 'hex').slice(0, KEY_DIGITS);

/** The same in SQL, of an SQL text. */
export const keySql = (prefix: string, id: string): string =>
  prefix ? `right(${id}, ${KEY_DIGITS})` : `left(sha256(${id}), ${KEY_DIGITS})`;

/** Thrown where the file holds other bytes than were written. */
export class DamagedLocations extends Error {
  override name = 'DamagedLocations';
}

/** What a piece of a text is compared by; its first line belongs to it, so that a damaged number shows. */
export const checkOf = (piece: Buffer, line: number): number => crc32(piece, line);

/** With a checksum: bytes that are damaged do not unpack. */
const compressed = (bytes: Buffer): Buffer =>
  zstdCompressSync(bytes, {params: {[constants.ZSTD_c_checksumFlag]: 1}});

/** Throws `DamagedLocations`. */
function unpacked(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes, {maxOutputLength: MOST_BYTES});
  } catch (cause) {
    throw new DamagedLocations('a piece of row locations does not unpack', {cause});
  }
}

/** The value of each column for a row; `copied`: bytes of the copies before it in the block. */
const VALUES: Readonly<Record<Name, (row: LocatedRow, copied: number) => number>> = {
  high: ({high}) => high,
  low: ({low}) => low,
  part: ({part}) => part,
  flags: ({current, key, other}) => (current ? CURRENT : 0) + (key ? KEY : 0) + (other ? OTHER : 0),
  number: ({number}) => number,
  from: ({copy, from}, copied) => (copy ? copied : from),
  length: ({copy, length}) => copy?.length ?? length,
};

function packed(rows: readonly LocatedRow[]): Buffer {
  const count = rows.length;
  const planes = Buffer.alloc(4 + count * WIDTH);
  planes.writeUInt32LE(count);
  let start = 4;
  for (const name of NAMES) {
    const [width, read] = [WIDTHS[name], VALUES[name]];
    let copied = 0;
    for (let place = 0; place < count; place++) {
      const row = rows[place]!;
      const value = read(row, copied);
      copied += row.copy?.length ?? 0;
      // Bit operations have 32 bits.
      let [rest, above] = [value >>> 0, Math.floor(value / 2 ** 32)];
      for (let plane = width - 1; plane >= 0; plane--) {
        planes[start + plane * count + place] = rest & 255;
        rest >>>= 8;
        if (plane === width - 4) [rest, above] = [above, 0];
      }
    }
    start += width * count;
  }
  return compressed(Buffer.concat([planes, ...rows.flatMap(({copy}) => copy ?? [])]));
}

const hex = (high: number, low: number): string =>
  high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');

/** The footer as it stands at the end of the file. */
function endOf(footer: Footer): Buffer {
  const bytes = compressed(Buffer.from(JSON.stringify(footer)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([bytes, length]);
}

/** Writes the file piece by piece: rows in the order of their keys, then `end`. `write` gets its bytes in order. */
export class RowLocationWriter {
  readonly #write: (bytes: Buffer) => void;
  readonly #first: string[] = [];
  readonly #ends: number[] = [];
  #held: LocatedRow[] = [];
  #copied = 0;
  #size = 0;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
    this.#put(FORMAT_NAME);
  }

  add(row: LocatedRow): void {
    this.#held.push(row);
    this.#copied += row.copy?.length ?? 0;
    if (this.#held.length === BLOCK || this.#copied >= BLOCK_BYTES) this.#flush();
  }

  /** `checks`: of the texts in place, as `TextChecks` gives them; of others empty. */
  end(texts: readonly LocatedText[], parts: readonly LocatedPart[], checks: readonly Buffer[]): void {
    this.#flush();
    const placed = texts.map((text, at) => {
      const own = checks[at] ?? Buffer.alloc(0);
      const place = {at: this.#size, count: own.length / CHECK};
      this.#put(own);
      return {...text, checks: place};
    });
    const footer: Footer = {texts: placed, parts: [...parts], first: this.#first, ends: this.#ends};
    this.#put(endOf(footer));
  }

  #flush(): void {
    const [start] = this.#held;
    if (!start) return;
    this.#first.push(hex(start.high, start.low));
    this.#put(packed(this.#held));
    this.#ends.push(this.#size);
    this.#held = [];
    this.#copied = 0;
  }

  #put(bytes: Buffer): void {
    this.#write(bytes);
    this.#size += bytes.length;
  }
}

/** The checks of a text, of its bytes in order. */
export class TextChecks {
  readonly #checks: number[] = [];
  #held = Buffer.alloc(0);
  #line = 1;

  add(chunk: Buffer): void {
    let all = this.#held.length ? Buffer.concat([this.#held, chunk]) : chunk;
    for (; all.length >= CHECKED; all = all.subarray(CHECKED)) this.#check(all.subarray(0, CHECKED));
    this.#held = Buffer.from(all);
  }

  end(): Buffer {
    if (this.#held.length) this.#check(this.#held);
    const bytes = Buffer.alloc(4 * this.#checks.length);
    for (const [at, value] of this.#checks.entries()) bytes.writeUInt32LE(value, 4 * at);
    return bytes;
  }

  #check(piece: Buffer): void {
    this.#checks.push(checkOf(piece, this.#line), this.#line);
    this.#line += linesIn(piece);
  }
}

/** Line feeds in some bytes. */
export function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** The file of a build, of `size` bytes. It and its methods throw `DamagedLocations`. */
export class RowLocations {
  readonly texts: Footer['texts'];
  readonly parts: readonly LocatedPart[];
  readonly #read: ReadRange;
  readonly #footer: Footer;
  readonly #footerAt: number;
  readonly #keys: ReadonlyMap<string, string>;

  constructor(read: ReadRange, size: number) {
    this.#read = read;
    if (!this.#bytes(0, FORMAT_NAME.length).equals(FORMAT_NAME))
      throw new DamagedLocations('no file of row locations');
    const length = this.#bytes(size - 4, 4).readUInt32LE();
    this.#footerAt = size - 4 - length;
    this.#footer = JSON.parse(unpacked(this.#bytes(this.#footerAt, length)).toString()) as Footer;
    this.#keys = new Map(Object.entries(this.#footer.keys ?? {}));
    this.texts = this.#footer.texts;
    this.parts = this.#footer.parts;
  }

  /** The end of a file that finds some records by other keys, and where it begins; `keys` as the footer has them. */
  footerWith(keys: Readonly<Record<string, string>>): {from: number; bytes: Buffer} {
    return {from: this.#footerAt, bytes: endOf({...this.#footer, keys})};
  }

  /** The rows of a record, first version first; none of an unknown key. At most `most`. */
  find(known: string, most: number): RowLocation[] {
    const key = this.#keys.get(known) ?? known;
    const {first} = this.#footer;
    const found: RowLocation[] = [];
    let block = Math.max(0, partitionPoint(first, (one) => one < key) - 1);
    for (; block < first.length && first[block]! <= key && found.length < most; block++)
      for (const row of this.#block(block, key)) if (found.length < most) found.push(row);
    return found;
  }

  /** What the writer noted of each piece of a text from the one at `piece` on: its check, and the line of its first byte. */
  checks(text: number, piece: number, count: number): {check: number; line: number}[] {
    const {at, count: all} = this.texts[text]!.checks;
    const bytes = this.#bytes(at + CHECK * piece, CHECK * Math.max(0, Math.min(count, all - piece)));
    return Array.from({length: bytes.length / CHECK}, (_, place) => ({
      check: bytes.readUInt32LE(CHECK * place),
      line: bytes.readUInt32LE(CHECK * place + 4),
    }));
  }

  /** All bytes of a range. */
  #bytes(from: number, length: number): Buffer {
    const isPossible = from >= 0 && length >= 0 && length <= MOST_BYTES;
    const bytes = isPossible ? this.#read(from, length) : null;
    if (bytes?.length !== length) throw new DamagedLocations('row locations end too early');
    return bytes;
  }

  *#block(block: number, key: string): Generator<RowLocation> {
    const {ends} = this.#footer;
    const start = ends[block - 1] ?? FORMAT_NAME.length;
    const bytes = unpacked(this.#bytes(start, ends[block]! - start));
    const count = bytes.readUInt32LE();
    const cell = columnsOf(bytes, count);
    const texts = 4 + count * WIDTH;
    const [high, low] = [Number.parseInt(key.slice(0, 8), 16), Number.parseInt(key.slice(8), 16)];
    for (let place = 0; place < count; place++) {
      if (cell('high', place) !== high || cell('low', place) !== low) continue;
      const {inPlace} = this.texts[this.parts[cell('part', place)]!.text]!;
      const [from, length, flags] = [cell('from', place), cell('length', place), cell('flags', place)];
      yield {
        part: cell('part', place),
        current: (flags & CURRENT) > 0,
        key: (flags & KEY) > 0,
        other: (flags & OTHER) > 0,
        number: cell('number', place),
        from: inPlace ? from : 0,
        length,
        copy: inPlace || length > LONGEST_ROW ? null : bytes.subarray(texts + from, texts + from + length),
      };
    }
  }
}

/** The values of the columns of a block. */
function columnsOf(bytes: Buffer, count: number): (name: Name, place: number) => number {
  const starts = {} as Record<Name, number>;
  let at = 4;
  for (const name of NAMES) {
    starts[name] = at;
    at += WIDTHS[name] * count;
  }
  return (name, place) => {
    let value = 0;
    for (let plane = 0; plane < WIDTHS[name]; plane++)
      value = value * 256 + bytes[starts[name] + plane * count + place]!;
    return value;
  };
}

/** How many of a sorted list come before those for which `before` does not hold. */
function partitionPoint(sorted: readonly string[], before: (one: string) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
