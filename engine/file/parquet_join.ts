/** Joins Parquet files of the same columns to one, byte by byte: their row groups one behind the other, under one footer. */
import {createHash, type Hash} from 'node:crypto';
import {closeSync, fstatSync, openSync} from 'node:fs';
import {readFully, writeFully} from './read_fully.ts';
import {
  readStruct,
  THRIFT,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
  writeStruct,
} from './thrift.ts';

const MAGIC = Buffer.from('PAR1', 'latin1');
/** Length of the footer and the magic number behind it. */
const TRAILER = 8;
const PIECE = 1 << 22;

/** Numbers of fields in the structs of parquet.thrift. */
const FILE = {schema: 2, rows: 3, groups: 4, metadata: 5} as const;
const GROUP = {columns: 1, rows: 3, offset: 5, ordinal: 7} as const;
const COLUMN = {offset: 2, facts: 3, offsetIndex: 4, columnIndex: 6} as const;
/** Of the facts of a column: where its pages and its Bloom filter begin. */
const FACTS = [9, 10, 11, 14];

/** Row groups that lie one behind the other in a file, with all that their columns refer to. */
export interface ParquetRange {
  path: string;
  /** Bytes from, to. */
  from: number;
  to: number;
  /** Numbers of its row groups from, to. */
  groups: readonly [from: number, to: number];
}

/** The footer of a Parquet file, and where it begins. */
export interface ParquetFooter {
  at: number;
  fields: ThriftStruct;
}

/** Where the row groups of a file begin: behind its magic number. */
export const PARQUET_BEGIN = MAGIC.length;

export const groupsOf = ({fields}: ParquetFooter): ThriftStruct[] =>
  (fields.get(FILE.groups)!.value as ThriftList).items as ThriftStruct[];

export const rowsOfGroup = (group: ThriftStruct): number => Number(group.get(GROUP.rows)!.value);

/** Reads the footer; throws where the file is no complete Parquet file. */
export function readParquetFooter(path: string): ParquetFooter {
  const fd = openSync(path, 'r');
  try {
    const {size} = fstatSync(fd);
    const early = `${path} ends too early for a Parquet file`;
    const trailer = Buffer.alloc(TRAILER);
    if (size < MAGIC.length + TRAILER) throw new Error(early);
    readFully(fd, trailer, 0, TRAILER, size - TRAILER, early);
    const at = size - TRAILER - trailer.readUInt32LE(0);
    if (!trailer.subarray(MAGIC.length).equals(MAGIC) || at < MAGIC.length)
      throw new Error(`${path} is no Parquet file`);
    const footer = Buffer.alloc(size - TRAILER - at);
    readFully(fd, footer, 0, footer.length, at, early);
    return {at, fields: readStruct(footer)};
  } finally {
    closeSync(fd);
  }
}

/** Writes a file range by range; `finish` gives it its footer. */
export class ParquetJoin {
  readonly #fd: number;
  readonly #hash: Hash = createHash('sha256');
  readonly #groups: ThriftStruct[] = [];
  #at = 0;
  /** That of the first file: its columns are those of all. */
  #fields: ThriftStruct | null = null;

  constructor(path: string) {
    this.#fd = openSync(path, 'wx');
    this.#put(MAGIC);
  }

  /** Appends row groups of a file, whose footer is given. Throws where its columns are not those of the first. */
  add({path, from, to, groups}: ParquetRange, footer: ParquetFooter): void {
    this.#fields ??= footer.fields;
    if (!schemaOf(this.#fields).equals(schemaOf(footer.fields))) throw new Error(`${path} has other columns`);
    const shift = BigInt(this.#at - from);
    for (const group of groupsOf(footer).slice(...groups)) {
      const moved = movedGroup(group, shift);
      moved.set(GROUP.ordinal, {type: THRIFT.i16, value: BigInt(this.#groups.length)});
      this.#groups.push(moved);
    }
    this.#copy(path, from, to);
  }

  /** Writes the footer, with this metadata, and closes. */
  finish(metadata: Readonly<Record<string, string>>): {bytes: number; sha256: string; rows: number} {
    if (!this.#fields) throw new Error('no file was joined');
    const rows = this.#groups.reduce((sum, group) => sum + rowsOfGroup(group), 0);
    const fields = new Map([...this.#fields].sort(([a], [b]) => a - b));
    const set = (id: number, type: number, value: ThriftValue) => fields.set(id, {type, value});
    set(FILE.rows, THRIFT.i64, BigInt(rows));
    set(FILE.groups, THRIFT.list, {of: THRIFT.struct, items: this.#groups});
    set(FILE.metadata, THRIFT.list, {of: THRIFT.struct, items: Object.entries(metadata).map(pairOf)});
    const footer = writeStruct(new Map([...fields].sort(([a], [b]) => a - b)));
    const length = Buffer.alloc(MAGIC.length);
    length.writeUInt32LE(footer.length);
    this.#put(footer);
    this.#put(length);
    this.#put(MAGIC);
    closeSync(this.#fd);
    return {bytes: this.#at, sha256: this.#hash.digest('hex'), rows};
  }

  /** Closes a file that will not be finished. */
  abandon(): void {
    closeSync(this.#fd);
  }

  #copy(path: string, from: number, to: number): void {
    const fd = openSync(path, 'r');
    try {
      const piece = Buffer.allocUnsafe(Math.min(PIECE, to - from));
      for (let at = from; at < to; at += piece.length) {
        const length = Math.min(piece.length, to - at);
        readFully(fd, piece, 0, length, at, `${path} ended while it was read`);
        this.#put(piece.subarray(0, length));
      }
    } finally {
      closeSync(fd);
    }
  }

  #put(bytes: Buffer): void {
    this.#hash.update(bytes);
    writeFully(this.#fd, bytes);
    this.#at += bytes.length;
  }
}

const schemaOf = (fields: ThriftStruct): Buffer =>
  writeStruct(new Map([[FILE.schema, fields.get(FILE.schema)!]]));

const pairOf = ([key, value]: [string, string]): ThriftStruct =>
  new Map([key, value].map((text, i) => [i + 1, {type: THRIFT.binary, value: Buffer.from(text)}]));

/** A group whose bytes lie `shift` bytes further on. */
function movedGroup(group: ThriftStruct, shift: bigint): ThriftStruct {
  const {of, items} = group.get(GROUP.columns)!.value as ThriftList;
  const columns = (items as ThriftStruct[]).map((column) => {
    const facts = column.get(COLUMN.facts)!;
    const moved = shifted(column, [COLUMN.offset, COLUMN.offsetIndex, COLUMN.columnIndex], shift);
    return moved.set(COLUMN.facts, {...facts, value: shifted(facts.value as ThriftStruct, FACTS, shift)});
  });
  return shifted(group, [GROUP.offset], shift).set(GROUP.columns, {
    type: THRIFT.list,
    value: {of, items: columns},
  });
}

/** A copy in which these fields are larger. A place of 0 is none. */
function shifted(fields: ThriftStruct, ids: readonly number[], shift: bigint): ThriftStruct {
  const copy: ThriftStruct = new Map(fields);
  for (const id of ids) {
    const field = copy.get(id);
    if (field && typeof field.value === 'bigint' && field.value > 0n)
      copy.set(id, {...field, value: field.value + shift});
  }
  return copy;
}
