/** Labels made of filtered columns: their values in memory tell how close a label is to a text. */
import type {ByteSource} from '../file/byte_source.ts';
import type {Postings} from '../file/postings.ts';
import type {LabelPartsLayout} from '../file/table_layout.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {type Closeness, type LabelCloseness, type LabelParts, type RowLists, UNREAD} from '../text/labels.ts';
import {stringAt} from '../text/string_array.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';
import type {DictionaryColumn} from './column.ts';

const SEVERAL = Symbol('several');

/** How close the values of a column are to a text. */
interface ValueCloseness {
  /** By ordinal; of no value 3. */
  of(ordinal: number): Closeness;
  /** The ordinals that contain the text. */
  containing: Uint32Array;
}

/** The closeness of the values of a dictionary to a folded text. Valid until the scratch is released. */
export function valueCloseness(terms: TermDictionary, text: Buffer, scratch: Scratch): ValueCloseness {
  const [from, equal] = terms.equalTo(text);
  const [, end] = terms.startingWith(text);
  const selected = scratch.bitmap(terms.count + 1);
  const containing = terms.containing(text, scratch);
  selected.addUnsorted(containing, containing.length);
  return {
    containing,
    of(ordinal) {
      if (!selected.has(ordinal)) return 3;
      if (ordinal < from || ordinal >= end) return 2;
      return ordinal < equal ? 0 : 1;
    },
  };
}

/** The rows of the values with some closeness. */
export function listsOf(
  postings: Postings,
  {containing, of}: ValueCloseness,
  included: (closeness: Closeness) => boolean,
): RowLists {
  return {
    rows: postings.rows,
    offsets: postings.offsets,
    ordinals: containing.filter((ordinal) => included(of(ordinal))),
  };
}

function postingsOf({postings}: DictionaryColumn): Postings {
  if (!postings) throw new Error('labels are of columns that are filtered');
  return postings;
}

/** Labels that begin with one column, which another may follow. */
export class ColumnParts implements LabelParts {
  readonly #source: ByteSource;
  readonly #first: DictionaryColumn;
  readonly #second: DictionaryColumn | null;
  readonly #layout: LabelPartsLayout;
  /** Bitmap of the rows whose labels must be read, once it was wanted; empty where none is. */
  #unread: Uint32Array | null = null;

  constructor(
    source: ByteSource,
    first: DictionaryColumn,
    second: DictionaryColumn | null,
    layout: LabelPartsLayout,
  ) {
    this.#source = source;
    this.#first = first;
    this.#second = second;
    this.#layout = layout;
  }

  /** Null for a text that may reach from one value into the next, and where the values are not in memory. */
  closenessTo(text: Buffer, scratch: Scratch): LabelCloseness | null {
    const [first, second] = [this.#first, this.#second];
    const {terms, ordinals} = first;
    if (!this.#source.complete || !ordinals) return null;
    if (this.#layout.marks.some((mark) => text.includes(mark))) return null;
    const ofFirst = valueCloseness(terms, text, scratch);
    const ofSecond = second && valueCloseness(second.terms, text, scratch);
    const closest = second && ofSecond && closestByRow(second, ofSecond);
    const unread = this.#unreadRows(ordinals, terms.count);
    const of = (row: number): Closeness | typeof UNREAD => {
      if (unread.length > 0 && ((unread[row >>> 5]! >>> (row & 31)) & 1) === 1) return UNREAD;
      const closeness = ofFirst.of(ordinals[row]!);
      if (!closest || closeness === 1 || closeness === 2) return closeness;
      const follows = closest(row);
      if (closeness === 0) return follows === null ? 0 : 1;
      return follows !== null && follows < 3 ? 2 : 3;
    };
    return {
      of,
      values: ofFirst.containing.length + (ofSecond?.containing.length ?? 0),
      lists(wanted) {
        // A value that equals the text is the beginning of the label where another follows.
        const own = listsOf(
          postingsOf(first),
          ofFirst,
          (one) => one === wanted || (one === 0 && wanted === 1),
        );
        return wanted < 2 || !second || !ofSecond
          ? [own]
          : [own, listsOf(postingsOf(second), ofSecond, () => true)];
      },
      unread: () => unread,
    };
  }

  publishedOf(row: number): string | null {
    const {terms, ordinals, values} = this.#first;
    if (!this.#source.complete || !values || !ordinals || ordinals[row]! >= terms.count) return null;
    const first = stringAt(values, ordinals[row]!);
    if (!this.#second) return first;
    const second = singleValue(this.#second, row);
    if (second === SEVERAL) return null;
    const {between, end} = this.#layout;
    return second === null ? first : first + between + second + end;
  }

  /**
   * Without a first value the second column, or another one, is the label; items of a list that fold to nothing may be blanks, which
   * a label shows, or empty, which it does not.
   */
  #unreadRows(ordinals: ArrayLike<number>, values: number): Uint32Array {
    if (this.#unread) return this.#unread;
    const words = new Uint32Array((ordinals.length + 31) >>> 5);
    let count = 0;
    const mark = (row: number) => {
      words[row >>> 5]! |= 1 << (row & 31);
      count++;
    };
    for (let row = 0; row < ordinals.length; row++) if (ordinals[row]! >= values) mark(row);
    if (this.#second?.lists) {
      const {rows, offsets} = postingsOf(this.#second);
      const [, blanks] = this.#second.terms.equalTo(Buffer.alloc(0));
      for (let at = 0; at < offsets[blanks]!; at++) mark(rows[at]!);
    }
    this.#unread = count > 0 ? words : new Uint32Array(0);
    return this.#unread;
  }
}

/**
 * The published value of a row that follows in its label, or null; SEVERAL where it may have more or they are not in memory. Equal
 * items of a list are one ordinal: a list is only known to be empty.
 */
function singleValue(
  {terms, ordinals, lists, values}: DictionaryColumn,
  row: number,
): string | null | typeof SEVERAL {
  if (ordinals && values) return ordinals[row]! < terms.count ? stringAt(values, ordinals[row]!) : null;
  return lists && lists.offsets[row] === lists.offsets[row + 1] ? null : SEVERAL;
}

/** The closeness of the closest value of a row in the column that follows; null where nothing follows. */
function closestByRow(
  {terms, ordinals, lists}: DictionaryColumn,
  {of}: ValueCloseness,
): (row: number) => Closeness | null {
  if (ordinals) return (row) => (ordinals[row]! < terms.count ? of(ordinals[row]!) : null);
  if (!lists) throw new Error('labels are of columns whose values are known by row');
  return (row) => {
    const [begin, end] = [lists.offsets[row]!, lists.offsets[row + 1]!];
    if (begin === end) return null;
    let closest: Closeness = 3;
    for (let i = begin; i < end; i++) {
      const closeness = of(lists.ordinals[i]!);
      if (closeness < closest) closest = closeness;
    }
    return closest;
  };
}
