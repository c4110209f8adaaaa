/** Caches the rows of the search terms that were used last, by token index: people ask for the same words again. */
import type {RowSet} from '../rowset/rowset.ts';

/** Bytes of a cache for each row of the tables that are searched, so that larger builds cache as many terms. */
const BYTES_PER_ROW = 6;
/** Bytes that an entry takes beside its rows, about. */
const ENTRY_BYTES = 256;

/** A least-recently-used cache of row sets, of one thread and build. */
export class TermCache {
  readonly #sets = new Map<string, RowSet>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** For a build whose searched tables have so many rows. */
  constructor(rows: number) {
    this.#maxBytes = rows * BYTES_PER_ROW;
  }

  get(key: string): RowSet | undefined {
    const set = this.#sets.get(key);
    if (!set) return undefined;
    // The first key of the map is the one used longest ago.
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  /** Adds a set that owns its memory, and evicts those used longest ago where all are too large. */
  set(key: string, set: RowSet): void {
    this.#sets.set(key, set);
    this.#bytes += bytesOf(set);
    for (const [oldest, evicted] of this.#sets) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#sets.delete(oldest);
      this.#bytes -= bytesOf(evicted);
    }
  }

  clear(): void {
    this.#sets.clear();
    this.#bytes = 0;
  }
}

function bytesOf(set: RowSet): number {
  if (set.kind === 'array') return ENTRY_BYTES + set.rows.byteLength;
  if (set.kind === 'bitmap') return ENTRY_BYTES + set.bitmap.words.byteLength + set.bitmap.summary.byteLength;
  return ENTRY_BYTES;
}
