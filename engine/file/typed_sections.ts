/** Sections of an index file by name and element type. */

import {type IndexFile, sectionOf, type TypedArray} from './index_file.ts';
import type {TableMetadata} from './section_names.ts';

export interface Sections {
  has(name: string): boolean;
  bytes(name: string): Uint8Array;
  u32(name: string): Uint32Array;
  f64(name: string): Float64Array;
  /** Codes, in any unsigned elements. */
  ordinals(name: string): Uint8Array | Uint16Array | Uint32Array;
  numbers(name: string): Int32Array | Float64Array;
}

/** Views over the file; a section that is not there or of another type throws. */
export function openSections(file: IndexFile<TableMetadata>): Sections {
  const read = (name: string): TypedArray => sectionOf(file, name);
  const wrong = (name: string): Error =>
    new Error(`section ${name} of ${file.path} has another type: run \`make compile\``);
  return {
    has: (name) => file.sections.some((one) => one.name === name),
    bytes(name) {
      const found = read(name);
      if (!(found instanceof Uint8Array)) throw wrong(name);
      return found;
    },
    u32(name) {
      const found = read(name);
      if (!(found instanceof Uint32Array)) throw wrong(name);
      return found;
    },
    f64(name) {
      const found = read(name);
      if (!(found instanceof Float64Array)) throw wrong(name);
      return found;
    },
    ordinals(name) {
      const found = read(name);
      if (found instanceof Int32Array || found instanceof Float64Array) throw wrong(name);
      return found;
    },
    numbers(name) {
      const found = read(name);
      if (!(found instanceof Int32Array || found instanceof Float64Array)) throw wrong(name);
      return found;
    },
  };
}
