/** What one thread keeps of the queries before: the only cache of the engine, with one bound in bytes. */
import {LRUCache} from 'lru-cache';
import type {RowSet} from './rowset.ts';

/** Bytes of a cache for each row of the build, so that larger builds keep as many values. */
const BYTES_PER_ROW = 8;
/** Bytes of the smallest cache. */
const MIN_BYTES = 1 << 20;
/** Bytes that a key and its entry take beside their value, about. */
const ENTRY_BYTES = 256;

/**
 * Values by key, of which those used longest ago are let go of. A build never changes, so that its values
 * stay right.
 */
export class Cache {
  readonly #values: LRUCache<string, object>;

  /** For a build whose tables have so many rows. */
  constructor(rows: number) {
    this.#values = new LRUCache({maxSize: MIN_BYTES + rows * BYTES_PER_ROW});
  }

  /**
   * The value of a key: kept, or made and kept where it fits. Begin the key with the names of table and
   * purpose. The value must own its memory, of which it has as many bytes as `bytesOf` says, and nobody may
   * change it.
   */
  get<T extends object>(key: string, make: () => T, bytesOf: (value: T) => number): T {
    const known = this.#values.get(key);
    if (known !== undefined) return known as T;
    const value = make();
    this.#values.set(key, value, {size: ENTRY_BYTES + bytesOf(value)});
    return value;
  }

  /** Lets go of all values. */
  clear(): void {
    this.#values.clear();
  }
}

/** Bytes of a set of rows. */
export function bytesOfSet(set: RowSet): number {
  if (set.kind === 'array') return set.rows.byteLength;
  return set.kind === 'bitmap' ? set.bitmap.words.byteLength + set.bitmap.summary.byteLength : 0;
}
