/** The lists of the terms that were searched last: people ask for the same words again, alone and beside others. */
import type {StoredList} from '../rowset/list_program.ts';
import type {TokenRanges} from './token_lists.ts';

/** The lists of all tokens that contain a term. */
export interface TermLists {
  /** Where they lie in the file. */
  readonly ranges: TokenRanges;
  /** From element 0 on, one after the other. */
  lists: readonly StoredList[];
  /** Rows of the lists. */
  rows: number;
  /** Whether they are one list, ascending and with each row once. */
  isOne: boolean;
  /** Words of the lists. */
  length: number;
  /** The words, once they were read. */
  words: Uint32Array | null;
  /** Whether the words, once they were read, should be put here. */
  readonly isKept: boolean;
}

/** Words of all that a thread keeps, at most: 24 MB. */
const MOST = 6 << 20;
/** Longer ones are not kept. */
const LONGEST = MOST / 16;

/** Words that an entry takes, about; one list of the same rows takes no more. */
const sizeOf = ({words, count}: TokenRanges): number => words + 6 * count + 64;

/** Of all indexes of a thread; those used longest ago come first. */
const kept = new Map<string, TermLists>();
let size = 0;
let indexes = 0;

/** What a thread keeps of one index. It is let go as others are kept, also after the build was closed. */
export class KeptLists {
  readonly #index = indexes++;

  get(term: string): TermLists | null {
    const key = this.#keyOf(term);
    const known = kept.get(key);
    if (!known) return null;
    kept.delete(key);
    kept.set(key, known);
    return known;
  }

  /** Keeps what was found of a term, unless it is long; `ranges` may be in memory that is used again. */
  put(term: string, ranges: TokenRanges, lists: readonly StoredList[]): TermLists {
    const isKept = sizeOf(ranges) <= LONGEST;
    const found: TermLists = {
      ranges: isKept ? copyOf(ranges) : ranges,
      lists,
      rows: ranges.length,
      isOne: ranges.count === 1,
      length: ranges.words,
      words: null,
      isKept,
    };
    if (!isKept) return found;
    kept.set(this.#keyOf(term), found);
    size += sizeOf(ranges);
    for (const [oldest, {ranges: freed}] of kept) {
      if (size <= MOST) break;
      kept.delete(oldest);
      size -= sizeOf(freed);
    }
    return found;
  }

  #keyOf(term: string): string {
    return `${this.#index} ${term}`;
  }
}

const copyOf = (ranges: TokenRanges): TokenRanges => ({
  ...ranges,
  begins: ranges.begins.slice(),
  ends: ranges.ends.slice(),
  rows: ranges.rows.slice(),
});
