/**
 * Writes a Parquet file of columns of texts while it is sent: what a whole exported file is too much for, and
 * what no library of the service writes. Row groups have one page for each column, compressed by gzip, which browsers have, too.
 */
import {gzipSync} from 'node:zlib';

/** A column: `json` marks texts that hold JSON. */
export interface TextColumn {
  name: string;
  json?: true;
}

const MARK = Buffer.from('PAR1');

/** Numbers of the format (parquet.thrift). */
const BYTE_ARRAY = 6;
const OPTIONAL = 1;
const UTF8 = 0;
const JSON_TEXT = 19;
const PLAIN = 0;
const RLE = 3;
const GZIP = 2;

/** Types of the compact protocol of Thrift. */
const [I32, I64, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12];

/** Seven bits a byte, the lowest first. Numbers are below 2^53. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}

/** A field of a struct: its number, its type, and its bytes. */
type Field = readonly [id: number, type: number, bytes: readonly number[]];

/** Numbers are not negative: zigzag doubles them. */
const int = (id: number, value: number): Field => [id, I32, varint(value * 2)];
const long = (id: number, value: number): Field => [id, I64, varint(value * 2)];
const textBytes = (text: string): number[] => [...varint(Buffer.byteLength(text)), ...Buffer.from(text)];
const text = (id: number, value: string): Field => [id, BINARY, textBytes(value)];
const struct = (id: number, fields: readonly Field[]): Field => [id, STRUCT, structBytes(fields)];

/** Fields in the order of their numbers, at most 15 apart. */
function structBytes(fields: readonly Field[]): number[] {
  let last = 0;
  const bytes = fields.flatMap(([id, type, own]) => {
    const head = (id - last) * 16 + type;
    last = id;
    return [head, ...own];
  });
  return [...bytes, 0];
}

function list(id: number, type: number, items: readonly (readonly number[])[]): Field {
  const head = items.length < 15 ? [items.length * 16 + type] : [240 + type, ...varint(items.length)];
  return [id, LIST, [...head, ...items.flat()]];
}

/** Which rows have a value, as runs of equal levels; behind their length. */
function levels(values: readonly (string | null)[]): Buffer {
  const runs: number[] = [];
  for (let from = 0; from < values.length; ) {
    let to = from;
    while (to < values.length && (values[to] === null) === (values[from] === null)) to++;
    runs.push(...varint((to - from) * 2), values[from] === null ? 0 : 1);
    from = to;
  }
  const length = Buffer.alloc(4);
  length.writeUInt32LE(runs.length);
  return Buffer.concat([length, Buffer.from(runs)]);
}

/** The page of a column: levels, then each text behind its length. */
function pageOf(values: readonly (string | null)[]): Buffer {
  const parts: Buffer[] = [levels(values)];
  for (const value of values) {
    if (value === null) continue;
    const bytes = Buffer.from(value);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}

/** A file whose parts are sent one after the other: `begin`, any number of `group`, `end`. */
export class TextParquet {
  readonly #columns: readonly TextColumn[];
  readonly #groups: number[][] = [];
  #offset = MARK.length;
  #rows = 0;

  constructor(columns: readonly TextColumn[]) {
    this.#columns = columns;
  }

  begin(): Buffer {
    return MARK;
  }

  /** A row group; each row has a text or null for every column. */
  group(rows: readonly (readonly (string | null)[])[]): Buffer {
    const chunks = this.#columns.map(({name}, at) =>
      this.#chunk(
        name,
        rows.map((row) => row[at] ?? null),
      ),
    );
    const size = chunks.reduce((sum, {uncompressed}) => sum + uncompressed, 0);
    const columns = chunks.map(({meta}) => meta);
    this.#groups.push(structBytes([list(1, STRUCT, columns), long(2, size), long(3, rows.length)]));
    this.#rows += rows.length;
    return Buffer.concat(chunks.map(({bytes}) => bytes));
  }

  #chunk(name: string, values: readonly (string | null)[]) {
    const page = pageOf(values);
    const packed = gzipSync(page);
    const encodings = [int(1, values.length), int(2, PLAIN), int(3, RLE), int(4, RLE)];
    const head = Buffer.from(
      structBytes([int(1, 0), int(2, page.length), int(3, packed.length), struct(5, encodings)]),
    );
    const at = this.#offset;
    const [whole, uncompressed] = [head.length + packed.length, head.length + page.length];
    this.#offset += whole;
    const about = [
      int(1, BYTE_ARRAY),
      list(2, I32, [varint(PLAIN * 2), varint(RLE * 2)]),
      list(3, BINARY, [textBytes(name)]),
      int(4, GZIP),
      long(5, values.length),
      long(6, uncompressed),
      long(7, whole),
      long(9, at),
    ];
    const meta = structBytes([long(2, at), struct(3, about)]);
    return {bytes: Buffer.concat([head, packed]), meta, uncompressed};
  }

  end(): Buffer {
    const root = structBytes([text(4, 'changes'), int(5, this.#columns.length)]);
    const leaves = this.#columns.map(({name, json}) =>
      structBytes([int(1, BYTE_ARRAY), int(3, OPTIONAL), text(4, name), int(6, json ? JSON_TEXT : UTF8)]),
    );
    const footer = Buffer.from(
      structBytes([
        int(1, 1),
        list(2, STRUCT, [root, ...leaves]),
        long(3, this.#rows),
        list(4, STRUCT, this.#groups),
      ]),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MARK]);
  }
}
