/** The lists of the terms that were searched last: people ask for the same words again, alone and beside others. */
import type {ListProgram, StoredList} from '../rowset/list_program.ts';
import {LEAST_SEGMENTS, ListArena, type Placed, SEGMENT} from './list_arena.ts';
import type {TokenRanges} from './token_lists.ts';

/** What was found of a term: the lists of all tokens that contain it. */
export interface TermLists extends Placed {
  /** Of a frequent substring, which has a bitmap: its ordinal; then there are no lists. */
  readonly prepared: number | null;
  /** Where they lie in the file. */
  readonly ranges: TokenRanges;
  /** One after the other; places count from the first. */
  lists: readonly StoredList[];
  /** Rows of the lists. */
  rows: number;
  /** Whether they are one list, ascending and with each row once. */
  isOne: boolean;
  /** Words of the lists. */
  length: number;
  /** Whether they should have a place there. */
  readonly isKept: boolean;
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

/** Words that tell where the lists of all terms lie that a thread keeps of a build, at most, for each segment of lists: 3 MB beside 21. */
const MOST_BESIDE = (3 << 18) / LEAST_SEGMENTS;
/** A term with more is not kept. */
const LONGEST = (LEAST_SEGMENTS * MOST_BESIDE) / 16;
/** The share that is let go at once, so that the oldest are seldom looked for. */
const LET_GO = 1 / 4;

/**
 * Rows of the searched tables for which there is a segment: 24 MB for the 4.2 million of the national corpus, whose 200 terms of the bench take 19. With
 * 15.6 million they do not fit in that, and a search takes three times as long.
 */
const ROWS_OF_SEGMENT = 302_000;

/** Words that it takes to tell where the lists of a term lie, about. */
const sizeOf = ({count}: TokenRanges): number => 6 * count + 64;

/** What a thread keeps of all indexes of a build, by index and term. It goes with the build. */
export class KeptTerms {
  readonly #indexes: Map<string, TermLists>[] = [];
  readonly #arena: ListArena;
  readonly #most: number;
  #size = 0;
  #requests = 0;

  /** Of a build whose searched tables have so many rows. */
  constructor(rows = 0) {
    const segments = Math.max(LEAST_SEGMENTS, Math.ceil(rows / ROWS_OF_SEGMENT));
    this.#arena = new ListArena(segments);
    this.#most = segments * MOST_BESIDE;
  }

  /** An index, of which nothing is kept so far. */
  open(): KeptLists {
    const terms = new Map<string, TermLists>();
    this.#indexes.push(terms);
    return new KeptLists(terms, this);
  }

  /** Lets go of all. */
  clear(): void {
    for (const terms of this.#indexes) terms.clear();
    this.#arena.clear();
    this.#size = 0;
  }

  /** Where lists are kept. */
  get arena(): ListArena {
    return this.#arena;
  }

  /** The number of a request. */
  next(): number {
    return this.#requests++;
  }

  /** Counts what is kept besides, and lets those go that were asked for longest ago, of any index, where it is too much. */
  add(ranges: TokenRanges): void {
    this.#size += sizeOf(ranges);
    if (this.#size <= this.#most) return;
    const entries = this.#indexes.flatMap((terms) =>
      [...terms].map(([term, found]) => ({terms, term, found})),
    );
    entries.sort((a, b) => a.found.used - b.found.used);
    for (const {terms, term, found} of entries) {
      if (this.#size <= (1 - LET_GO) * this.#most) return;
      terms.delete(term);
      this.#arena.remove(found);
      this.#size -= sizeOf(found.ranges);
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
    const {count, length: rows, words: length} = ranges;
    const isKept = sizeOf(ranges) <= LONGEST && length <= SEGMENT;
    const asStored = {lists, rows, isOne: count === 1, length, place: null};
    const found: TermLists = {
      prepared: null,
      ranges: isKept ? copyOf(ranges) : ranges,
      ...asStored,
      isKept,
      used: this.#all.next(),
      forget() {
        Object.assign(this, asStored);
      },
    };
    return isKept ? this.#keep(term, found) : found;
  }

  /** Keeps that a term has a bitmap. */
  putPrepared(term: string, prepared: number): TermLists {
    const none = {ranges: NO_RANGES, lists: [], rows: 0, isOne: false, length: 0, place: null};
    const found = {prepared, ...none, isKept: true, used: this.#all.next(), forget: () => undefined};
    return this.#keep(term, found);
  }

  /** The program in which kept lists have their places, for tables of up to so many rows. */
  program(rows: number): ListProgram {
    return this.#all.arena.program(rows);
  }

  /** Gives a term a place and has its lists written there; those asked for longest ago may lose theirs. */
  place(term: TermLists, program: ListProgram, write: (target: Uint32Array) => void): void {
    const {at, give} = this.#all.arena.room(term.length);
    write(program.elements.subarray(at, at + term.length));
    give(term);
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
