/** The lists of the terms that were searched last: people ask for the same words again, alone and beside others. */
import type {StoredList} from '../rowset/list_program.ts';
import type {TokenRanges} from './token_lists.ts';

/** What was found of a term: the lists of all tokens that contain it. */
export interface TermLists {
  /** Of a frequent substring, which has a bitmap: its ordinal; then there are no lists. */
  readonly prepared: number | null;
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
  /** When it was asked for last, as a number of requests. */
  used: number;
}

const NOWHERE = new Uint32Array(0);
const NO_RANGES: TokenRanges = {
  begins: NOWHERE,
  ends: NOWHERE,
  rows: NOWHERE,
  count: 0,
  length: 0,
  words: 0,
};

/** Words of all that a thread keeps of a build, at most: 24 MB. */
const MOST = 6 << 20;
/** Longer ones are not kept. */
const LONGEST = MOST / 16;
/** What is let go at once, so that the oldest are seldom looked for. */
const LET_GO = MOST / 4;

/** Words that an entry takes, about; one list of the same rows takes no more. */
const sizeOf = ({words, count}: TokenRanges): number => words + 6 * count + 64;

/** What a thread keeps of all indexes of a build, by index and term. It goes with the build. */
export class KeptTerms {
  readonly #indexes: Map<string, TermLists>[] = [];
  #size = 0;
  #requests = 0;

  /** An index, of which nothing is kept so far. */
  open(): KeptLists {
    const terms = new Map<string, TermLists>();
    this.#indexes.push(terms);
    return new KeptLists(terms, this);
  }

  /** Lets go of all. */
  clear(): void {
    for (const terms of this.#indexes) terms.clear();
    this.#size = 0;
  }

  /** The number of a request. */
  next(): number {
    return this.#requests++;
  }

  /** Counts what is kept besides, and lets those go that were asked for longest ago, of any index, where it is too much. */
  add(ranges: TokenRanges): void {
    this.#size += sizeOf(ranges);
    if (this.#size <= MOST) return;
    const entries = this.#indexes.flatMap((terms) =>
      [...terms].map(([term, {ranges: own, used}]) => ({terms, term, ranges: own, used})),
    );
    entries.sort((a, b) => a.used - b.used);
    for (const {terms, term, ranges: own} of entries) {
      if (this.#size <= MOST - LET_GO) return;
      terms.delete(term);
      this.#size -= sizeOf(own);
    }
  }
}

/** What a thread keeps of one index. */
export class KeptLists {
  readonly #terms: Map<string, TermLists>;
  readonly #all: KeptTerms;

  constructor(terms: Map<string, TermLists>, all: KeptTerms) {
    this.#terms = terms;
    this.#all = all;
  }

  get(term: string): TermLists | null {
    const known = this.#terms.get(term);
    if (!known) return null;
    known.used = this.#all.next();
    return known;
  }

  /** Keeps what was found of a term, unless it is long; `ranges` may be in memory that is used again. */
  put(term: string, ranges: TokenRanges, lists: readonly StoredList[]): TermLists {
    const isKept = sizeOf(ranges) <= LONGEST;
    const {count, length: rows, words: length} = ranges;
    const found: TermLists = {
      prepared: null,
      ranges: isKept ? copyOf(ranges) : ranges,
      lists,
      rows,
      isOne: count === 1,
      length,
      words: null,
      isKept,
      used: this.#all.next(),
    };
    return isKept ? this.#keep(term, found) : found;
  }

  /** Keeps that a term has a bitmap. */
  putPrepared(term: string, prepared: number): TermLists {
    const none = {ranges: NO_RANGES, lists: [], rows: 0, isOne: false, length: 0, words: null};
    return this.#keep(term, {prepared, ...none, isKept: true, used: this.#all.next()});
  }

  #keep(term: string, found: TermLists): TermLists {
    this.#terms.set(term, found);
    this.#all.add(found.ranges);
    return found;
  }
}

const copyOf = (ranges: TokenRanges): TokenRanges => ({
  ...ranges,
  begins: ranges.begins.slice(),
  ends: ranges.ends.slice(),
  rows: ranges.rows.slice(),
});
