/** What an index file holds: sections of typed arrays, as views over its bytes in memory. */
import type {SharedFile} from './checked_file.ts';

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

type View = new (bytes: ArrayBufferLike, offset: number, length: number) => TypedArray;

/** `length` elements from a byte on, a multiple of their size. */
export const viewOf = (
  type: ElementType,
  bytes: ArrayBufferLike,
  offset: number,
  length: number,
): TypedArray => new (ELEMENTS[type] as View)(bytes, offset, length);
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
  /** Whether it stays in the file, to be read by position: what few queries read is not worth its memory. */
  stays?: true;
}

/** The footer of an index file: its table, what is known of it, and the sections in file order. */
export interface IndexFooter<Metadata> {
  dataset: string;
  facts: Metadata;
  sections: Section[];
  /** By block of 64 KiB of what is before the footer: its CRC-32, in base64. */
  checksums: string;
}

/**
 * An index file in memory: `bytes` holds all of it before the footer, but for the sections that stay in the
 * file. Null: all stay there.
 */
export interface IndexFile<Metadata> extends IndexFooter<Metadata> {
  path: string;
  bytes: SharedArrayBuffer | null;
  /** Where the sections are read from that stay in the file; null where all are in memory. */
  file: SharedFile | null;
}

/** Where a section lies; throws where the file has none of this name. */
export function findSection<Metadata>(file: IndexFile<Metadata>, name: string): Section {
  const section = file.sections.find((one) => one.name === name);
  if (!section) throw new Error(`${file.path} has no section ${name}: ${REMEDY}`);
  return section;
}
