/** Columns of a DuckDB chunk as numbers and bytes. */
import {
  DuckDBBlobVector,
  type DuckDBDataChunk,
  DuckDBDoubleVector,
  DuckDBIntegerVector,
} from '@duckdb/node-api';

/** The values of a column of INTEGER or DOUBLE; throws on another type. A null is NaN. */
export function numericVector(chunk: DuckDBDataChunk, column: number): Float64Array {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBIntegerVector || vector instanceof DuckDBDoubleVector))
    throw new Error(`column ${column} is not INTEGER or DOUBLE but ${vector.type.toString()}`);
  const numbers = new Float64Array(vector.itemCount);
  for (let i = 0; i < numbers.length; i++) numbers[i] = vector.getItem(i) ?? Number.NaN;
  return numbers;
}

/** Longest value that the chunk itself holds, in bytes: the next chunk overwrites it. */
const MAX_INLINE = 12;

/** The bytes of a row in a column of BLOB, which the caller may keep; throws on another type and on null. */
export function blobVector(chunk: DuckDBDataChunk, column: number): (row: number) => Uint8Array {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBBlobVector))
    throw new Error(`column ${column} is not BLOB but ${vector.type.toString()}`);
  return (row) => {
    const bytes = vector.getItemBytes(row);
    if (!bytes) throw new Error(`column ${column} has a null in row ${row} of a chunk`);
    return bytes.length <= MAX_INLINE ? bytes.slice() : bytes;
  };
}
