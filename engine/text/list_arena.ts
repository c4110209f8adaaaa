/**
 * Lists of terms in the memory of a program of their own, where they are intersected without being copied. Segments of it are filled one
 * after the other; once all are full, the one whose terms were asked for longest ago is filled anew.
 */
import {ListProgram} from '../rowset/list_program.ts';

/** Elements before the lists, for what is made of them: memory that is not written takes none. */
export const WORKING = 1 << 20;
/** Elements of a segment: no longer list is kept. */
export const SEGMENT = (6 << 20) / 16;
/** Segments of a build, at least: 21 MB. */
export const LEAST_SEGMENTS = 14;
/** So many terms that were asked for last never take the places of one another: there is a segment without any. */
export const MOST_TOGETHER = LEAST_SEGMENTS / 2;

/** What has a place. */
export interface Placed {
  /** Element at which its list begins; null where it has none. */
  place: number | null;
  /** When it was asked for last, as a number of requests. */
  used: number;
  /** Takes its place away, and with it what was made of its list there. */
  forget(): void;
}

interface Segment {
  begin: number;
  /** Where the next list begins. */
  end: number;
  terms: Set<Placed>;
}

/** When a term of the segment was asked for last. */
function lastUse({terms}: Segment): number {
  let last = -1;
  for (const {used} of terms) last = Math.max(last, used);
  return last;
}

export class ListArena {
  readonly #most: number;
  #program: ListProgram | null = null;
  #segments: Segment[] = [];
  #filling: Segment | null = null;

  /** Of at most so many segments, `LEAST_SEGMENTS` or more. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The program, for tables of up to so many rows: where the one before is for fewer, it is another, and nothing has a place. */
  program(rows: number): ListProgram {
    if (this.#program && !this.#program.covers(rows)) this.clear();
    if (!this.#program) {
      this.#program = new ListProgram(rows);
      // All at once: memory that is not written takes none, and each time it grows V8 counts all of it anew and soon collects its heap.
      this.#program.reserve(WORKING + this.#most * SEGMENT);
    }
    return this.#program;
  }

  /**
   * Room for a list of so many elements of the program that was given last, which may take the place of others; `give` tells whose it is
   * once it is written.
   */
  room(length: number): {at: number; give: (term: Placed) => void} {
    const fits = this.#filling && this.#filling.end + length <= this.#filling.begin + SEGMENT;
    if (!fits) this.#filling = this.#emptySegment();
    const segment = this.#filling!;
    const at = segment.end;
    segment.end += length;
    const give = (term: Placed): void => {
      term.place = at;
      segment.terms.add(term);
    };
    return {at, give};
  }

  /** Takes the place of a term away. */
  remove(term: Placed): void {
    const {place} = term;
    if (place === null) return;
    this.#segments[Math.floor((place - WORKING) / SEGMENT)]!.terms.delete(term);
    term.forget();
  }

  /** Lets go of all. */
  clear(): void {
    for (const {terms} of this.#segments) for (const term of terms) term.forget();
    this.#segments = [];
    this.#filling = null;
    this.#program = null;
  }

  #emptySegment(): Segment {
    const count = this.#segments.length;
    if (count < this.#most) {
      const begin = WORKING + count * SEGMENT;
      const added: Segment = {begin, end: begin, terms: new Set()};
      this.#segments.push(added);
      return added;
    }
    const uses = this.#segments.map(lastUse);
    const oldest = this.#segments[uses.indexOf(Math.min(...uses))]!;
    for (const term of oldest.terms) term.forget();
    oldest.terms.clear();
    oldest.end = oldest.begin;
    return oldest;
  }
}
