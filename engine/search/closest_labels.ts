/** Ranks the rows of a set by how close their labels are to a text. */
import type {Table} from '../query/table.ts';
import {type RowSet, selectRange, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest, toArray} from '../rowset/set_ops.ts';
import {type Closeness, type Labels, rowsOfLabels} from '../text/labels.ts';

export interface ClosestRow {
  row: number;
  closeness: Closeness;
}

/**
 * The labels of so many rows are compared one by one; of a larger set, labels are looked up where these are
 * not enough.
 */
const MAX_COMPARED = 128;

/**
 * The rows of labels are read up to this number; where there are more, a walk through the set soon finds
 * some.
 */
const MAX_LISTED = 1 << 12;

/** Rows of a walk that are selected at once. */
const BLOCK = 1 << 10;

/**
 * How close the labels of a table are to a folded text, which is not empty. Valid until the scratch is
 * released.
 */
class LabelMatches {
  readonly labels: Labels;
  readonly #scratch: Scratch;
  readonly #text: Buffer;
  /** Labels that start with the text: [from, equal) equal it, [equal, end) are longer. */
  readonly #from: number;
  readonly #equal: number;
  readonly #end: number;
  /** Those that contain it, once they were looked up. */
  #containing: Uint32Array | null = null;

  constructor(labels: Labels, text: Buffer, scratch: Scratch) {
    this.labels = labels;
    this.#scratch = scratch;
    this.#text = text;
    [this.#from, this.#equal, this.#end] = labels.terms.prefixRange(text);
  }

  /** No label is closer. */
  get least(): 0 | 1 | 2 {
    if (this.#from < this.#equal) return 0;
    return this.#equal < this.#end ? 1 : 2;
  }

  /** The closeness of one label, which is compared where it does not start with the text. */
  of(label: number): Closeness {
    if (label >= this.#from && label < this.#end) return label < this.#equal ? 0 : 1;
    const {terms} = this.labels;
    return label < terms.count && terms.includes(label, this.#text) ? 2 : 3;
  }

  /** All labels of a closeness. */
  labelsOf(closeness: 0 | 1 | 2): Uint32Array {
    if (closeness < 2) {
      const [from, to] = closeness === 0 ? [this.#from, this.#equal] : [this.#equal, this.#end];
      return this.#scratch.range(from, to);
    }
    this.#containing ??= this.labels.terms.containing(this.#text, this.#scratch);
    return this.#containing.filter((label) => label < this.#from || label >= this.#end);
  }
}

/**
 * Gives the first `limit` rows of a set by closeness, then in default order or, for datasets without dates,
 * by id. What is looked up of a text serves all sets of the table. Valid until the scratch is released.
 */
export function closestLabels(
  table: Table,
  text: Buffer,
  limit: number,
  scratch: Scratch,
): (set: RowSet) => ClosestRow[] {
  const {search: index, layout} = table;
  if (!index || !layout.globalSearch)
    throw new Error(`${layout.declaration.name} is not covered by the search`);
  const {dated} = layout.globalSearch;
  const {labels} = index;
  const matches = new LabelMatches(labels, text, scratch);
  const compared = Math.max(MAX_COMPARED, 2 * limit);
  return (set) => {
    const members = dated ? firstRows(set, compared, table.rows, scratch) : sortedById(table, set, scratch);
    const firsts = compareLabels(matches, members, limit);
    const isEnough = members.length === sizeOf(set) || firsts[matches.least].length === limit;
    const result: ClosestRow[] = [];
    for (const closeness of [0, 1, 2, 3] as const) {
      const missing = limit - result.length;
      if (missing === 0) break;
      // Behind all closer ones there are at least `limit` others among those compared.
      const isKnown = isEnough || closeness === 3 || firsts[closeness].length >= missing;
      const rows = isKnown
        ? firsts[closeness]
        : rowsWithLabels(labels, matches.labelsOf(closeness), set, missing, table, scratch);
      for (let i = 0; i < Math.min(missing, rows.length); i++) result.push({row: rows[i]!, closeness});
    }
    return result;
  };
}

function firstRows(set: RowSet, most: number, tableRows: number, scratch: Scratch): Uint32Array {
  const rows = scratch.u32(most);
  return rows.subarray(0, selectRange(set, 0, tableRows, rows));
}

/** Larger sets are not sorted: the whole table is read in the order of its ids. */
const MAX_SORTED = 32;

/** The rows of a set by id; tables without dates are small. */
function sortedById({ids}: Table, set: RowSet, scratch: Scratch): Uint32Array {
  if (sizeOf(set) > MAX_SORTED) return ids.order.filter(membershipTest(set));
  return toArray(set, scratch).slice().sort(ids.compareRows);
}

/** The first rows of each closeness, at most `limit`; ends with the last of the closest that are wanted. */
function compareLabels(
  matches: LabelMatches,
  rows: Uint32Array,
  limit: number,
): [number[], number[], number[], number[]] {
  const firsts: [number[], number[], number[], number[]] = [[], [], [], []];
  const best = firsts[matches.least];
  const {ordinals} = matches.labels;
  for (let i = 0; i < rows.length && best.length < limit; i++) {
    const some = firsts[matches.of(ordinals[rows[i]!]!)];
    if (some.length < limit) some.push(rows[i]!);
  }
  return firsts;
}

/** The first rows of a set that have one of some labels, at most `limit`, ascending. */
function rowsWithLabels(
  labels: Labels,
  wanted: Uint32Array,
  set: RowSet,
  limit: number,
  {rows: tableRows}: Table,
  scratch: Scratch,
): ArrayLike<number> {
  if (wanted.length <= MAX_LISTED) {
    const rows = rowsOfLabels(labels, wanted, MAX_LISTED, scratch);
    if (rows) return rows.filter(membershipTest(set)).sort().subarray(0, limit);
  }
  const isWanted = scratch.bitmap(labels.terms.count + 1);
  isWanted.addRows(wanted);
  const [block, found] = [scratch.u32(BLOCK), scratch.u32(limit)];
  let count = 0;
  for (let next = 0; count < limit; ) {
    const length = selectRange(set, next, tableRows, block);
    if (length === 0) break;
    for (let i = 0; i < length && count < limit; i++) {
      if (isWanted.has(labels.ordinals[block[i]!]!)) found[count++] = block[i]!;
    }
    next = block[length - 1]! + 1;
  }
  return found.subarray(0, count);
}
