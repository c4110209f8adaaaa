/** Sections of an index file by name and element type. */
import {CheckedFile, checksumsOfText} from './checked_file.ts';
import {farElements} from './far_elements.ts';
import {FileSection} from './file_section.ts';
import {openFile, type SourceOf} from './open_file.ts';
import type {TableMetadata} from './section_names.ts';
import {findSection, type IndexFile, type Section, type TypedArray, viewOf} from './sections.ts';

export interface Sections {
  has(name: string): boolean;
  /** Whether a section stays in the file though all others are in memory. */
  stays(name: string): boolean;
  /** A section that stays in the file, alone or with all others; null where it is in memory. */
  inFile(name: string): FileSection | null;
  bytes(name: string): Uint8Array;
  u32(name: string): Uint32Array;
  f64(name: string): Float64Array;
  /** `length` doubles of a section of bytes, from the byte `from` on, a multiple of eight. */
  doublesIn(name: string, from: number, length: number): Float64Array;
  /** Ordinals, in any unsigned element type. */
  ordinals(name: string): Uint8Array | Uint16Array | Uint32Array;
  numbers(name: string): Int32Array | Float64Array;
  /** Offsets, in 16 or 32 bits. */
  offsets(name: string): Uint16Array | Uint32Array;
}

/**
 * Typed views over the memory of the file; a section that is missing, stays in the file or is of another type
 * throws. `sourceOf` finds the bytes of those that stay.
 */
/** A section as a typed view over the file's bytes; throws where they are not in memory. */
export function readSection<Metadata>(file: IndexFile<Metadata>, name: string): TypedArray {
  const {type, offset, length} = findSection(file, name);
  if (!file.bytes) throw new Error(`${file.path} is not in memory`);
  return viewOf(type, file.bytes, offset, length);
}

export function openSections(file: IndexFile<TableMetadata>, sourceOf: SourceOf = openFile): Sections {
  const inFile = file.file;
  const stays = (name: string): Section | undefined =>
    inFile ? file.sections.find((section) => section.name === name && section.stays) : undefined;
  let checked: CheckedFile | null = null;
  const fromFile = (section: Section): FileSection => {
    if (!inFile) throw new Error(`${file.path} is not open`);
    checked ??= new CheckedFile(inFile, checksumsOfText(file.checksums), sourceOf(inFile));
    return new FileSection(checked, section);
  };
  const source = !file.bytes && inFile ? sourceOf(inFile) : null;
  const read = (name: string): TypedArray => {
    if (stays(name)) throw new Error(`section ${name} of ${file.path} is not in memory`);
    return source ? farElements({source, ...findSection(file, name)}) : readSection(file, name);
  };
  const typed =
    <T extends TypedArray>(...types: readonly (abstract new (...given: never[]) => T)[]) =>
    (name: string): T => {
      const elements = read(name);
      if (types.some((type) => elements instanceof type)) return elements as T;
      throw new Error(`section ${name} of ${file.path} has another type: run \`make compile\``);
    };
  return {
    has: (name) => file.sections.some((section) => section.name === name),
    stays: (name) => stays(name) !== undefined,
    inFile(name) {
      const section = source ? findSection(file, name) : stays(name);
      return section ? fromFile(section) : null;
    },
    bytes: typed(Uint8Array),
    u32: typed(Uint32Array),
    f64: typed(Float64Array),
    ordinals: typed<Uint8Array | Uint16Array | Uint32Array>(Uint8Array, Uint16Array, Uint32Array),
    offsets: typed<Uint16Array | Uint32Array>(Uint16Array, Uint32Array),
    numbers: typed<Int32Array | Float64Array>(Int32Array, Float64Array),
    doublesIn(name, from, length) {
      const bytes = read(name);
      if (!source) return new Float64Array(bytes.buffer, bytes.byteOffset + from, length);
      const {offset} = findSection(file, name);
      return farElements({source, type: 'f64', offset: offset + from, length}) as Float64Array;
    },
  };
}
