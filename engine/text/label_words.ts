/** Suggestions of one table: the labels in which every term begins a word. */
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {bytesOfSet, type Cache} from '../rowset/cache.ts';
import {EMPTY_SET, type RowSet, selectRange, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersection} from '../rowset/set_ops.ts';
import type {Closeness, Labels} from './labels.ts';
import {type Budget, nearestTerms, type Typed} from './nearest_terms.ts';
import {stringAt} from './string_array.ts';
import {TermDictionary} from './term_dictionary.ts';

/** Unions of more postings are kept: the first letters of a word are typed again and again. */
const MIN_KEPT = 1 << 12;
/**
 * Answers from more labels are kept: what many words begin with is typed again and again, on the way to each
 * of them.
 */
const MIN_ANSWERED = 64;
/** Bytes of a label of an answer, about. */
const LABEL_BYTES = 48;

/** The labels of a group that match, each once: their number, and the first row of the closest. */
export interface SuggestedLabels {
  total: number;
  closest: {row: number; closeness: Closeness}[];
}

/** Labels are numbered by their place: in the order of the first row of each. */
interface LabelGroup {
  offsets: Uint32Array;
  /** Places of the labels that have a word, by word. */
  places: Uint32Array;
  /** By place. */
  labels: Uint32Array;
  rows: Uint32Array;
  /** What is kept of it begins with this. */
  name: string;
}

/** Words from `first` up to `end`, whose postings lie from `from` up to `to`. */
interface WordRange {
  first: number;
  end: number;
  from: number;
  to: number;
}

/** Labels that are looked at together: mostly the first few are enough. */
const BLOCK = 64;

const NOTHING: SuggestedLabels = {total: 0, closest: []};

export class LabelWords {
  readonly #words: TermDictionary;
  readonly #groups: ReadonlyMap<string, LabelGroup>;
  readonly #labels: Labels;
  readonly #cache: Cache;

  constructor(sections: Sections, groups: readonly string[], labels: Labels, cache: Cache, table: string) {
    const names = SECTIONS.search.label_words;
    this.#labels = labels;
    this.#cache = cache;
    this.#words = new TermDictionary(sections, names.words, false);
    this.#groups = new Map(
      groups.map((group) => {
        const of = names.group(group);
        return [
          group,
          {
            offsets: sections.u32(of.offsets),
            places: sections.u32(of.places),
            labels: sections.u32(of.labels),
            rows: sections.u32(of.rows),
            name: `${table} labels ${group}`,
          },
        ];
      }),
    );
  }

  /**
   * The labels of a group in which every term of a folded text, which is not empty, begins a word: first the
   * label that equals the text, then those that begin with it, then the others, each in the order of their
   * first rows.
   */
  find(group: string, text: string, limit: number, scratch: Scratch): SuggestedLabels {
    const of = this.#groups.get(group);
    if (!of) throw new Error(`no labels were written for ${group}`);
    const ranges: WordRange[] = [];
    for (const term of new Set(text.split(' '))) {
      const range = this.#rangeOf(of, Buffer.from(term));
      if (range.from === range.to) return NOTHING;
      ranges.push(range);
    }
    const find = () => this.#find(of, ranges, text, limit, scratch);
    // Few labels are soon found again.
    if (ranges.some(({from, to}) => to - from <= MIN_ANSWERED)) return find();
    return this.#cache.get(`${of.name} ${limit} ${text}`, find, ({closest}) => closest.length * LABEL_BYTES);
  }

  #find(of: LabelGroup, ranges: WordRange[], text: string, limit: number, scratch: Scratch): SuggestedLabels {
    const set = this.#intersect(of, ranges, scratch);
    const total = sizeOf(set);
    return total === 0 ? NOTHING : {total, closest: this.#closest(of, set, Buffer.from(text), limit)};
  }

  /** The words of labels near a text, each with its labels over all groups. */
  nearest(typed: Typed, budget: Budget): {word: string; edits: number; labels: number}[] {
    const all = this.#words.all();
    return nearestTerms(all, typed, budget).map(({ordinal, edits}) => {
      let labels = 0;
      for (const {offsets} of this.#groups.values()) {
        labels += offsets[ordinal + 1]! - offsets[ordinal]!;
      }
      return {word: stringAt(all, ordinal), edits, labels};
    });
  }

  #rangeOf({offsets}: LabelGroup, term: Buffer): WordRange {
    const [first, end] = this.#words.startingWith(term);
    return {first, end, from: offsets[first]!, to: offsets[end]!};
  }

  /** The places of labels that have a word of every range. */
  #intersect(of: LabelGroup, ranges: WordRange[], scratch: Scratch): RowSet {
    ranges.sort((a, b) => a.to - a.from - (b.to - b.from));
    let set: RowSet | null = null;
    for (const range of ranges) {
      const union = this.#union(of, range, scratch);
      set = set ? intersection(set, union, of.labels.length, scratch) : union;
      if (sizeOf(set) === 0) break;
    }
    return set ?? EMPTY_SET;
  }

  /** The first rows of the closest labels of a set of places. */
  #closest({rows, labels}: LabelGroup, set: RowSet, text: Buffer, limit: number): SuggestedLabels['closest'] {
    const [from, equal, end] = this.#labels.terms.prefixRange(text);
    const firsts: [number[], number[], number[]] = [[], [], []];
    const block = new Uint32Array(BLOCK);
    // Each label is there once, so that one at most equals the text.
    const isEnough = (): boolean => {
      if (from === equal) return firsts[equal < end ? 1 : 2].length === limit;
      return firsts[0].length === 1 && firsts[1].length >= limit - 1;
    };
    for (let next = 0; !isEnough(); ) {
      const count = selectRange(set, next, labels.length, block);
      if (count === 0) break;
      for (let i = 0; i < count; i++) {
        const label = labels[block[i]!]!;
        const some = firsts[label < from || label >= end ? 2 : label < equal ? 0 : 1];
        if (some.length < limit) some.push(rows[block[i]!]!);
      }
      next = block[count - 1]! + 1;
    }
    return firsts
      .flatMap((rows, closeness) => rows.map((row) => ({row, closeness: closeness as Closeness})))
      .slice(0, limit);
  }

  /** The places of labels with a word of a range. A set of many is kept: do not change it. */
  #union(of: LabelGroup, {first, end, from, to}: WordRange, scratch: Scratch): RowSet {
    const places = of.places.subarray(from, to);
    if (end - first === 1) return {kind: 'array', rows: places};
    const unite = (bitmap: Bitmap): RowSet => {
      bitmap.addRows(places);
      return {kind: 'bitmap', bitmap, count: bitmap.count()};
    };
    const count = of.labels.length;
    if (to - from <= MIN_KEPT) return unite(scratch.bitmap(count));
    return this.#cache.get(`${of.name} ${first} to ${end}`, () => unite(Bitmap.empty(count)), bytesOfSet);
  }
}
