/** The rows in which every term occurs inside a token, by the lists of the tokens, whether these are on disk or in memory. */
import {Bitmap} from '../rowset/bitmap.ts';
import {type ListProgram, listProgram, type StoredList} from '../rowset/list_program.ts';
import {EMPTY_SET, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords, toArray, union} from '../rowset/set_ops.ts';
import {formOf, wordsOf, writeList} from '../rowset/stored_list.ts';
import type {KeptLists, TermLists} from './kept_lists.ts';
import {MOST_TOGETHER, WORKING} from './list_arena.ts';
import type {TokenRanges} from './token_lists.ts';

/** Up to so many rows are an array, more are a bitmap. */
const MAX_ARRAY = 1 << 15;

/** For up to so many rows their words of a stored bitmap are read; for more the whole. */
const MAX_SCATTERED = 512;

/** Begins a term that is a whole token: no folded text has a line feed. */
const WHOLE = '\n';

/** Reads words of a section, as `FileSection` does. */
export interface WordReader {
  read(from: number, to: number, target: Uint32Array): void;
  readRanges(from: ArrayLike<number>, to: ArrayLike<number>, count: number, target: Uint32Array): number;
}

/** Tokens and the rows of each. */
export interface TokenSource {
  /** Ordinals of the tokens that contain a text, ascending. */
  containing(text: Buffer, scratch: Scratch): Uint32Array;
  /** Those of the tokens that equal it. */
  equalTo(text: Buffer, scratch: Scratch): Uint32Array;
  /** Where the lists of some ascending tokens lie; valid until the scratch is released. */
  ranges(tokens: Uint32Array, scratch: Scratch): TokenRanges;
  lists: WordReader;
  /** The number of a frequent substring, whose rows are stored as a bitmap; -1 of any other. */
  substring(text: Buffer): number;
  /** By frequent substring: its rows, and the number of its bitmap. */
  counts: Uint32Array;
  slots: ArrayLike<number>;
  bitmaps: WordReader;
}

export class TermRows {
  readonly #source: TokenSource;
  readonly #kept: KeptLists;

  constructor(source: TokenSource, kept: KeptLists) {
    this.#source = source;
    this.#kept = kept;
  }

  /**
   * The rows of a table of `rows` rows that have, for every term, a token that contains it. Needs at least one term.
   * Valid until the scratch is released.
   */
  rows(terms: readonly string[], rows: number, scratch: Scratch): RowSet {
    // Where it is another one, no term has a place: it is opened before terms are looked at.
    this.#kept.program(rows);
    const prepared: number[] = [];
    const unions: TermLists[] = [];
    for (const term of terms) {
      const lists = this.#listsOf(term, rows, scratch);
      if (lists.prepared !== null) prepared.push(lists.prepared);
      else if (lists.rows === 0) return EMPTY_SET;
      else unions.push(lists);
    }
    unions.sort((a, b) => a.rows - b.rows);
    const {counts} = this.#source;
    prepared.sort((a, b) => counts[a]! - counts[b]!);
    let matching = unions.length > 0 ? this.#intersectUnions(unions, rows, scratch) : null;
    if (matching && sizeOf(matching) === 0) return EMPTY_SET;
    for (const slot of prepared) matching = this.#intersectBitmap(matching, slot, rows, scratch);
    return matching ?? EMPTY_SET;
  }

  /** The rows that have a token that equals one of some texts. Valid until the scratch is released. */
  equalTo(texts: readonly string[], rows: number, scratch: Scratch): RowSet {
    return texts.reduce(
      (found, text) => union(found, this.rows([WHOLE + text], rows, scratch), rows, scratch),
      EMPTY_SET,
    );
  }

  /** The lists of a term: those of its tokens, one list of them all once it is asked for again. */
  #listsOf(term: string, rows: number, scratch: Scratch): TermLists {
    const known = this.#kept.get(term);
    if (!known) return this.#find(term, rows, scratch);
    if (!known.isOne && known.place !== null) this.#unite(known, known.place, rows, scratch);
    return known;
  }

  /** Makes one list of those of a term, at their place: it takes no more words. */
  #unite(term: TermLists, place: number, rows: number, scratch: Scratch): void {
    const all = toArray(this.#union(term, rows, scratch), scratch);
    const length = wordsOf(all.length, rows);
    const words = this.#kept.program(rows).elements.subarray(place, place + length);
    words.fill(0);
    writeList(all, rows, words);
    term.lists = [{form: formOf(all.length, rows), at: 0, count: all.length}];
    Object.assign(term, {rows: all.length, isOne: true, length});
  }

  /** The bitmap of a term, or where the lists of all tokens that contain it lie; those that are listed are one list. */
  #find(term: string, rows: number, scratch: Scratch): TermLists {
    const isWhole = term.startsWith(WHOLE);
    const text = Buffer.from(isWhole ? term.slice(WHOLE.length) : term);
    const prepared = isWhole ? -1 : this.#source.substring(text);
    if (prepared >= 0) return this.#kept.putPrepared(term, prepared);
    const tokens = this.#source[isWhole ? 'equalTo' : 'containing'](text, scratch);
    const ranges = this.#source.ranges(tokens, scratch);
    const lists: StoredList[] = [];
    let at = 0;
    for (let i = 0; i < ranges.count; i++) {
      const count = ranges.rows[i]!;
      const form = formOf(count, rows);
      const last = lists[lists.length - 1];
      if (form === 'listed' && last?.form === 'listed') last.count += count;
      else lists.push({form, at, count});
      at += ranges.ends[i]! - ranges.begins[i]!;
    }
    return this.#kept.put(term, ranges, lists);
  }

  /** The rows that are in the union of the lists of each term, of which the first has the fewest. */
  #intersectUnions(unions: readonly TermLists[], rows: number, scratch: Scratch): RowSet {
    const [first, ...others] = unions as [TermLists, ...TermLists[]];
    if (others.length === 0) return this.#union(first, rows, scratch);
    const most = Math.min(first.rows, rows);
    // What is left of the lists of the first; what it has in common with the next.
    const {program, bases} = this.#placed(unions, rows, 2 * most);
    if (unions.every(({isOne}) => isOne)) {
      return this.#copyRows(program, 0, common(program, unions, bases, rows, most), rows, scratch);
    }
    let marked: readonly StoredList[] = first.lists;
    let [base, count, isSorted] = [bases[0]!, 0, false];
    for (const [i, one] of others.entries()) {
      if (i > 0) {
        program.elements.copyWithin(0, most, most + count);
        marked = [{form: 'listed', at: 0, count}];
        base = 0;
      }
      for (const list of marked) program.mark(list, rows, base);
      count = 0;
      for (const list of one.lists) count += program.take(list, rows, bases[i + 1]!, most + count);
      for (const list of marked) program.unmark(list, rows, base);
      if (count === 0) return EMPTY_SET;
      isSorted = one.isOne;
    }
    if (!isSorted) count = program.sortDistinct(most, count);
    return this.#copyRows(program, most, count, rows, scratch);
  }

  /** The rows of all lists. */
  #union(term: TermLists, rows: number, scratch: Scratch): RowSet {
    const {lists, isOne} = term;
    const isBitmap = term.rows > MAX_ARRAY || lists.some(({form}) => form === 'bitmap');
    const {program, bases} = this.#placed([term], rows, isBitmap ? 0 : term.rows);
    const base = bases[0]!;
    if (isBitmap) {
      const bitmap = scratch.bitmap(rows);
      for (const list of lists) program.mark(list, rows, base);
      program.moveMarks(bitmap, rows);
      return {kind: 'bitmap', bitmap, count: isOne ? term.rows : bitmap.count()};
    }
    let end = 0;
    for (const list of lists) {
      program.decode(list, rows, base, end);
      end += list.count;
    }
    const distinct = isOne ? term.rows : program.sortDistinct(0, term.rows);
    return this.#copyRows(program, 0, distinct, rows, scratch);
  }

  /** A copy of some ascending rows of the program. */
  #copyRows(program: ListProgram, at: number, count: number, rows: number, scratch: Scratch): RowSet {
    const result = scratch.u32(count);
    result.set(program.elements.subarray(at, at + count));
    if (count <= MAX_ARRAY) return {kind: 'array', rows: result};
    const bitmap = scratch.bitmap(rows);
    bitmap.addSorted(result);
    return {kind: 'bitmap', bitmap, count};
  }

  /**
   * A program with the lists of some terms, and where those of each begin: at their places, where they have one, else behind the first
   * `room` elements, which are free.
   */
  #placed(terms: readonly TermLists[], rows: number, room: number): {program: ListProgram; bases: number[]} {
    const kept = this.#kept.program(rows);
    if (terms.length <= MOST_TOGETHER) {
      for (const term of terms) {
        if (term.isKept && term.place === null)
          this.#kept.place(term, kept, (target) => this.#read(term, target));
      }
    }
    const lengthOf = (some: readonly TermLists[]): number =>
      some.reduce((sum, {length}) => sum + length, room);
    const isRoom = lengthOf(terms.filter(({place}) => place === null)) <= WORKING;
    const program = isRoom ? kept : listProgram(rows, lengthOf(terms));
    let end = room;
    const bases = terms.map((term) => {
      if (isRoom && term.place !== null) return term.place;
      const at = end;
      end += term.length;
      const target = program.elements.subarray(at, end);
      if (term.place === null) this.#read(term, target);
      else target.set(kept.elements.subarray(term.place, term.place + term.length));
      return at;
    });
    return {program, bases};
  }

  /** Reads the lists of a term as they are stored. */
  #read({ranges: {begins, ends, count}}: TermLists, target: Uint32Array): void {
    this.#source.lists.readRanges(begins, ends, count, target);
  }

  /** The rows of a set, or of the table, that are in a stored bitmap. A bitmap of the set is overwritten. */
  #intersectBitmap(set: RowSet | null, substring: number, rows: number, scratch: Scratch): RowSet {
    const {slots, counts, bitmaps} = this.#source;
    const length = (rows + 31) >>> 5;
    const first = slots[substring]! * length;
    if (set?.kind === 'array' && set.rows.length <= MAX_SCATTERED)
      return this.#intersectArray(set.rows, first, scratch);
    const words = scratch.u32(length);
    bitmaps.read(first, first + length, words);
    if (!set) return {kind: 'bitmap', bitmap: new Bitmap(words, true), count: counts[substring]!};
    if (set.kind === 'bitmap') return {...set, count: set.bitmap.and(words)};
    return intersectWords(set, words, rows, scratch);
  }

  /** For few rows only their own words of the bitmap are read. */
  #intersectArray(rows: Uint32Array, first: number, scratch: Scratch): RowSet {
    const count = rows.length;
    const [from, to, words] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) {
      from[i] = first + (rows[i]! >>> 5);
      to[i] = from[i]! + 1;
    }
    this.#source.bitmaps.readRanges(from, to, count, words);
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (((words[i]! >>> (rows[i]! & 31)) & 1) === 1) from[kept++] = rows[i]!;
    }
    return {kind: 'array', rows: from.subarray(0, kept)};
  }
}

/** Puts the rows that are in the lists of all terms, one each, to element 0 of a program on, by way of element `beside`; returns how many. */
function common(
  program: ListProgram,
  terms: readonly TermLists[],
  bases: readonly number[],
  rows: number,
  beside: number,
): number {
  const [first, ...others] = terms.map(({lists}, i): StoredList => ({...lists[0]!, at: bases[i]!}));
  let found = first!;
  for (const other of others) {
    // What is found of the first two may be decoded where it is.
    const out = found.at === 0 ? beside : 0;
    found = {form: 'listed', at: out, count: program.common(found, other, rows, out)};
  }
  if (found.at !== 0) program.elements.copyWithin(0, found.at, found.at + found.count);
  return found.count;
}
