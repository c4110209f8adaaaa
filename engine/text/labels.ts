/** The labels of a table's rows, as the search over all datasets compares and shows them. */
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import type {Strings} from './disk_strings.ts';

/** 0: the label equals the text; 1: starts with it; 2: contains it; 3: none of these. */
export type Closeness = 0 | 1 | 2 | 3;

/** The closeness of a row's label cannot be told without reading it. */
export const UNREAD = 4;

/** Rows of some ordinals: those of each lie from `offsets[ordinal]` up to the next offset, ascending. */
export interface RowLists {
  rows: Uint32Array;
  offsets: Uint32Array;
  ordinals: Uint32Array;
}

/** The rows that are UNREAD, ascending, and the words of a bitmap of them. */
export interface UnreadRows {
  rows: Uint32Array;
  words: Uint32Array;
}

/** How close labels are to a text, as memory tells it. */
export interface LabelCloseness {
  /** No row that is not UNREAD is closer. */
  readonly least: Closeness;
  /** Telling so many rows costs as much as looking up the values that contain the text, as `lists` does; 0 where they are known. */
  lookUpRows(): number;
  of(row: number): Closeness | typeof UNREAD;
  /** Lists with every row of a closeness that is not UNREAD, and others. A row may be in several. */
  lists(closeness: 0 | 1 | 2): RowLists[];
  unread(): UnreadRows;
}

/** Whether labels begin with a text, as memory tells it. */
export interface LabelBeginning {
  /** No row whose label is in memory is closer. */
  readonly least: 0 | 1 | 2;
  /** 2 where it does not; of a row that is not UNREAD, `label` being the ordinal of its label. */
  of(row: number, label: number): 0 | 1 | 2;
  /** The words of a bitmap of the rows that are UNREAD; empty or zero where none is. */
  unread(): Uint32Array;
}

export interface LabelParts {
  /** Null where memory does not tell it. `text` is folded and not empty. Valid until the scratch is released. */
  closenessTo(text: Buffer, scratch: Scratch): LabelCloseness | null;
  /** As `closenessTo`, of beginnings alone: sooner told. */
  beginningWith(text: Buffer): LabelBeginning | null;
  /** The published label of a row, empty where it has none; null where it must be read. */
  publishedOf(row: number): string | null;
}

/** Labels are ordinals in the order of their folded text. */
export interface Labels extends LabelParts {
  /** Distinct labels; as an ordinal it encodes none. */
  readonly count: number;
  /** Up to so many rows, comparing their labels one by one is cheaper than finding those that contain a text. */
  readonly maxCompared: number;
  /** Puts the label ordinals of some rows into `into`, which is as long. */
  ordinalsOf(rows: Uint32Array, into: Uint32Array): void;
  /**
   * Ordinals of the labels that start with a folded text, which is not empty: [from, equal) equal it, [equal, end) are
   * longer.
   */
  prefixRange(text: Buffer): [from: number, equal: number, end: number];
  /** Ordinals of the labels that contain a folded text. */
  containing(text: Buffer, scratch: Scratch): Uint32Array;
  /** The folded labels of some ascending ordinals. Valid until the scratch is released. */
  folded(ordinals: Uint32Array, scratch: Scratch): Strings;
  /** The rows of some ranges of ordinals, or null where there are more than `limit`. */
  rowsOf(from: Uint32Array, to: Uint32Array, limit: number, scratch: Scratch): Uint32Array | null;
  /** The published labels of some ascending ordinals. Valid until the scratch is released. */
  published(ordinals: Uint32Array, scratch: Scratch): Strings;
}

/** Puts the ordinals of some rows, given those of all, into `into`. */
export function ordinalsOfRows(
  all: Uint8Array | Uint16Array | Uint32Array,
  rows: Uint32Array,
  into: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i++) into[i] = all[rows[i]!]!;
}

/** The distinct ordinals below a limit, ascending. */
export function distinctBelow(ordinals: Uint32Array, limit: number, scratch: Scratch): Uint32Array {
  const all = scratch.u32(ordinals.length);
  all.set(ordinals);
  all.sort();
  return deduplicate(all.subarray(0, lowerBound(all, limit)));
}

/** Text number `i` of some strings. */
export const textAt = ({bytes, ends}: Strings, i: number): Buffer =>
  bytes.subarray(ends[i - 1] ?? 0, ends[i]);

/** The published labels of some rows; empty where a row has none. */
export function labelsOfRows(labels: Labels, rows: readonly number[], scratch: Scratch): string[] {
  const texts = rows.map((row) => labels.publishedOf(row));
  if (!texts.includes(null)) return texts as string[];
  const unread = Uint32Array.from(rows.filter((_, i) => texts[i] === null)).sort();
  const ordinals = scratch.u32(unread.length);
  labels.ordinalsOf(unread, ordinals);
  const distinct = distinctBelow(ordinals, labels.count, scratch);
  const published = labels.published(distinct, scratch);
  return texts.map((text, i) => {
    const ordinal = text === null ? ordinals[lowerBound(unread, rows[i]!)]! : labels.count;
    return ordinal < labels.count
      ? textAt(published, lowerBound(distinct, ordinal)).toString('utf8')
      : (text ?? '');
  });
}
