/** Labels made of filtered columns: their values in memory tell how close a label is to a text. */
import type {ByteSource} from '../file/byte_source.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {type Closeness, type ClosenessOf, type LabelParts, UNREAD} from '../text/labels.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';
import type {DictionaryColumn} from './column.ts';

/** The closeness of the values of a dictionary to a folded text, by ordinal; of no value it is 3. */
export function valueCloseness(
  terms: TermDictionary,
  text: Buffer,
  scratch: Scratch,
): (ordinal: number) => Closeness {
  const [from, equal] = terms.equalTo(text);
  const [, end] = terms.startingWith(text);
  const containing = scratch.bitmap(terms.count + 1);
  const ordinals = terms.containing(text, scratch);
  containing.addUnsorted(ordinals, ordinals.length);
  return (ordinal) => {
    if (!containing.has(ordinal)) return 3;
    if (ordinal < from || ordinal >= end) return 2;
    return ordinal < equal ? 0 : 1;
  };
}

/** Labels that begin with one column, which another may follow. */
export class ColumnParts implements LabelParts {
  readonly #source: ByteSource;
  readonly #first: DictionaryColumn;
  readonly #second: DictionaryColumn | null;
  readonly #marks: readonly string[];

  /** `marks` are what stands in a label beside the values. */
  constructor(
    source: ByteSource,
    first: DictionaryColumn,
    second: DictionaryColumn | null,
    marks: readonly string[],
  ) {
    this.#source = source;
    this.#first = first;
    this.#second = second;
    this.#marks = marks;
  }

  /** Null for a text that may reach from one value into the next, and where the values are not in memory. */
  closenessTo(text: Buffer, scratch: Scratch): ClosenessOf | null {
    const {terms, ordinals} = this.#first;
    if (!this.#source.complete || !ordinals || this.#marks.some((mark) => text.includes(mark))) return null;
    const ofFirst = valueCloseness(terms, text, scratch);
    const ofSecond = this.#second && secondCloseness(this.#second, text, scratch);
    return (row) => {
      const ordinal = ordinals[row]!;
      // The second column, or another one, is the label.
      if (ordinal >= terms.count) return UNREAD;
      const closeness = ofFirst(ordinal);
      if (!ofSecond || closeness === 1 || closeness === 2) return closeness;
      const follows = ofSecond(row);
      if (closeness === 0) return follows === null ? UNREAD : 1;
      return follows !== null && follows < 3 ? 2 : 3;
    };
  }
}

/** The closeness of the closest value of a row in the column that follows; null where it has none. */
function secondCloseness(
  {terms, ordinals, lists}: DictionaryColumn,
  text: Buffer,
  scratch: Scratch,
): (row: number) => Closeness | null {
  const ofValue = valueCloseness(terms, text, scratch);
  if (ordinals) return (row) => (ordinals[row]! < terms.count ? ofValue(ordinals[row]!) : null);
  if (!lists) throw new Error('labels are of columns whose values are known by row');
  return (row) => {
    let closest: Closeness | null = null;
    for (let i = lists.offsets[row]!; i < lists.offsets[row + 1]!; i++) {
      const closeness = ofValue(lists.ordinals[i]!);
      if (closest === null || closeness < closest) closest = closeness;
    }
    return closest;
  };
}
