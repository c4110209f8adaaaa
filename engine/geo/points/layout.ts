/** The layout of points in an index file. */

/** Children of a node of the tree. */
export const NODE_SIZE = 16;

/** Numbers of a box: west, south, east, north. */
export const BOX_SIZE = 4;

/** Coordinates are stored as whole numbers of this part of a degree, about a centimetre, where all are such numbers. */
const UNITS = 1e7;

/** Coordinates in 32 bits where that loses nothing, else as they are. */
export function packCoordinates(degrees: Float64Array): Int32Array | Float64Array {
  const packed = new Int32Array(degrees.length);
  for (let i = 0; i < degrees.length; i++) {
    packed[i] = Math.round(degrees[i]! * UNITS);
    // Dividing gives the number nearest to the decimal fraction, as reading its text does.
    if (!Object.is(packed[i]! / UNITS, degrees[i])) return degrees;
  }
  return packed;
}

/** What stored coordinates are divided by. */
export const unitsOf = (coordinates: Int32Array | Float64Array): number =>
  coordinates instanceof Int32Array ? UNITS : 1;

/** Index of the first node of each level, the leaves first, and the end of the last; of no leaves, none. */
export function levelStarts(leaves: number): number[] {
  if (leaves === 0) return [0];
  const starts = [0, leaves];
  let count = leaves;
  do {
    count = Math.ceil(count / NODE_SIZE);
    starts.push(starts[starts.length - 1]! + count);
  } while (count !== 1);
  return starts;
}
