/**
 * Writes the points of a table as a Flatbush, a packed R-tree whose neighbouring leaves are neighbours on the
 * ground.
 */
import Flatbush from 'flatbush';
import type {IndexWriter} from '../../file/index_file.ts';
import {NO_ROW, SECTIONS} from '../../file/section_names.ts';

/** A column by which points are filtered: its ordinals by row and the number of its values. */
export interface PointColumn {
  name: string;
  ordinals: Uint32Array;
  count: number;
}

const NONE = new Uint8Array(0);

/** Columns with no more values store one byte per leaf. */
const MAX_VALUES = 255;

/**
 * Writes the tree over the rows with a point, and the ordinals of columns with few values in the order of its
 * leaves: rows near each other are tested together. Coordinates are in degrees, NaN without a point.
 */
export function writePoints(
  index: IndexWriter,
  lats: Float64Array,
  lngs: Float64Array,
  columns: readonly PointColumn[],
): void {
  const located = rowsWithPoint(lats, lngs);
  const leaves = new Uint32Array(lats.length).fill(NO_ROW);
  const tree = located.length > 0 ? treeOf(located, lats, lngs) : null;
  const rowByLeaf = located.map((_, leaf) => located[tree!._indices[leaf]!]!);
  rowByLeaf.forEach((row, leaf) => {
    leaves[row] = leaf;
  });
  // Without its items, which follow the boxes: their rows are stored by leaf.
  const stored = tree ? new Uint8Array(tree.data, 0, tree._boxes.byteOffset + tree._boxes.byteLength) : NONE;
  index.write(SECTIONS.points.tree, stored);
  index.write(SECTIONS.points.rows, rowByLeaf);
  index.write(SECTIONS.points.leaves, leaves);
  for (const {name, ordinals, count} of columns) {
    if (count > MAX_VALUES) continue;
    index.write(SECTIONS.points.ordinals(name), ordinalsOf(rowByLeaf, ordinals));
  }
}

function treeOf(rows: Uint32Array, lats: Float64Array, lngs: Float64Array): Flatbush {
  const tree = new Flatbush(rows.length);
  for (const row of rows) tree.add(lngs[row]!, lats[row]!);
  tree.finish();
  return tree;
}

/** The ordinals of rows. A loop: a function for each takes fifteen times as long, and a list of all. */
function ordinalsOf(rows: Uint32Array, ordinals: Uint32Array): Uint8Array {
  const found = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) found[i] = ordinals[rows[i]!]!;
  return found;
}

function rowsWithPoint(lats: Float64Array, lngs: Float64Array): Uint32Array {
  const located = new Uint32Array(lats.length);
  let count = 0;
  for (let row = 0; row < lats.length; row++) {
    if (!Number.isNaN(lats[row]!) && !Number.isNaN(lngs[row]!)) located[count++] = row;
  }
  return located.subarray(0, count);
}
