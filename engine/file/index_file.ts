/** The index file: named sections of typed arrays between a magic number and a footer. */
import {hash} from 'node:crypto';
import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {INDEX_VERSION, type SectionSize} from '../../builds/artefacts.ts';
import {checksumText} from './block_checksums.ts';
import {OutputFile} from './output_file.ts';
import {readFully} from './read_fully.ts';
import {ELEMENTS, type ElementType, type IndexFooter, type Section, type TypedArray} from './sections.ts';

const MAGIC = 'FPDINDEX';
/** Bytes of magic and version. */
const HEADER = 64;
/**
 * Bytes of the trailer: offset and length of the footer, size of the file, CRC-32 of the footer, and the
 * magic again.
 */
const TRAILER = 40;
const TRAILER_CRC = 24;
const TRAILER_MAGIC = 32;
/** Sections are aligned to a cache line, which also suits every element size. */
const ALIGN = 64;
/** Bytes that are compared at once. */
const PIECE = 1 << 20;
/** A section of so many bytes at most is read when the file is opened. */
const SMALL_SECTION = 1 << 11;
const REMEDY = 'run `make compile` to write the index of the build again';

export interface WrittenFile {
  bytes: number;
  sha256: string;
  /** SHA-256 of the footer and the trailer. */
  footer?: string;
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

/** Where a section is read. */
type Place = 'opening' | 'memory' | 'file';

/** Writes one index file section by section, keeping only small ones in memory. */
export class IndexWriter {
  readonly #path: string;
  readonly #file: OutputFile;
  readonly #sections: Section[] = [];
  readonly #names = new Set<string>();
  /** Sections by type, length and checksum: identical ones are stored once. */
  readonly #known = new Map<string, Section[]>();
  /** Sections that are written last, before the footer. */
  readonly #opening: {name: string; elements: TypedArray}[] = [];

  constructor(path: string) {
    this.#path = path;
    this.#file = new OutputFile(path);
    const header = Buffer.alloc(HEADER);
    header.write(MAGIC, 0, 'latin1');
    header.writeUInt32LE(INDEX_VERSION, MAGIC.length);
    this.#file.write(header);
  }

  /**
   * Appends a section, or a second name for an identical one; names are unique in a file. Small sections and
   * those that every reader needs open the file: they are written last, so that one range has them all. Those
   * of the file stay in it when the others are read to memory.
   */
  write(
    name: string,
    elements: TypedArray,
    place: Place = elements.byteLength <= SMALL_SECTION ? 'opening' : 'memory',
  ): void {
    if (place === 'opening') {
      this.#addName(name);
      this.#opening.push({name, elements: elements.slice()});
    } else this.#write(name, elements, place === 'file');
  }

  #addName(name: string): void {
    if (this.#names.has(name)) throw new Error(`${this.#path} already has a section ${name}`);
    this.#names.add(name);
  }

  #write(name: string, elements: TypedArray, stays: boolean): void {
    const type = typeOf(elements);
    const bytes = bytesOf(elements);
    const key = `${type} ${elements.length} ${crc32(bytes)}`;
    const alike = this.#known.get(key) ?? [];
    const same = alike.filter((one) => this.#has(one.offset, bytes));
    // What stays would not if an equal section behind it were in memory; where one is already, it may as well
    // be.
    const known = same.find((one) => !one.stays) ?? (stays ? same[0] : undefined);
    if (known) {
      this.#addName(name);
      this.#sections.push({...known, name});
      return;
    }
    this.writeChunks(name, type, [elements]);
    const section = this.#sections[this.#sections.length - 1]!;
    if (stays) section.stays = true;
    this.#known.set(key, [...alike, section]);
  }

  /** Whether these bytes were written at a place. Checksums of others may be the same. */
  #has(offset: number, bytes: Buffer): boolean {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, bytes.length));
    for (let at = 0; at < bytes.length; at += piece.length) {
      const own = bytes.subarray(at, at + piece.length);
      this.#file.read(piece, own.length, offset + at);
      if (!own.equals(piece.subarray(0, own.length))) return false;
    }
    return true;
  }

  /** Appends a section that is too large for memory; returns the byte at which it begins. */
  writeChunks(name: string, type: ElementType, chunks: Iterable<TypedArray>): number {
    this.#pad();
    const section: Section = {name, type, offset: this.#file.bytes, length: 0};
    this.#addName(name);
    this.#sections.push(section);
    for (const chunk of chunks) {
      if (typeOf(chunk) !== type) throw new Error(`a chunk of ${name} is not ${type}`);
      section.length += chunk.length;
      this.#file.write(bytesOf(chunk));
    }
    this.#file.flush();
    return section.offset;
  }

  /** Writes the sections that come last, the footer and the trailer, and closes. */
  finish<Metadata>(dataset: string, facts: Metadata): WrittenFile {
    for (const {name, elements} of this.#opening) {
      this.#names.delete(name);
      this.#write(name, elements, false);
      this.#sections[this.#sections.length - 1]!.opening = true;
    }
    this.#pad();
    const sections = this.#sections;
    const checksums = checksumText(this.#file.checksums());
    const footer = Buffer.from(JSON.stringify({dataset, facts, sections, checksums}));
    const trailer = Buffer.alloc(TRAILER);
    const {bytes: at} = this.#file;
    trailer.writeDoubleLE(at, 0);
    trailer.writeDoubleLE(footer.length, 8);
    trailer.writeDoubleLE(at + footer.length + TRAILER, 16);
    trailer.writeUInt32LE(crc32(footer), TRAILER_CRC);
    trailer.write(MAGIC, TRAILER_MAGIC, 'latin1');
    this.#file.write(footer);
    this.#file.write(trailer);
    return {
      ...this.#file.finish(),
      footer: hash('sha256', Buffer.concat([footer, trailer])),
      sections: sections.map(sizeOfSection),
    };
  }

  /** By block: the checksums of the finished file. */
  checksums(): Uint32Array {
    return this.#file.checksums();
  }

  /** Closes a file that will not be finished. */
  abandon(): void {
    this.#file.close();
  }

  #pad(): void {
    const rest = this.#file.bytes % ALIGN;
    if (rest > 0) this.#file.write(Buffer.alloc(ALIGN - rest));
  }
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
    !(Number.isSafeInteger(footer) && footer >= HEADER)
  ) {
    throw new Error(`${path} is cut off or was added to (${size} bytes): ${REMEDY}`);
  }
  return {footer, footerLength, size, crc: trailer.readUInt32LE(TRAILER_CRC)};
}

function parseFooter<Metadata>(path: string, text: string): IndexFooter<Metadata> {
  try {
    return JSON.parse(text) as IndexFooter<Metadata>;
  } catch (cause) {
    throw new Error(`${path} has a damaged table: ${REMEDY}`, {cause});
  }
}

/** A footer, and where it begins. */
export interface ReadFooter<Metadata> extends IndexFooter<Metadata> {
  size: number;
  footerAt: number;
}

/**
 * The footer alone, compared with its checksum and with the hash that the manifest states, where it is given.
 * It has the checksum of every block before it: so the hash of the footer stands for the whole file. Throws,
 * naming file and remedy, where this is not an index file, of another version, incomplete, or not the one
 * that the manifest names.
 */
export function readFooter<Metadata>(path: string, expected?: string): ReadFooter<Metadata> {
  const fd = openSync(path, 'r');
  try {
    const {footer, footerLength, size, crc} = readTrailer(path, fd);
    const end = Buffer.alloc(size - footer);
    readFully(fd, end, 0, end.length, footer, `${path} ended while it was read: ${REMEDY}`);
    const text = end.subarray(0, footerLength);
    if (crc32(text) !== crc) throw new Error(`${path} has a damaged table: ${REMEDY}`);
    if (expected !== undefined && hash('sha256', end) !== expected) {
      throw new Error(
        `${path} is not the file that the manifest names (the hash of its footer differs): ${REMEDY}`,
      );
    }
    return {...parseFooter<Metadata>(path, text.toString('utf8')), size, footerAt: footer};
  } finally {
    closeSync(fd);
  }
}
