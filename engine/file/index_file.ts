/** The index file: what it looks like on disk, writing, reading, verifying. */
import {createHash, hash} from 'node:crypto';
import {closeSync, fstatSync, openSync, readSync, rmSync, writeSync} from 'node:fs';
import {open} from 'node:fs/promises';

/** Raised with every change to the sections or their meaning; a file of another version is refused. */
export const INDEX_VERSION = 4;

const MAGIC = 'FPDINDEX';
/** Magic and version. */
const HEAD = 64;
/** Where the table begins, its length, the size of the file, and the magic again. */
const TAIL = 32;
/** Sections begin at multiples of a cache line, which also suits every element size. */
const ALIGN = 64;
/** Bytes of one read: far below the largest that one system call takes. */
const PIECE = 1 << 26;

const REMEDY = 'run `make compile` to write the index of the build again';

/** Element types of sections. Numbers are little-endian, as every processor that Node runs on has them. */
export const ELEMENTS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;

export type ElementType = keyof typeof ELEMENTS;
export type TypedArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

export interface Section {
  name: string;
  type: ElementType;
  /** Byte at which it begins; a multiple of 64. */
  offset: number;
  /** Elements, not bytes. */
  length: number;
}

/** The table of an index file: what it is of, and its sections in file order. */
export interface IndexFooter<Facts> {
  dataset: string;
  facts: Facts;
  sections: Section[];
}

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

const typeOf = (elements: TypedArray): ElementType => {
  for (const [type, form] of Object.entries(ELEMENTS)) {
    if (elements instanceof form) return type as ElementType;
  }
  throw new Error('a section must be one of the typed arrays of ELEMENTS');
};

const bytesOf = ({buffer, byteOffset, byteLength}: TypedArray): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Writes one index file section by section; nothing of it stays in memory. */
export class IndexWriter {
  readonly #path: string;
  readonly #fd: number;
  readonly #sections: Section[] = [];
  readonly #hash = createHash('sha256');
  /** Offset of a section by type and hash: the same elements are kept once. */
  readonly #known = new Map<string, number>();
  #at = 0;

  constructor(path: string) {
    this.#path = path;
    // Never over a file that a server reads, or that is linked to another build.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx');
    const head = Buffer.alloc(HEAD);
    head.write(MAGIC, 0, 'latin1');
    head.writeUInt32LE(INDEX_VERSION, MAGIC.length);
    this.#write(head);
  }

  /** Appends a section, or names the one that holds the same elements already; names are unique in a file. */
  write(name: string, elements: TypedArray): void {
    const type = typeOf(elements);
    const content = `${type} ${elements.length} ${hash('sha256', bytesOf(elements))}`;
    const known = this.#known.get(content);
    if (known === undefined) {
      this.#known.set(content, this.writeChunks(name, type, [elements]));
      return;
    }
    this.#claim({name, type, offset: known, length: elements.length});
  }

  #claim(section: Section): void {
    if (this.#sections.some((one) => one.name === section.name)) {
      throw new Error(`${this.#path} already has a section ${section.name}`);
    }
    this.#sections.push(section);
  }

  /** Appends a section that need not be in memory as a whole; gives the byte at which it begins. */
  writeChunks(name: string, type: ElementType, pieces: Iterable<TypedArray>): number {
    this.#pad();
    const section: Section = {name, type, offset: this.#at, length: 0};
    this.#claim(section);
    for (const piece of pieces) {
      if (typeOf(piece) !== type) throw new Error(`a piece of ${name} is not ${type}`);
      section.length += piece.length;
      this.#write(bytesOf(piece));
    }
    return section.offset;
  }

  /** Writes the table and the tail, and closes. */
  finish<Facts>(dataset: string, facts: Facts): WrittenFile {
    this.#pad();
    const table = Buffer.from(JSON.stringify({dataset, facts, sections: this.#sections}));
    const tail = Buffer.alloc(TAIL);
    tail.writeDoubleLE(this.#at, 0);
    tail.writeDoubleLE(table.length, 8);
    tail.writeDoubleLE(this.#at + table.length + TAIL, 16);
    tail.write(MAGIC, 24, 'latin1');
    this.#write(table);
    this.#write(tail);
    closeSync(this.#fd);
    return {bytes: this.#at, sha256: this.#hash.digest('hex')};
  }

  /** Closes a file that will not be finished. */
  abandon(): void {
    closeSync(this.#fd);
  }

  #pad(): void {
    const rest = this.#at % ALIGN;
    if (rest > 0) this.#write(Buffer.alloc(ALIGN - rest));
  }

  #write(bytes: Buffer): void {
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) {
      const length = Math.min(PIECE, bytes.length - done);
      done += writeSync(this.#fd, bytes, done, length, this.#at + done);
    }
    this.#at += bytes.length;
  }
}

/** An index file in memory: `bytes` holds the whole file. */
export interface IndexFile<Facts> extends IndexFooter<Facts> {
  path: string;
  bytes: SharedArrayBuffer;
}

interface Ends {
  table: number;
  tableLength: number;
  size: number;
}

/** Where things lie; throws, naming file and remedy, where it is not a whole file of this version. */
function readEnds(path: string, fd: number): Ends {
  const size = fstatSync(fd).size;
  const head = Buffer.alloc(HEAD);
  const tail = Buffer.alloc(TAIL);
  if (readSync(fd, head, 0, HEAD, 0) < HEAD || head.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error(`${path} is not an index file: ${REMEDY}`);
  }
  const version = head.readUInt32LE(MAGIC.length);
  if (version !== INDEX_VERSION) {
    throw new Error(`${path} has index version ${version}, this code reads ${INDEX_VERSION}: ${REMEDY}`);
  }
  readSync(fd, tail, 0, TAIL, Math.max(0, size - TAIL));
  const [table, tableLength, stated] = [0, 8, 16].map((at) => tail.readDoubleLE(at));
  if (tail.toString('latin1', 24) !== MAGIC || stated !== size) {
    throw new Error(`${path} is cut off or was added to (${size} bytes): ${REMEDY}`);
  }
  return {table: table!, tableLength: tableLength!, size};
}

function readInto(fd: number, target: Uint8Array, position: number): void {
  for (let done = 0; done < target.length; ) {
    const got = readSync(fd, target, done, Math.min(PIECE, target.length - done), position + done);
    if (got === 0) throw new Error('the file ended while it was read');
    done += got;
  }
}

function parseTable<Facts>(path: string, text: string): IndexFooter<Facts> {
  try {
    return JSON.parse(text) as IndexFooter<Facts>;
  } catch (cause) {
    throw new Error(`${path} has a damaged table: ${REMEDY}`, {cause});
  }
}

/** The table of a file alone. Throws as `readIndex`, but looks at no section. */
export function readFooter<Facts>(path: string): IndexFooter<Facts> & {size: number} {
  const fd = openSync(path, 'r');
  try {
    const {table, tableLength, size} = readEnds(path, fd);
    const text = Buffer.alloc(tableLength);
    readInto(fd, text, table);
    return {...parseTable<Facts>(path, text.toString('utf8')), size};
  } finally {
    closeSync(fd);
  }
}

/** The bytes of a file in shared memory, not looked at; files that are asked for together are read side by side. */
export async function readSharedBytes(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const bytes = new SharedArrayBuffer(size);
    const view = new Uint8Array(bytes);
    for (let done = 0; done < size; ) {
      const {bytesRead} = await file.read(view, done, Math.min(PIECE, size - done), done);
      if (bytesRead === 0) throw new Error(`${path} ended while it was read: ${REMEDY}`);
      done += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/**
 * The whole file in shared memory; `read` are its bytes where they are there already. Throws, naming file and remedy, when it is no index file, of another version,
 * not whole, or not the one whose hash the manifest states.
 */
export function readIndex<Facts>(path: string, sha256: string, read?: SharedArrayBuffer): IndexFile<Facts> {
  const fd = openSync(path, 'r');
  try {
    const {table, tableLength, size} = readEnds(path, fd);
    const bytes = read ?? new SharedArrayBuffer(size);
    const view = new Uint8Array(bytes);
    if (!read) readInto(fd, view, 0);
    if (view.length !== size) throw new Error(`${path} changed while it was read: ${REMEDY}`);
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += PIECE) hash.update(view.subarray(at, Math.min(size, at + PIECE)));
    if (hash.digest('hex') !== sha256) {
      throw new Error(`${path} is not the file that the manifest names (its hash differs): ${REMEDY}`);
    }
    return {
      ...parseTable<Facts>(path, Buffer.from(view.slice(table, table + tableLength)).toString('utf8')),
      path,
      bytes,
    };
  } finally {
    closeSync(fd);
  }
}

/** A section as a typed view over the file's bytes; throws on a name that the file does not have. */
export function sectionOf<Facts>(file: IndexFile<Facts>, name: string): TypedArray {
  const found = file.sections.find((one) => one.name === name);
  if (!found) throw new Error(`${file.path} has no section ${name}: ${REMEDY}`);
  const Form = ELEMENTS[found.type] as new (
    bytes: SharedArrayBuffer,
    at: number,
    length: number,
  ) => TypedArray;
  return new Form(file.bytes, found.offset, found.length);
}
