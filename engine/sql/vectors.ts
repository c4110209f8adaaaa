/** Columns of a chunk as they lie in memory, without a value made for each row. */
import {DuckDBBlobVector, type DuckDBDataChunk} from '@duckdb/node-api';

/**
 * INTEGER, UINTEGER or DOUBLE without nulls. The client keeps these as one typed array, which it does not declare;
 * its own way to them makes a value for each row.
 */
export function numericVector(
  chunk: DuckDBDataChunk,
  column: number,
): Uint32Array | Int32Array | Float64Array {
  const vector = chunk.getColumnVector(column);
  const items: unknown = Reflect.get(vector, 'items');
  if (items instanceof Int32Array || items instanceof Uint32Array || items instanceof Float64Array) {
    return items;
  }
  throw new Error(`column ${column} is not INTEGER, UINTEGER or DOUBLE but ${vector.type.toString()}`);
}

/** Longest value that lies in the vector itself; longer ones have memory of their own. */
const INLINE = 12;

/** BLOB without nulls: the bytes of the row, which may be kept. */
export function blobVector(chunk: DuckDBDataChunk, column: number): (row: number) => Uint8Array {
  const vector = chunk.getColumnVector(column);
  if (!(vector instanceof DuckDBBlobVector)) {
    throw new Error(`column ${column} is not BLOB but ${vector.type.toString()}`);
  }
  return (row) => {
    const bytes = vector.getItemBytes(row);
    if (!bytes) throw new Error(`column ${column} has a null in row ${row} of a chunk`);
    return bytes.length <= INLINE ? bytes.slice() : bytes;
  };
}
