/** The index file: named sections of typed arrays between a magic number and a footer. */
import {createHash, hash} from 'node:crypto';
import {closeSync, fstatSync, openSync, readSync, rmSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import type {SectionSize} from '../../datasets/artefacts.ts';
import {BlockChecksums, checksumText} from './checked_file.ts';
import {readFully, writeFully} from './read_fully.ts';

/** Raised with every change to the sections or their meaning; a file of another version is refused. */
export const INDEX_VERSION = 7;

const MAGIC = 'FPDINDEX';
/** Bytes of magic and version. */
const HEADER = 64;
/** Bytes of the trailer: offset and length of the footer, size of the file, CRC-32 of the footer, and the magic again. */
const TRAILER = 40;
const TRAILER_CRC = 24;
const TRAILER_MAGIC = 32;
/** Sections are aligned to a cache line, which also suits every element size. */
const ALIGN = 64;
/** A section of so many bytes at most is read when the file is opened. */
const SMALL_SECTION = 1 << 11;
/** Bytes that are read or hashed at once. */
const CHUNK = 1 << 26;

const REMEDY = 'run `make compile` to write the index of the build again';

/** Element types of sections, little-endian. */
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
  /** Whether every reader needs it: such sections lie together before the footer. */
  opening?: true;
}

/** The footer of an index file: its table, what is known of it, and the sections in file order. */
export interface IndexFooter<Metadata> {
  dataset: string;
  facts: Metadata;
  sections: Section[];
  /** By block of 64 KiB of what is before the footer: its CRC-32, in base64. */
  checksums: string;
}

export interface WrittenFile {
  bytes: number;
  sha256: string;
  sections?: SectionSize[];
  checksums?: string;
}

const typeOf = (elements: TypedArray): ElementType => {
  for (const [type, form] of Object.entries(ELEMENTS)) {
    if (elements instanceof form) return type as ElementType;
  }
  throw new Error('a section must be one of the typed arrays of ELEMENTS');
};

const bytesOf = ({buffer, byteOffset, byteLength}: TypedArray): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const sizeOfSection = ({name, type, length, opening}: Section): SectionSize => ({
  name,
  bytes: length * ELEMENTS[type].BYTES_PER_ELEMENT,
  opening: opening === true,
});

/** Writes one index file section by section, keeping only small ones in memory. */
export class IndexWriter {
  readonly #path: string;
  readonly #fd: number;
  readonly #sections: Section[] = [];
  readonly #names = new Set<string>();
  readonly #checksums = new BlockChecksums();
  readonly #hash = createHash('sha256');
  /** Offset of a section by type and hash: identical sections are stored once. */
  readonly #offsets = new Map<string, number>();
  /** Sections that are written last, before the footer. */
  readonly #opening: {name: string; elements: TypedArray}[] = [];
  #at = 0;

  constructor(path: string) {
    this.#path = path;
    // Never overwrite: a server may read the old file, or another build link to it.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx');
    const header = Buffer.alloc(HEADER);
    header.write(MAGIC, 0, 'latin1');
    header.writeUInt32LE(INDEX_VERSION, MAGIC.length);
    this.#put(header);
  }

  /**
   * Appends a section, or a second name for an identical one; names are unique in a file. Small sections and those that every
   * reader needs are written last, so that one range has them all.
   */
  write(name: string, elements: TypedArray, opening = elements.byteLength <= SMALL_SECTION): void {
    if (!opening) this.#write(name, elements);
    else {
      this.#addName(name);
      this.#opening.push({name, elements: elements.slice()});
    }
  }

  #addName(name: string): void {
    if (this.#names.has(name)) throw new Error(`${this.#path} already has a section ${name}`);
    this.#names.add(name);
  }

  #write(name: string, elements: TypedArray): void {
    const type = typeOf(elements);
    const content = `${type} ${elements.length} ${hash('sha256', bytesOf(elements))}`;
    const offset = this.#offsets.get(content);
    if (offset === undefined) {
      this.#offsets.set(content, this.writeChunks(name, type, [elements]));
      return;
    }
    this.#addName(name);
    this.#sections.push({name, type, offset, length: elements.length});
  }

  /** Appends a section that is too large for memory; returns the byte at which it begins. */
  writeChunks(name: string, type: ElementType, chunks: Iterable<TypedArray>): number {
    this.#pad();
    const section: Section = {name, type, offset: this.#at, length: 0};
    this.#addName(name);
    this.#sections.push(section);
    for (const chunk of chunks) {
      if (typeOf(chunk) !== type) throw new Error(`a chunk of ${name} is not ${type}`);
      section.length += chunk.length;
      this.#put(bytesOf(chunk));
    }
    return section.offset;
  }

  /** Writes the sections that come last, the footer and the trailer, and closes. */
  finish<Metadata>(dataset: string, facts: Metadata): WrittenFile {
    for (const {name, elements} of this.#opening) {
      this.#names.delete(name);
      this.#write(name, elements);
      this.#sections[this.#sections.length - 1]!.opening = true;
    }
    this.#pad();
    const sections = this.#sections;
    const checksums = checksumText(this.#checksums.soFar());
    const footer = Buffer.from(JSON.stringify({dataset, facts, sections, checksums}));
    const trailer = Buffer.alloc(TRAILER);
    trailer.writeDoubleLE(this.#at, 0);
    trailer.writeDoubleLE(footer.length, 8);
    trailer.writeDoubleLE(this.#at + footer.length + TRAILER, 16);
    trailer.writeUInt32LE(crc32(footer), TRAILER_CRC);
    trailer.write(MAGIC, TRAILER_MAGIC, 'latin1');
    this.#put(footer);
    this.#put(trailer);
    closeSync(this.#fd);
    return {bytes: this.#at, sha256: this.#hash.digest('hex'), sections: sections.map(sizeOfSection)};
  }

  /** By block: the checksums of the finished file. */
  checksums(): Uint32Array {
    return this.#checksums.soFar();
  }

  /** Closes a file that will not be finished. */
  abandon(): void {
    closeSync(this.#fd);
  }

  #pad(): void {
    const rest = this.#at % ALIGN;
    if (rest > 0) this.#put(Buffer.alloc(ALIGN - rest));
  }

  #put(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#checksums.add(bytes);
    writeFully(this.#fd, bytes, this.#at);
    this.#at += bytes.length;
  }
}

/** An index file in memory: `bytes` holds all of it. */
export interface IndexFile<Metadata> extends IndexFooter<Metadata> {
  path: string;
  bytes: SharedArrayBuffer;
}

interface Trailer {
  /** Byte at which the footer begins. */
  footer: number;
  footerLength: number;
  size: number;
  crc: number;
}

/** Locates the footer; throws, naming file and remedy, where this is not a complete file of this version. */
function readTrailer(path: string, fd: number): Trailer {
  const size = fstatSync(fd).size;
  const header = Buffer.alloc(HEADER);
  const trailer = Buffer.alloc(TRAILER);
  if (readSync(fd, header, 0, HEADER, 0) < HEADER || header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error(`${path} is not an index file: ${REMEDY}`);
  }
  const version = header.readUInt32LE(MAGIC.length);
  if (version !== INDEX_VERSION) {
    throw new Error(`${path} has index version ${version}, this code reads ${INDEX_VERSION}: ${REMEDY}`);
  }
  readSync(fd, trailer, 0, TRAILER, Math.max(0, size - TRAILER));
  const [footer = 0, footerLength = 0, stated] = [0, 8, 16].map((at) => trailer.readDoubleLE(at));
  const ends = footer + footerLength + TRAILER;
  if (
    trailer.toString('latin1', TRAILER_MAGIC) !== MAGIC ||
    stated !== size ||
    ends !== size ||
    !(footer >= HEADER)
  ) {
    throw new Error(`${path} is cut off or was added to (${size} bytes): ${REMEDY}`);
  }
  return {footer, footerLength, size, crc: trailer.readUInt32LE(TRAILER_CRC)};
}

const TRUNCATED = 'the file ended while it was read';

function parseFooter<Metadata>(path: string, text: string): IndexFooter<Metadata> {
  try {
    return JSON.parse(text) as IndexFooter<Metadata>;
  } catch (cause) {
    throw new Error(`${path} has a damaged table: ${REMEDY}`, {cause});
  }
}

/** The footer alone, compared with its checksum, and where it begins. Throws as `readIndex`, but looks at no section. */
export function readFooter<Metadata>(path: string): IndexFooter<Metadata> & {size: number; footerAt: number} {
  const fd = openSync(path, 'r');
  try {
    const {footer, footerLength, size, crc} = readTrailer(path, fd);
    const text = Buffer.alloc(footerLength);
    readFully(fd, text, 0, footerLength, footer, TRUNCATED);
    if (crc32(text) !== crc) throw new Error(`${path} has a damaged table: ${REMEDY}`);
    return {...parseFooter<Metadata>(path, text.toString('utf8')), size, footerAt: footer};
  } finally {
    closeSync(fd);
  }
}

/** The bytes of a file in shared memory, not verified; several files may be read in parallel. */
export async function readSharedBytes(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path);
  try {
    const {size} = await file.stat();
    const bytes = new SharedArrayBuffer(size);
    const view = new Uint8Array(bytes);
    for (let done = 0; done < size; ) {
      const {bytesRead} = await file.read(view, done, Math.min(CHUNK, size - done), done);
      if (bytesRead === 0) throw new Error(`${path} ended while it was read: ${REMEDY}`);
      done += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/**
 * The whole file in shared memory; `read` holds its bytes where they were read before. Throws, naming file and remedy,
 * where it is not an index file, of another version, incomplete, or not the one whose hash the manifest states.
 */
export function readIndex<Metadata>(
  path: string,
  sha256: string,
  read?: SharedArrayBuffer,
): IndexFile<Metadata> {
  const fd = openSync(path, 'r');
  try {
    const {footer, footerLength, size} = readTrailer(path, fd);
    const bytes = read ?? new SharedArrayBuffer(size);
    const view = new Uint8Array(bytes);
    if (!read) readFully(fd, view, 0, size, 0, TRUNCATED);
    if (view.length !== size) throw new Error(`${path} changed while it was read: ${REMEDY}`);
    const hash = createHash('sha256');
    for (let at = 0; at < size; at += CHUNK) hash.update(view.subarray(at, Math.min(size, at + CHUNK)));
    if (hash.digest('hex') !== sha256) {
      throw new Error(`${path} is not the file that the manifest names (its hash differs): ${REMEDY}`);
    }
    const text = Buffer.from(view.slice(footer, footer + footerLength)).toString('utf8');
    return {...parseFooter<Metadata>(path, text), path, bytes};
  } finally {
    closeSync(fd);
  }
}

/** A section as a typed view over the file's bytes; throws where the file has none of this name. */
export function readSection<Metadata>(file: IndexFile<Metadata>, name: string): TypedArray {
  const section = file.sections.find((one) => one.name === name);
  if (!section) throw new Error(`${file.path} has no section ${name}: ${REMEDY}`);
  const View = ELEMENTS[section.type] as new (
    bytes: SharedArrayBuffer,
    offset: number,
    length: number,
  ) => TypedArray;
  return new View(file.bytes, section.offset, section.length);
}
