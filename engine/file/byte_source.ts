/**
 * Where the bytes of a build are read from. A section is a typed array over the memory of its source. A source in memory has
 * all elements at once; in any other the memory is reserved, and elements are there once they were requested and fetched.
 */
import type {ByteFile} from './checked_file.ts';
import type {TypedArray} from './index_file.ts';

/** Sections by range: in memory, from files, or from a server of byte ranges. */
export interface ByteSource {
  /** Whether every element of every section is there, so that nothing needs to be requested. */
  readonly complete: boolean;
  /** Elements `from` up to `to` of a section, not copied; those that are missing are fetched with all that was requested. */
  read<T extends TypedArray>(section: T, from: number, to: number): T;
  /** Announces elements: what is requested before the next fetch comes in one round. */
  request(section: TypedArray, from: number, to: number): void;
  /** Whether all of these elements are there. */
  has(section: TypedArray, from: number, to: number): boolean;
  /** Fetches what was requested. A source that cannot wait throws, and the query runs again when the bytes are there. */
  fetch(): void;
  /** A file that has no sections in memory, as this source reads it. */
  file(file: ByteFile): ByteFile;
}

/** All sections are in memory. */
export const MEMORY_SOURCE: ByteSource = {
  complete: true,
  read: <T extends TypedArray>(section: T, from: number, to: number) => section.subarray(from, to) as T,
  request() {},
  has: () => true,
  fetch() {},
  file: (file) => file,
};

/** Requests whole sections. */
export function requestAll(source: ByteSource, sections: Iterable<TypedArray | null | undefined>): void {
  for (const section of sections) if (section) source.request(section, 0, section.length);
}
