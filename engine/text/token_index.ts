/** An inverted index of the tokens of a table: finds the rows in which search terms occur inside a token. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, type TokenFamily} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {bytesOfSet, type Cache} from '../rowset/cache.ts';
import {copyOf, EMPTY_SET, listOf, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersection, intersectWords, union} from '../rowset/set_ops.ts';
import {bitmapLength} from '../rowset/stored_list.ts';
import {TermDictionary} from './term_dictionary.ts';
import {TokenLists} from './token_lists.ts';

/** A set with more than one row in so many takes less memory as a bitmap than as 32-bit rows. */
const MAX_DENSITY = 32;

/** Begins the cache key of a whole token: no folded text has a line feed. */
const WHOLE = '\n';

export class TokenIndex {
  readonly #terms: TermDictionary;
  readonly #lists: TokenLists;
  /** Substrings that occur in very many rows, each with a bitmap of its rows. */
  readonly #substrings: TermDictionary;
  readonly #counts: Uint32Array;
  readonly #bitmaps: FileSection;
  readonly #rows: number;
  readonly #cache: Cache;
  readonly #name: string;

  /**
   * The index of a table of `rows` rows. `sections` are those of the index file, `onDisk` those of the search
   * file; `name` says whose terms these are in the cache.
   */
  constructor(
    sections: Sections,
    onDisk: (name: string) => FileSection,
    family: TokenFamily,
    rows: number,
    cache: Cache,
    name: string,
  ) {
    const names = SECTIONS.search.index(family);
    this.#terms = new TermDictionary(sections, names.tokens, true);
    this.#lists = new TokenLists(sections, onDisk(names.lists.words), family, rows);
    this.#substrings = new TermDictionary(sections, names.substrings, false);
    this.#counts = sections.u32(names.substring_counts);
    this.#bitmaps = onDisk(names.bitmaps);
    this.#rows = rows;
    this.#cache = cache;
    this.#name = `${name} ${family} `;
  }

  /**
   * The rows that have, for every term, a token that contains it; at least one term. Valid until the scratch
   * is released; the set may be cached and must not be changed.
   */
  rows(terms: readonly string[], scratch: Scratch): RowSet {
    const sets: RowSet[] = [];
    const substrings: number[] = [];
    for (const term of terms) {
      const text = Buffer.from(term);
      const [substring, end] = this.#substrings.equalTo(text);
      if (substring < end) {
        substrings.push(substring);
        continue;
      }
      const set = this.#cached(term, () => this.#containing(text, scratch), scratch);
      if (sizeOf(set) === 0) return EMPTY_SET;
      sets.push(set);
    }
    sets.sort((a, b) => sizeOf(a) - sizeOf(b));
    substrings.sort((a, b) => this.#counts[a]! - this.#counts[b]!);
    let common = sets.shift() ?? null;
    for (const set of sets) common = intersection(common!, set, this.#rows, scratch);
    for (const substring of substrings) common = this.#intersectStored(common, substring, scratch);
    return common ?? EMPTY_SET;
  }

  /** The rows that have a token that equals one of some texts. As `rows`, not to be changed. */
  equalTo(texts: readonly string[], scratch: Scratch): RowSet {
    return texts.reduce<RowSet>((found, text) => {
      const set = this.#cached(WHOLE + text, () => this.#equalTo(Buffer.from(text), scratch), scratch);
      return union(found, set, this.#rows, scratch);
    }, EMPTY_SET);
  }

  /** The rows that have one of the tokens of a term, from the cache where it has them. */
  #cached(term: string, tokens: () => Uint32Array, scratch: Scratch): RowSet {
    const rows = () => compactCopy(this.#lists.union(tokens(), scratch), this.#rows);
    return this.#cache.get(this.#name + term, rows, bytesOfSet);
  }

  /** Ordinals of the tokens that contain a text, ascending. */
  #containing(text: Buffer, scratch: Scratch): Uint32Array {
    const tokens = this.#terms.containing(text, scratch);
    return text.length < 3 ? tokens.sort() : tokens;
  }

  #equalTo(text: Buffer, scratch: Scratch): Uint32Array {
    return this.#terms.ofLength(this.#containing(text, scratch), text.length, scratch);
  }

  /**
   * The rows of a set, or of the table, that have a frequent substring. Its bitmap is read each time: a cache
   * would soon be full of them.
   */
  #intersectStored(set: RowSet | null, substring: number, scratch: Scratch): RowSet {
    const words = scratch.u32(bitmapLength(this.#rows));
    this.#bitmaps.read(substring * words.length, (substring + 1) * words.length, words);
    if (set) return intersectWords(set, words, this.#rows, scratch);
    return {kind: 'bitmap', bitmap: new Bitmap(words, true), count: this.#counts[substring]!};
  }
}

/** A copy in memory of its own, in the form that takes less of it. */
function compactCopy(set: RowSet, tableRows: number): RowSet {
  const isDense = set.kind === 'bitmap' && set.count * MAX_DENSITY > tableRows;
  return isDense ? copyOf(set) : {kind: 'array', rows: listOf(set)};
}
