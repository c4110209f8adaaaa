/** Labels made of filtered columns: their values in memory tell how close a label is to a text. */
import type {Postings} from '../file/postings.ts';
import type {LabelPartsLayout} from '../file/table_layout.ts';
import {Bitmap} from '../rowset/bitmap.ts';
import {select} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {
  type Closeness,
  type LabelBeginning,
  type LabelCloseness,
  type LabelParts,
  type RowLists,
  UNREAD,
  type UnreadRows,
} from '../text/labels.ts';
import {stringAt} from '../text/string_array.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';
import {ENTRIES_PER_TERM} from '../text/trigrams.ts';
import type {DictionaryColumn} from './column.ts';

const SEVERAL = Symbol('several');

/** Where a list of so few entries of trigrams is read first, all values that contain a text are found sooner than rows are compared. */
const MAX_ENTRIES = 768;

/** How close the values of a column are to a folded text, which is not empty. Valid until the scratch is released. */
export class ValueCloseness {
  readonly #terms: TermDictionary;
  readonly #text: Buffer;
  readonly #scratch: Scratch;
  /** Ordinals that start with the text: [from, equal) equal it, [equal, end) are longer. */
  readonly #from: number;
  readonly #equal: number;
  readonly #end: number;
  /** The ordinals that contain it, once they were looked up, as a list and as a bitmap. */
  #containing: Uint32Array | null = null;
  #selected: Bitmap | null = null;

  constructor(terms: TermDictionary, text: Buffer, scratch: Scratch) {
    this.#terms = terms;
    this.#text = text;
    this.#scratch = scratch;
    const found = terms.containingSoon(text, MAX_ENTRIES, scratch);
    if (found) this.#select(found);
    [this.#from, this.#equal, this.#end] = found
      ? terms.prefixRangeAmong(found, text)
      : terms.prefixRange(text);
  }

  /** No value is closer. */
  get least(): Closeness {
    if (this.#from < this.#equal) return 0;
    if (this.#equal < this.#end) return 1;
    return this.#containing?.length === 0 ? 3 : 2;
  }

  /** Comparing the values of so many rows costs as much as looking up those that contain the text; 0 once they are known. */
  lookUpRows(): number {
    if (this.#containing) return 0;
    return Math.ceil(this.#terms.entriesOf(this.#text) / ENTRIES_PER_TERM);
  }

  /** By ordinal; of no value 3. */
  of(ordinal: number): Closeness {
    if (ordinal >= this.#from && ordinal < this.#end) return ordinal < this.#equal ? 0 : 1;
    if (this.#selected) return this.#selected.has(ordinal) ? 2 : 3;
    return ordinal < this.#terms.count && this.#terms.includes(ordinal, this.#text) ? 2 : 3;
  }

  /** All ordinals that contain the text. Looked up once, by which `of` becomes faster, too. */
  containing(): Uint32Array {
    return this.#containing ?? this.#select(this.#terms.containing(this.#text, this.#scratch));
  }

  #select(containing: Uint32Array): Uint32Array {
    this.#containing = containing;
    this.#selected = this.#scratch.bitmap(this.#terms.count + 1);
    this.#selected.addUnsorted(containing, containing.length);
    return containing;
  }

  /** The rows of the values of a closeness. */
  lists({rows, offsets}: Postings, closeness: 0 | 1 | 2): RowLists {
    return {rows, offsets, ordinals: this.#ordinalsOf(closeness)};
  }

  #ordinalsOf(closeness: 0 | 1 | 2): Uint32Array {
    const [from, equal, end] = [this.#from, this.#equal, this.#end];
    if (closeness === 2) return this.containing().filter((ordinal) => ordinal < from || ordinal >= end);
    const first = closeness === 0 ? from : equal;
    const ordinals = this.#scratch.u32((closeness === 0 ? equal : end) - first);
    for (let i = 0; i < ordinals.length; i++) ordinals[i] = first + i;
    return ordinals;
  }
}

/** Whether the values of rows begin with a text. */
export function beginningOfValues(
  terms: TermDictionary,
  text: Buffer,
  ordinals: ArrayLike<number>,
): {least: 0 | 1 | 2; of(row: number): 0 | 1 | 2} {
  const [from, equal, end] = terms.prefixRange(text);
  return {
    least: from < equal ? 0 : equal < end ? 1 : 2,
    of(row) {
      const ordinal = ordinals[row]!;
      if (ordinal < from || ordinal >= end) return 2;
      return ordinal < equal ? 0 : 1;
    },
  };
}

function postingsOf({postings}: DictionaryColumn): Postings {
  if (!postings) throw new Error('labels are of columns that are filtered');
  return postings;
}

/** Labels that begin with one column, which another may follow. */
export class ColumnParts implements LabelParts {
  readonly #first: DictionaryColumn;
  readonly #second: DictionaryColumn | null;
  readonly #layout: LabelPartsLayout;
  /** The rows whose labels must be read, once they were wanted. */
  #unread: UnreadRows | null = null;

  constructor(first: DictionaryColumn, second: DictionaryColumn | null, layout: LabelPartsLayout) {
    this.#first = first;
    this.#second = second;
    this.#layout = layout;
  }

  /** Null for a text that may reach from one value into the next, and where the values are not in memory. */
  closenessTo(text: Buffer, scratch: Scratch): LabelCloseness | null {
    const [first, second] = [this.#first, this.#second];
    const {terms, ordinals} = first;
    if (!ordinals) return null;
    if (this.#layout.marks.some((mark) => text.includes(mark))) return null;
    const ofFirst = new ValueCloseness(terms, text, scratch);
    const ofSecond = second && new ValueCloseness(second.terms, text, scratch);
    const closest = second && ofSecond && closestByRow(second, ofSecond);
    const unread = this.#unreadRows(ordinals, terms.count);
    const [isAnyUnread, {words}] = [unread.rows.length > 0, unread];
    const of = (row: number): Closeness | typeof UNREAD => {
      if (isAnyUnread && ((words[row >>> 5]! >>> (row & 31)) & 1) === 1) return UNREAD;
      const closeness = ofFirst.of(ordinals[row]!);
      if (!closest || closeness === 1 || closeness === 2) return closeness;
      const follows = closest(row);
      if (closeness === 0) return follows === null ? 0 : 1;
      return follows !== null && follows < 3 ? 2 : 3;
    };
    const isInSecond = ofSecond !== null && ofSecond.containing().length > 0;
    return {
      least: isInSecond && ofFirst.least > 2 ? 2 : ofFirst.least,
      lookUpRows: () => ofFirst.lookUpRows(),
      of,
      lists(wanted) {
        const own = [ofFirst.lists(postingsOf(first), wanted)];
        // A value that equals the text is the beginning of the label where another follows.
        if (wanted === 1 && second) own.push(ofFirst.lists(postingsOf(first), 0));
        if (wanted < 2 || !second || !ofSecond) return own;
        const ordinals = ofSecond.containing();
        return [...own, {...postingsOf(second), ordinals}];
      },
      unread: () => unread,
    };
  }

  beginningWith(text: Buffer): LabelBeginning | null {
    const [{terms, ordinals}, second] = [this.#first, this.#second];
    if (!ordinals) return null;
    if (this.#layout.marks.some((mark) => text.includes(mark))) return null;
    const {least, of} = beginningOfValues(terms, text, ordinals);
    return {
      least,
      of(row) {
        const beginning = of(row);
        return beginning === 0 && second && hasValue(second, row) ? 1 : beginning;
      },
      unread: () => this.#unreadRows(ordinals, terms.count).words,
    };
  }

  publishedOf(row: number): string | null {
    const {terms, ordinals, values} = this.#first;
    if (!values || !ordinals || ordinals[row]! >= terms.count) return null;
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
  #unreadRows(ordinals: ArrayLike<number>, values: number): UnreadRows {
    if (this.#unread) return this.#unread;
    const bitmap = Bitmap.empty(ordinals.length);
    for (let row = 0; row < ordinals.length; row++) if (ordinals[row]! >= values) bitmap.add(row);
    if (this.#second?.lists) {
      const {rows, offsets} = postingsOf(this.#second);
      const [, blanks] = this.#second.terms.equalTo(Buffer.alloc(0));
      for (let at = 0; at < offsets[blanks]!; at++) bitmap.add(rows[at]!);
    }
    const rows = new Uint32Array(bitmap.count());
    select({kind: 'bitmap', bitmap, count: rows.length}, 0, rows);
    this.#unread = {rows, words: bitmap.words};
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

/** Whether a row has a value in the column that follows. */
function hasValue({terms, ordinals, lists}: DictionaryColumn, row: number): boolean {
  if (ordinals) return ordinals[row]! < terms.count;
  if (!lists) throw new Error('labels are of columns whose values are known by row');
  return lists.offsets[row] !== lists.offsets[row + 1];
}

/** The closeness of the closest value of a row in the column that follows; null where nothing follows. */
function closestByRow(
  {terms, ordinals, lists}: DictionaryColumn,
  closeness: ValueCloseness,
): (row: number) => Closeness | null {
  // Its values are few, and each is that of many rows.
  const isNone = closeness.containing().length === 0;
  if (ordinals) return (row) => (ordinals[row]! < terms.count ? closeness.of(ordinals[row]!) : null);
  if (!lists) throw new Error('labels are of columns whose values are known by row');
  return (row) => {
    const [begin, end] = [lists.offsets[row]!, lists.offsets[row + 1]!];
    if (begin === end) return null;
    let closest: Closeness = 3;
    for (let i = begin; i < end && !isNone; i++) {
      const one = closeness.of(lists.ordinals[i]!);
      if (one < closest) closest = one;
    }
    return closest;
  };
}
