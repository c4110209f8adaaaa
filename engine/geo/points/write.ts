/** The points of a table as a packed tree: places near each other in it are near each other on the ground. */
import Flatbush from 'flatbush';
import type {IndexWriter} from '../../file/index_file.ts';
import {NO_ROW, SECTIONS} from '../../file/section_names.ts';

/** A column by which points are filtered: the code of each rank, and how many values there are. */
export interface PointColumn {
  name: string;
  ordinals: Uint32Array;
  count: number;
}

/** Columns with no more values have a byte a place. */
const FEW_VALUES = 255;

/**
 * Writes the tree over the rows that have a point, and the codes of columns with few values by place: rows near each
 * other are tested together, and their codes lie together. Coordinates by rank in degrees, NaN where a row has none. Gives
 * the ranks by place.
 */
export function writePoints(
  index: IndexWriter,
  lats: Float64Array,
  lngs: Float64Array,
  columns: readonly PointColumn[],
): Uint32Array {
  const known = ranksWithPoint(lats, lngs);
  const places = new Uint32Array(lats.length).fill(NO_ROW);
  const ranks = new Uint32Array(known.length);
  if (known.length > 0) {
    const tree = new Flatbush(known.length);
    for (const rank of known) tree.add(lngs[rank]!, lats[rank]!);
    tree.finish();
    for (let place = 0; place < known.length; place++) {
      const rank = known[tree._indices[place]!]!;
      ranks[place] = rank;
      places[rank] = place;
    }
    index.write(SECTIONS.points.tree, new Uint8Array(tree.data));
  }
  index.write(SECTIONS.points.rows, ranks);
  index.write(SECTIONS.points.leaves, places);
  for (const {name, ordinals: codes, count} of columns) {
    if (count > FEW_VALUES) continue;
    index.write(
      SECTIONS.points.ordinals(name),
      Uint8Array.from(ranks, (rank) => codes[rank]!),
    );
  }
  return ranks;
}

function ranksWithPoint(lats: Float64Array, lngs: Float64Array): Uint32Array {
  const known = new Uint32Array(lats.length);
  let count = 0;
  for (let rank = 0; rank < lats.length; rank++) {
    if (!Number.isNaN(lats[rank]!) && !Number.isNaN(lngs[rank]!)) known[count++] = rank;
  }
  return known.subarray(0, count);
}
